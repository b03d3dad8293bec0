import { data, Link, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { answerByPhone, clientOfRecall } from "#app/features/recall/answer-recall.server.ts";
import { answerAgain, checkAnswer, moreMeant, recallPath } from "#app/features/recall/recall.ts";
import { givenInWords } from "#app/features/recall/recall-words.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/phone-answer.ts";
import { NoRecall } from "./no-recall.tsx";
import { tracerOf } from "./tracer.server.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Note an answer");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = tracerOf(context);
  const { value, isMissing, status } = await lookUp(
    clientOfRecall(db, staff, params.id, params.customer),
    log,
    "load a client of a recall",
  );
  const facts = { client: value, isMissing, requestId: newUuid() };
  return value ? facts : data(facts, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The answer could not be stored. Please try again.", log: "an answer by phone" },
    async (fields, { db }) => {
      const { id, customer } = args.params;
      const staff = tracerOf(args.context);
      const client = await clientOfRecall(db, staff, id, customer);
      if (!client) throw new Refusal("gone", "This client has nothing of these lots.");
      const answer = accepted(checkAnswer(fields, client));
      const whose = { recallId: id, customerId: customer };
      await answerByPhone(db, staff, whose, answer);
      return redirect(`${recallPath}/${id}?answered`);
    },
  );

export default function PhoneAnswer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { client, isMissing, requestId } = loaderData;
  if (!client) return <NoRecall isMissing={isMissing} />;
  const back = `${recallPath}/${params.id}`;
  const field = (name: string) =>
    answeredField(
      {
        values: {
          ...(client.answer ? answerAgain(client.answer) : { answeredBy: client.contactName }),
          ...actionData?.values,
        },
        errors: actionData?.errors,
      },
      name,
    );
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back} where="to the recall" />}
        title={<span className="break-words">{client.name}</span>}
        lede={
          <>
            {formatLb(Number(client.lb))} with them
            {client.saidElsewhere.map(
              ({ number, lb }) =>
                `, ${formatLb(Number(lb))} used or thrown away, as said in Recall ${number}`,
            )}
            {client.phone && (
              <>
                ,{" "}
                <a href={telLink(client.phone) ?? undefined} className="link whitespace-nowrap">
                  {client.phone}
                </a>
              </>
            )}
          </>
        }
      />
      <section aria-labelledby="given" className="mt-6 max-w-xl">
        <h2 id="given" className="font-semibold">
          What they were given
        </h2>
        <ul className="mt-2 border-t border-rule">
          {client.lines.map((line) => (
            <li
              key={`${line.itemId} ${line.lotCode}`}
              className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2"
            >
              <span className="min-w-0 break-words">
                {line.productName}, lot {line.lotCode},{" "}
                <Link to={`/admin/orders/${line.orderId}`} className="link">
                  {orderName(line.orderNumber)}
                </Link>
                {line.deliveredAt && (
                  <>
                    , delivered <Moment at={line.deliveredAt} />
                  </>
                )}
              </span>
              <span className="tabular-nums">{givenInWords(line)}</span>
            </li>
          ))}
        </ul>
      </section>
      <AnsweredForm answer={actionData} className="mt-8 grid max-w-xl gap-5">
        <input type="hidden" name="requestId" value={actionData?.values?.requestId ?? requestId} />
        <input type="hidden" name="seenLb" value={client.deliveredLb} />
        <DecimalField label="Used or sold (lb)" {...field("usedLb")} maxLength={9} />
        <DecimalField label="Held back, not used (lb)" {...field("heldLb")} maxLength={9} />
        <DecimalField label="Thrown away (lb)" {...field("discardedLb")} maxLength={9} />
        <TextField
          label="Who says so"
          required
          maxLength={200}
          autoComplete="off"
          {...field("answeredBy")}
        />
        <TextArea label="Note" optional rows={3} maxLength={1000} {...field("note")} />
        {(actionData?.errors?.isMeant || actionData?.values?.isMeant) && (
          <Checkbox {...moreMeant} defaultChecked={actionData.values?.isMeant === "yes"} />
        )}
        {actionData?.message && <Notice tone="error" title={actionData.message} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Keep the answer</SubmitButton>
          <ButtonLink to={back} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </AnsweredForm>
    </>
  );
}
