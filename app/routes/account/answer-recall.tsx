import { data, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, PersonField, TextArea } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { recallAnswerCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { answerByLink, questionOf } from "#app/features/recall/answer-recall.server.ts";
import { answerAgain, checkAnswer, moreMeant } from "#app/features/recall/recall.ts";
import { byProductInWords, deliveredInWords } from "#app/features/recall/recall-words.ts";
import { formatLb, holdLb } from "#app/lib/amounts/weight.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/answer-recall.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Recall", "Tell us what became of recalled beef.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

/** GET changes nothing, as mail programs fetch links to scan them. The form does. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, recallLinks } = context.get(requestContext);
  const noticeId = recallLinks.noticeOf(url.searchParams.get("token") ?? "");
  const question = await questionOf(db, noticeId);
  const isAnswered = url.searchParams.has("answered");
  return data({ question, isAnswered, requestId: newUuid() }, { status: question ? 200 : 410 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "Your answer could not be stored. Please try again, or call us.",
      log: "an answer to a recall",
    },
    async (fields, { db, limits, clientAddress, recallLinks }) => {
      const token = new URL(args.request.url).searchParams.get("token") ?? "";
      const noticeId = recallLinks.noticeOf(token);
      await refuseTooMany(limits, recallAnswerCounts(clientAddress, noticeId), "answers");
      const question = await questionOf(db, noticeId);
      if (!question) throw new Refusal("gone", "This link no longer works. Please call us.");
      const answer = accepted(checkAnswer(fields, question));
      await answerByLink(db, noticeId, answer);
      return redirect(`/recall?${new URLSearchParams({ token, answered: "" })}`);
    },
  );

/** Tells a client that the meat proved good, except lots on hold for another reason. */
function AllClear({ heldLots }: { heldLots: string[] }) {
  const { phone } = useCompany();
  if (heldLots.length > 0) {
    return (
      <Notice title="This recall is closed" className="mb-6">
        Do not use what you have of lot {heldLots.join(", ")}: it stays on hold. Questions? Call{" "}
        <PhoneLink phone={phone} />. Anything else that we asked about is good.
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="All clear: the meat is good" className="mb-6">
      This recall is closed. You can use, sell and serve what you held back for it, and need not
      answer.
    </Notice>
  );
}

export default function AnswerRecall({ loaderData, actionData }: Route.ComponentProps) {
  const { question, isAnswered, requestId } = loaderData;
  const { phone } = useCompany();
  if (!question) {
    return (
      <AccountPage title="Recall">
        <Notice tone="error" title="This link does not work">
          Part of it may be missing. Please open it from our email again, or call{" "}
          <PhoneLink phone={phone} />.
        </Notice>
      </AccountPage>
    );
  }
  const { answer, lines, lb, isClosed, isUnfounded } = question;
  const isAsked = !isClosed && lines.length > 0;
  const mayNotUse = isUnfounded ? question.heldLots.length > 0 : isClosed && lines.length > 0;
  const ended = mayNotUse ? "Please read this before you use it." : "There is nothing more to do.";
  const ofEach = byProductInWords(lines);
  const isSaid = question.saidElsewhere.length > 0;
  const isAllSaid = isSaid && Number(lb) === 0;
  const was: Record<string, string> = answer ? answerAgain(answer) : {};
  const field = (name: string) =>
    answeredField({ values: { ...was, ...actionData?.values }, errors: actionData?.errors }, name);
  return (
    <AccountPage
      title="Recall"
      lede={isAsked ? "Beef that you have from us is called back." : ended}
    >
      {isAnswered && !actionData && isAsked && (
        <Notice tone="success" title="Thank you, we have your answer" className="mb-6">
          If something changes, answer again here: the last answer counts.
        </Notice>
      )}
      {isUnfounded ? (
        <AllClear heldLots={question.heldLots} />
      ) : isClosed ? (
        <Notice title="This recall is closed" className="mb-6">
          You need not answer any more. If you have some of it left, do not use it: call{" "}
          <PhoneLink phone={phone} />.
        </Notice>
      ) : (
        !isAsked && (
          <Notice title="None of your beef is part of this recall any more" className="mb-6">
            You need not answer. Questions? Call <PhoneLink phone={phone} />.
          </Notice>
        )
      )}
      <h2 className="text-title">{isUnfounded ? "Why we asked" : "Why"}</h2>
      <p className="mt-1 break-words whitespace-pre-line">{question.reason}</p>
      {isAsked && (
        <>
          <h2 className="mt-6 text-title">What to do now</h2>
          <p className="mt-1 font-semibold break-words whitespace-pre-line">
            {question.instructions}
          </p>
        </>
      )}
      {lines.length > 0 && <h2 className="mt-6 text-title">Affected products</h2>}
      <ul className="mt-2 border-t border-ink empty:hidden">
        {lines.map((line) => (
          <li key={`${line.itemId} ${line.lotCode}`} className="border-b border-rule py-2.5">
            <span className="flex justify-between gap-x-4">
              <span className="font-semibold break-words">{line.productName}</span>
              <span className="whitespace-nowrap tabular-nums">
                {formatLb(Number(line.leftLb))}
              </span>
            </span>
            <span className="text-sm break-words text-ink-soft">
              Lot {line.lotCode}, {orderName(line.orderNumber).toLowerCase()}.{" "}
              {deliveredInWords(line)}
            </span>
          </li>
        ))}
      </ul>
      {answer && (
        <p className="mt-4">
          You said on <Moment at={answer.answeredAt} time />: {formatLb(Number(answer.usedLb))}{" "}
          used, {formatLb(Number(answer.heldLb))} held, {formatLb(Number(answer.discardedLb))}{" "}
          thrown away.
        </p>
      )}
      {isAsked && (
        <AnsweredForm
          answer={actionData}
          key={answer?.answeredAt.toString()}
          className="mt-8 grid gap-5"
        >
          <h2 className="text-title">
            {isAllSaid
              ? "Has anything changed since?"
              : `What became of the ${isSaid ? "other " : ""}${formatLb(Number(lb))}${ofEach ? " in all" : ""}?`}
          </h2>
          {isSaid && (
            <p className="-mt-3 break-words">
              You have told us before that{" "}
              {question.saidElsewhere
                .map((said) => `${formatLb(Number(said.lb))} (Recall ${said.number})`)
                .join(" and ")}{" "}
              of it was used or thrown away.{" "}
              {isAllSaid
                ? "If that is still so, send the answer without pounds."
                : "You need not enter that again."}
            </p>
          )}
          {ofEach && !isSaid && (
            <p className="-mt-3 break-words">
              That is {holdLb(ofEach)}. Enter the sums of all of them.
            </p>
          )}
          <input
            type="hidden"
            name="requestId"
            value={actionData?.values?.requestId ?? requestId}
          />
          <input type="hidden" name="seenLb" value={question.deliveredLb} />
          <DecimalField label="Used or sold (lb)" {...field("usedLb")} maxLength={9} />
          <DecimalField label="Held back, not used (lb)" {...field("heldLb")} maxLength={9} />
          <DecimalField label="Thrown away (lb)" {...field("discardedLb")} maxLength={9} />
          <PersonField label="Your name" required {...field("answeredBy")} />
          <TextArea label="Note" optional rows={3} maxLength={1000} {...field("note")} />
          {(actionData?.errors?.isMeant || actionData?.values?.isMeant) && (
            <Checkbox {...moreMeant} defaultChecked={actionData.values?.isMeant === "yes"} />
          )}
          {actionData?.message && <Notice tone="error" title={actionData.message} />}
          <p>
            <SubmitButton>{answer ? "Correct the answer" : "Send the answer"}</SubmitButton>
          </p>
        </AnsweredForm>
      )}
    </AccountPage>
  );
}
