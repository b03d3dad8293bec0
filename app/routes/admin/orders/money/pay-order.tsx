import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, Link, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { tillChoices } from "#app/domain/door/till/open-drawer.ts";
import { listTills } from "#app/domain/door/till/tills.server.ts";
import { chequeQuestions } from "#app/domain/ledger/book-form.ts";
import { methodsByHand, methodTitle } from "#app/domain/ledger/ledger-entry.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { debtOfOrder, takePayment } from "#app/features/collecting/pay-order.server.ts";
import { orderPaymentFailed, orderPaymentForm } from "#app/features/collecting/pay-order.ts";
import { wherePickedUp } from "#app/features/counter/pickups.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/pay-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Take a payment");

/** Returns staff who may take money: at the counter, or those who keep the accounts. */
function taker(context: Route.LoaderArgs["context"]) {
  const staff = staffWith(context);
  return staffMay(staff, "money") ? staff : staffWith(context, "till");
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = taker(context);
  const debt = await debtOfOrder(db, staff, params.id);
  const mayTill = staffMay(staff, "till");
  const drawers = (mayTill ? await listTills(db, staff) : []).flatMap(({ number, name, open }) =>
    open ? [{ sessionId: open.id, number, name, openedBy: open.openedBy }] : [],
  );
  const own = drawers.find(({ openedBy }) => openedBy === staff.email);
  const pickedUpAt =
    mayTill && drawers.length > 0 ? await wherePickedUp(db, staff, params.id) : null;
  return data(
    { debt, drawers, ownDrawer: own?.sessionId ?? "", pickedUpAt, requestId: randomUUID() },
    { status: debt ? 200 : 404 },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: orderPaymentFailed,
      log: "taking a payment failed",
      facts: () => ({ orderId: args.params.id }),
    },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const typed = accepted(checkForm(orderPaymentForm, fields));
      await takePayment(db, taker(args.context), id, typed, shop);
      return redirect(`/admin/orders/${id}?paid`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm(sent, {
    failed: orderPaymentFailed,
    loadCheck: async () => (fields) => checkForm(orderPaymentForm, fields).refused,
    looksAgain: () => true,
  });

export default function PayOrder({ params, loaderData, actionData: answer }: Route.ComponentProps) {
  const { debt, drawers, ownDrawer, pickedUpAt, requestId } = loaderData;
  // Stable across reloads of the page's data, so that submitting twice books it once.
  const [ownId] = useState(requestId);
  const [typed, setTyped] = useState(answer?.values?.amount);
  const [method, setMethod] = useState(answer?.values?.method ?? "cash");
  const [drawer, setDrawer] = useState(answer?.values?.drawer ?? ownDrawer);
  const back = `/admin/orders/${params.id}`;
  if (!debt) {
    return (
      <EmptyState
        titleAs="h1"
        title="Order not found"
        way={{ to: "/admin/orders", label: "Return to Orders" }}
      />
    );
  }
  const { depositCents } = debt;
  const openCents = depositCents || sumCents(debt.debts, (one) => one.openCents);
  const hasDrawers = drawers.length > 0;
  const suggestedCents =
    hasDrawers && method === "cash" && drawer !== "" ? roundedForCash(openCents) : openCents;
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <PageHeader
        before={<BackLink to={back}>Back to the order</BackLink>}
        title={`Payment for order ${orderNumber(debt.orderNumber)}`}
      />
      {answer?.message && openCents === 0 && (
        <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />
      )}
      {openCents === 0 ? (
        <p className="mt-6 max-w-2xl">
          Nothing is open for this order. An order can be paid here once it has an invoice of its
          own, or a deposit is asked for.
        </p>
      ) : (
        <AnsweredForm answer={answer} className="mt-6 grid max-w-md gap-5">
          <input type="hidden" name="requestId" value={answer?.values?.requestId ?? ownId} />
          <p className="text-title tabular-nums">
            {formatCents(openCents)} {depositCents > 0 ? "deposit" : "to pay"}
          </p>
          {pickedUpAt && (
            <p>
              It waits to be picked up:{" "}
              <Link className="link" to={pickedUpAt}>
                hand it over and take its payment at the till
              </Link>
              .
            </p>
          )}
          <DecimalField
            label="Amount ($)"
            required
            name="amount"
            error={answer?.errors?.amount}
            value={typed ?? toDollars(suggestedCents)}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <SelectField
            label="Paid by"
            required
            name="method"
            error={answer?.errors?.method}
            value={method}
            onChange={({ currentTarget }) => setMethod(currentTarget.value)}
            options={methodsByHand.map((method) => [method, methodTitle(method)])}
          />
          {hasDrawers && (
            <SelectField
              label="Counted with"
              hint="Cash goes into the till’s drawer, rounded to 5 cents. The till’s report has what its card terminal took."
              name="drawer"
              error={answer?.errors?.drawer}
              value={drawer}
              onChange={({ currentTarget }) => setDrawer(currentTarget.value)}
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
          <QuestionsField questions={chequeQuestions} answer={answer} />
          <SubmitButton>Record payment</SubmitButton>
        </AnsweredForm>
      )}
    </>
  );
}
