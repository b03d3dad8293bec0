import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { tillChoices } from "#app/domain/door/till/open-drawer.ts";
import { openDrawers } from "#app/domain/door/till/take-back-at-till.server.ts";
import { byMethod, methodsByHand, methodTitle } from "#app/domain/ledger/ledger-entry.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import {
  depositToGiveBack,
  giveDepositBack,
} from "#app/features/collecting/give-deposit-back.server.ts";
import {
  afterGivingBack,
  type DepositToGiveBack,
  depositBackForm,
} from "#app/features/collecting/give-deposit-back.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/give-deposit-back.ts";

const failed = "The deposit could not be given back. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Give the deposit back");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const deposit = await depositToGiveBack(db, staff, params.id);
  const drawers = deposit && staffMay(staff, "till") ? await openDrawers(db, staff) : [];
  return data({ deposit, drawers, requestId: randomUUID() }, { status: deposit ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed,
      log: "giving a deposit back failed",
      facts: () => ({ orderId: args.params.id }),
      proof: proofFor(() => true),
    },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const typed = accepted(checkForm(depositBackForm, fields));
      await giveDepositBack(db, staffWith(args.context, "money"), id, typed, shop);
      return redirect(`/admin/orders/${id}?given-back`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed,
    loadCheck: async () => (fields) => checkForm(depositBackForm, fields).refused,
    looksAgain: () => true,
  });

/** Form that refunds the rest of a paid deposit, or less. */
export default function GiveDepositBack({
  params,
  loaderData: { deposit, drawers, requestId },
  actionData: answer,
}: Route.ComponentProps) {
  // Stable across reloads of the page's data, so that submitting twice books it once.
  const [ownId] = useState(requestId);
  const ifMailed = useIfMailed();
  const back = <BackLink to={`/admin/orders/${params.id}`}>Back to the order</BackLink>;
  if (!deposit) {
    return (
      <>
        <PageHeader before={back} title="Give the deposit back" />
        <p className="mt-6 max-w-2xl">
          Nothing is left of a deposit of this order: none was paid, an invoice has used it, or it
          was given back.
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeader
        before={back}
        title={`Give the deposit of order ${orderNumber(deposit.orderNumber)} back`}
      />
      {answer?.message && !answer.errors && (
        <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />
      )}
      <p className="mt-6 max-w-2xl">
        {formatCents(deposit.freeCents)} of it is left, paid {byMethod(deposit.method)}.{" "}
        {afterGivingBack(deposit)}{" "}
        {ifMailed("The client is notified by email, if we can reach them.")}
      </p>
      <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
        <input type="hidden" name="requestId" value={answer?.values?.requestId ?? ownId} />
        <BackFields deposit={deposit} answer={answer} drawers={drawers} />
        <SubmitButton>Give it back</SubmitButton>
      </AnsweredForm>
    </>
  );
}

interface BackFieldsProps extends Pick<Route.ComponentProps["loaderData"], "drawers"> {
  deposit: DepositToGiveBack;
  answer: Route.ComponentProps["actionData"];
}

function BackFields({ deposit, drawers, answer }: BackFieldsProps) {
  const { freeCents, method, drawer, canAskAgain } = deposit;
  const values = {
    amount: toDollars(freeCents),
    method,
    ...(drawer && { drawer }),
    ...answer?.values,
  };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <>
      <DecimalField label="Amount ($)" required {...field("amount")} />
      <SelectField
        label="Given back by"
        required
        {...field("method")}
        options={methodsByHand.map((one) => [one, methodTitle(one)])}
      />
      {drawers.length > 0 && (
        <SelectField
          label="Counted with"
          hint="Cash comes out of the till’s drawer, without pennies. The till’s report has what its card terminal gave back."
          {...field("drawer")}
          options={tillChoices(drawers)}
        />
      )}
      <TextField
        label="Reference"
        hint="Of a cheque or a transfer."
        optional
        maxLength={100}
        autoComplete="off"
        {...field("reference")}
      />
      <TextField
        label="Why"
        hint="For the history; the client does not see it."
        required
        maxLength={500}
        autoComplete="off"
        {...field("reason")}
      />
      {canAskAgain && (
        <Checkbox
          label="Ask for the deposit again: the order waits until it is paid"
          name="askAgain"
          value="yes"
          defaultChecked={answer?.values?.askAgain === "yes"}
        />
      )}
    </>
  );
}
