import { data, Form, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import {
  actionsFor,
  attentionText,
  type CardPayment,
  changedMeanwhile,
  checkRefund,
  paymentFailed,
  type RefundAnswer,
  refundRefused,
} from "#app/domain/payments/payment.ts";
import {
  getCardPayment,
  noteTrouble,
  retryPayment,
  voidPaymentByHand,
} from "#app/domain/payments/payments-admin.server.ts";
import { refundPayment } from "#app/domain/payments/refunds.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/card-payment.ts";
import { PaymentBadge } from "./card-payments.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.payment ? "Card payment" : "Card payment not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const query = getCardPayment(db, staffWith(context, "money"), params.id);
  const { value: payment, isMissing, status } = await lookUp(query, log, "load a card payment");
  const facts = {
    payment,
    isFound: payment !== null || isMissing,
    now: new Date(),
    requestId: crypto.randomUUID(),
  };
  return data(facts, { status });
}

/** All actions except the refund; a map, as the name is untrusted, e.g. "valueOf". */
const actions = new Map([
  ["retry", retryPayment],
  ["release", voidPaymentByHand],
  ["seen", noteTrouble],
]);

export const action = (args: Route.ActionArgs) =>
  answerForm<RefundAnswer>(
    args,
    {
      failed: paymentFailed,
      log: "changing a card payment failed",
      facts: () => ({ paymentId: args.params.id }),
      proof: proofFor(({ intent }) => intent === "refund"),
    },
    async (fields, { db }) => {
      const { id } = args.params;
      const staff = staffWith(args.context, "money");
      if (!(await getCardPayment(db, staff, id))) throw new Refusal("gone", refundRefused.unknown);
      if (fields.intent === "refund") {
        const { amount: cents, reason, requestId } = accepted(checkRefund(fields));
        const refund = { paymentId: id, cents, reason, requestId };
        const refusal = await refundPayment(db, staff, refund);
        if (refusal) throw new Refusal(refusal, refundRefused[refusal]);
      } else {
        const intent = actions.get(fields.intent ?? "");
        if (!intent) throw new Refusal("invalid", paymentFailed);
        if (!(await intent(db, staff, id))) throw new Refusal("changed", changedMeanwhile);
      }
      return redirect(`/admin/payments/${id}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<RefundAnswer>(sent, { failed: paymentFailed });

export default function CardPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, isFound, now, requestId } = loaderData;
  const back = <BackLink to="/admin/payments" where="to the card payments" />;
  if (!payment) {
    return (
      <>
        <PageHeader before={back} title="Card payment" />
        <div className="mt-8">
          {isFound ? (
            <EmptyState titleAs="h2" underHead title="Payment not found" />
          ) : (
            <LoadFailure message="The payment could not be loaded. Please try again." />
          )}
        </div>
      </>
    );
  }
  const { orderId, orderNumber, customerId, customer } = payment;
  const attention = attentionText(payment, now);
  return (
    <>
      <PageHeader
        before={back}
        title={<span className="break-words">{customer || "Unknown customer"}’s card</span>}
        actions={
          <>
            {orderNumber !== null && (
              <SecondaryLink to={`/admin/orders/${orderId}`}>
                {orderName(orderNumber)}
              </SecondaryLink>
            )}
            <SecondaryLink to={`/admin/receivables/${customerId}`}>Account</SecondaryLink>
          </>
        }
      />
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      {attention && <Notice tone="info" title={attention} className="mt-6" />}
      <div className="mt-6 max-w-2xl">
        <PaymentBadge payment={payment} />
        <PaymentFacts payment={payment} />
        {orderId && payment.capturedCents > 0 && (
          <p className="mt-4 max-w-prose text-ink-soft">
            Is the bank asking about this charge?{" "}
            <a
              href={`/admin/payments/${payment.id}/evidence.pdf`}
              target="_blank"
              rel="noopener noreferrer"
              className="link"
            >
              Open the evidence
              <span className="sr-only"> (PDF, in a new tab)</span>
            </a>
            : what was ordered, agreed and weighed, and who received it.
          </p>
        )}
        <Actions payment={payment} requestId={requestId} answer={actionData} />
      </div>
    </>
  );
}

function PaymentFacts({ payment }: { payment: CardPayment }) {
  const { cents, heldCents, capturedCents, refundedCents, refundingCents } = payment;
  const { disputedCents, returnedCents } = payment;
  const { cardBrand, cardLast4, captureBefore, holdOn, createdAt } = payment;
  const rows = [
    ["Card", cardLast4 && `${cardBrand} •••• ${cardLast4}`],
    ["Amount", formatCents(cents)],
    ["Held", heldCents > 0 && formatCents(heldCents)],
    ["Held until", captureBefore && <Moment key="until" at={captureBefore} time />],
    ["Hold scheduled for", holdOn && formatDay(holdOn)],
    ["Charged", capturedCents > 0 && formatCents(capturedCents)],
    ["Refunded", refundedCents > 0 && formatCents(refundedCents)],
    ["Being refunded", refundingCents > 0 && formatCents(refundingCents)],
    ["Disputed", disputedCents > 0 && formatCents(disputedCents)],
    ["Returned by the bank", returnedCents > 0 && formatCents(returnedCents)],
    ["Started", <Moment key="started" at={createdAt} time />],
  ] as const;
  return (
    <dl className="mt-4 border-t border-ink">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="flex justify-between gap-4 border-b border-rule py-2">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ActionsProps {
  payment: CardPayment;
  requestId: string;
  answer: RefundAnswer | undefined;
}

function Actions({ payment, requestId, answer }: ActionsProps) {
  const form = useFirstMistake(answer);
  const open = actionsFor(payment);
  return (
    <>
      {(["retry", "release", "seen"] as const).some((intent) => open.includes(intent)) && (
        <Form method="post" className="mt-6 flex flex-wrap gap-3" replace preventScrollReset>
          {open.includes("retry") && <SubmitButton intent="retry">Try again</SubmitButton>}
          {open.includes("release") && (
            <SubmitButton intent="release" variant="secondary">
              Cancel the payment
            </SubmitButton>
          )}
          {open.includes("seen") && (
            <SubmitButton intent="seen" variant="secondary">
              Got it
            </SubmitButton>
          )}
        </Form>
      )}
      {open.includes("release") && (
        <p className="mt-2 text-sm text-ink-soft">
          Nothing will be charged. The order stays, to be paid another way.
        </p>
      )}
      {open.includes("refund") && (
        <Form
          ref={form}
          key={`${payment.refundedCents + payment.refundingCents}`}
          method="post"
          noValidate
          replace
          preventScrollReset
          className="mt-10 border-t border-ink pt-4"
        >
          <h2 className="text-title">Refund to the card</h2>
          <p className="mt-2 text-ink-soft">
            Refunds the customer’s credit, up to the amount charged. The card provider keeps its
            fee.
          </p>
          <input type="hidden" name="requestId" value={answer?.values?.requestId ?? requestId} />
          <DecimalField
            label="Amount ($)"
            {...answeredField(answer, "amount")}
            className="mt-5 max-w-56"
          />
          <TextField
            label="Why"
            maxLength={500}
            autoComplete="off"
            {...answeredField(answer, "reason")}
            className="mt-5"
          />
          <SubmitButton intent="refund" className="mt-5">
            Refund
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
