import { data, redirect } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { listLots, resolveParents } from "#app/domain/lots/lots.server.ts";
import { lotOption } from "#app/domain/lots/lots.ts";
import { orderName } from "#app/domain/orders/order.ts";
import {
  chosenPackages,
  correctLotSchema,
  correctLots,
  type PackageOfLot,
  packagesToCorrect,
} from "#app/domain/packages/correct-lots.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { LotOptions } from "../lots/lot-options.tsx";
import type { Route } from "./+types/correct-lots.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Correct a lot");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const order = await packagesToCorrect(db, staff, params.id);
  const known = order && (await orNull(listLots(db, staff, { limit: 100 }), log, "list lots"));
  const names = known?.rows.map(lotOption) ?? [];
  return data({ order, lots: names }, { status: order ? 200 : 404 });
}

const failed = "The lot could not be stored. Please try again.";

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed, log: "a lot was not corrected", facts: () => ({ orderId: args.params.id }) },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "pack");
      const { lot, ...typed } = accepted(checkForm(correctLotSchema, fields));
      const { parents, errors } = await resolveParents(db, staff, [
        { row: 1, name: lot, lb: null },
      ]);
      const [one] = parents;
      if (!one) {
        throw new Refusal("unknown lot", errors.parent1?.[0] ?? "This lot is not known.", {
          field: "lot",
        });
      }
      const packageIds = chosenPackages(fields);
      await correctLots(db, staff, args.params.id, { ...typed, packageIds, lotId: one.id });
      throw redirect(`/admin/packing/${args.params.id}?corrected`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendForm(sent, { failed });

/** Form that corrects the lots of a finished order's packages; its document stays. */
export default function CorrectLots({
  loaderData: { order, lots },
  actionData: answer,
  params,
}: Route.ComponentProps) {
  const back = `/admin/packing/${params.id}`;
  if (!order) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is no lot to correct"
        action={<ButtonLink to={back}>Back to the order</ButtonLink>}
      >
        <p>While an order is packed, its lots are put right at the station.</p>
      </EmptyState>
    );
  }
  const byProduct = [...Map.groupBy(order.packages, ({ productName }) => productName)];
  const noneChosen = answer?.errors?.packages?.[0];
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Correct a lot"
      />
      <p className="mt-4 max-w-xl">
        Weights and prices stay, so the document stays as it was issued. Stock, recalls and margins
        follow. Labels that were printed name the old lot: print them again while it is here.
      </p>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <AnsweredForm answer={answer} className="mt-6 grid max-w-xl gap-6">
        {byProduct.map(([productName, packages]) => (
          <fieldset key={productName} className="grid justify-items-start">
            <legend className="font-semibold break-words">{productName}</legend>
            {packages.map((one) => (
              <Checkbox
                key={one.id}
                name={`package-${one.id}`}
                value="yes"
                defaultChecked={answer?.values?.[`package-${one.id}`] === "yes"}
                label={inWords(one)}
              />
            ))}
          </fieldset>
        ))}
        {noneChosen && (
          <p role="alert" className="font-semibold text-cancelled">
            {noneChosen}
          </p>
        )}
        <TextField
          label="Lot that they are of"
          required
          maxLength={250}
          autoComplete="off"
          list="lots"
          {...answeredField(answer, "lot")}
        />
        <LotOptions id="lots" lots={lots} />
        <TextField
          label="Why"
          required
          maxLength={200}
          autoComplete="off"
          {...answeredField(answer, "reason")}
        />
        {answer?.errors?.isMeant && (
          <Checkbox name="isMeant" value="yes" label="It is of this lot all the same." />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Correct the lot</SubmitButton>
          <SecondaryLink to={back}>Keep it as it is</SecondaryLink>
        </div>
      </AnsweredForm>
    </>
  );
}

const inWords = ({ netLb, lotCode }: PackageOfLot) =>
  `${formatLb(Number(netLb))}, ${lotCode ? `lot ${lotCode}` : "no lot"}`;
