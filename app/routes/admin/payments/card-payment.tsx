import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import {
  attentionText,
  type CardPayment,
  changedMeanwhile,
  checkRefund,
  deedsFor,
  paymentFailed,
  type RefundAnswer,
  refundRefused,
} from "#app/features/payments/payment.ts";
import {
  getCardPayment,
  releasePayment,
  retryPayment,
} from "#app/features/payments/payments-admin.server.ts";
import { refundPayment } from "#app/features/payments/refunds.server.ts";
import { formatDay } from "#app/lib/dates.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { formatCents } from "#app/lib/money.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/card-payment.ts";
import { PaymentBadge } from "./card-payments.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.payment ? "Card payment" : "Card payment not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const asked = getCardPayment(db, staffWith(context, "money"), params.id);
  const found = await orNull(
    asked.then((payment) => ({ payment })),
    log,
    "load a card payment",
  );
  const payment = found?.payment ?? null;
  const facts = {
    payment,
    isFound: found !== null,
    now: new Date(),
    requestId: crypto.randomUUID(),
  };
  return data(facts, { status: payment ? 200 : found ? 404 : 503 });
}

export async function action({ request, context, url, params }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url }, ({ deed }) => deed === "refund");
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const fields = await formFields(request);
  const { id } = params;
  const refuse = (message: string, status: number) =>
    data<RefundAnswer>({ message, values: fields }, { status });
  try {
    if (!(await getCardPayment(db, staff, id))) return refuse(refundRefused.unknown, 404);
    if (fields.deed === "refund") {
      const { data: asked, refused } = checkRefund(fields);
      if (refused) return data<RefundAnswer>(refused, { status: 400 });
      const { amount: cents, reason, requestId } = asked;
      const refund = { paymentId: id, cents, reason, requestId };
      const refusal = await refundPayment(db, staff, refund);
      if (refusal) return refuse(refundRefused[refusal], 409);
    } else {
      const deed = { retry: retryPayment, release: releasePayment }[String(fields.deed)];
      if (!deed) return refuse(paymentFailed, 400);
      if (!(await deed(db, staff, id))) return refuse(changedMeanwhile, 409);
    }
  } catch (error) {
    log.error({ err: error, paymentId: id }, "changing a card payment failed");
    return refuse(paymentFailed, 503);
  }
  return redirect(`/admin/payments/${id}`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<RefundAnswer>({
    request,
    serverAction,
    unreached: { message: paymentFailed, values },
  });
  return data(answer, { status: 400 });
}

/** A card payment: what is held and was charged, and what staff can do about it. */
export default function CardPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, isFound, now, requestId } = loaderData;
  const back = (
    <BackLink to="/admin/payments">
      Back<span className="sr-only"> to the card payments</span>
    </BackLink>
  );
  if (!payment) {
    return (
      <>
        <PageHeader size="compact" before={back} title="Card payment" />
        <div className="mt-8">
          {isFound ? (
            <EmptyState titleAs="h2" underHead title="There is no such payment" />
          ) : (
            <LoadFailure message="The payment could not be loaded. Please try again." />
          )}
        </div>
      </>
    );
  }
  const { orderId, customerId, customer } = payment;
  const attention = attentionText(payment, now);
  return (
    <>
      <PageHeader
        size="compact"
        before={back}
        title={<span className="break-words">Card of {customer || "an unknown customer"}</span>}
        actions={
          <>
            {orderId && (
              <Link
                to={`/admin/orders/${orderId}`}
                className={buttonClass({ variant: "secondary" })}
              >
                Order {orderNumber(orderId)}
              </Link>
            )}
            <Link
              to={`/admin/receivables/${customerId}`}
              className={buttonClass({ variant: "secondary" })}
            >
              Account
            </Link>
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
            Does the bank ask about this charge?{" "}
            <a
              href={`/admin/payments/${payment.id}/evidence.pdf`}
              target="_blank"
              rel="noopener noreferrer"
              className="link"
            >
              Open the evidence
              <span className="sr-only"> (PDF, in a new tab)</span>
            </a>
            : the order, what was agreed and weighed, and who took it in.
          </p>
        )}
        <Actions payment={payment} requestId={requestId} answer={actionData} />
      </div>
    </>
  );
}

function PaymentFacts({ payment }: { payment: CardPayment }) {
  const { cents, heldCents, capturedCents, refundedCents, refundingCents } = payment;
  const { cardBrand, cardLast4, captureBefore, holdOn, createdAt } = payment;
  const rows = [
    ["Card", cardLast4 && `${cardBrand} •••• ${cardLast4}`],
    ["Amount", formatCents(cents)],
    ["Held", heldCents > 0 && formatCents(heldCents)],
    ["Held until", captureBefore && <Moment key="until" at={captureBefore} time />],
    ["To be held on", holdOn && formatDay(holdOn)],
    ["Charged", capturedCents > 0 && formatCents(capturedCents)],
    ["Refunded", refundedCents > 0 && formatCents(refundedCents)],
    ["Being refunded", refundingCents > 0 && formatCents(refundingCents)],
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
  const { formData } = useNavigation();
  const form = useFirstMistake(answer);
  const deeds = deedsFor(payment);
  const isPending = (deed: string) => formData?.get("deed") === deed;
  return (
    <>
      {(deeds.includes("retry") || deeds.includes("release")) && (
        <Form method="post" className="mt-6 flex flex-wrap gap-3" replace preventScrollReset>
          {deeds.includes("retry") && (
            <Button type="submit" name="deed" value="retry" pending={isPending("retry")}>
              Ask again
            </Button>
          )}
          {deeds.includes("release") && (
            <Button
              type="submit"
              name="deed"
              value="release"
              variant="secondary"
              pending={isPending("release")}
            >
              Release the card
            </Button>
          )}
        </Form>
      )}
      {deeds.includes("release") && (
        <p className="mt-2 text-sm text-ink-soft">
          Nothing is charged then. The order stays, and is to be paid in another way.
        </p>
      )}
      {deeds.includes("refund") && (
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
            Pays out what is to the customer's credit, at most what was charged. The fee for the
            charge is not given back.
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
          <Button
            type="submit"
            name="deed"
            value="refund"
            pending={isPending("refund")}
            className="mt-5"
          >
            Refund
          </Button>
        </Form>
      )}
    </>
  );
}
