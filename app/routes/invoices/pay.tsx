import { randomUUID } from "node:crypto";
import { data, redirectDocument } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { CreditNoteLinks } from "#app/domain/documents/invoice-state.tsx";
import { isPayable, leastCents, type PayAnswer } from "#app/domain/documents/pay-form.ts";
import { answerPayForm } from "#app/domain/payments/by-link/answer-pay-form.server.ts";
import {
  getPayableInvoice,
  type PayableInvoice,
} from "#app/domain/payments/by-link/pay-invoice.server.ts";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import {
  LinkedPage,
  linkedHeaders,
  linkedMeta,
  NoSuchLink,
  PayFacts,
} from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/pay.ts";

export const meta: Route.MetaFunction = (args) =>
  linkedMeta(
    args,
    args.loaderData?.invoice ? `Pay ${args.loaderData.invoice.number}` : "Pay an invoice",
  );

export const headers = linkedHeaders;

/** The open amount of an invoice and how to pay it, through the invoice's link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, cardPayments } = context.get(requestContext);
  const [invoice, settings] = await Promise.all([
    getPayableInvoice(db, params.token),
    readPaymentSettings(db),
  ]);
  const { takesCard, takesEtransfer, etransferEmail, etransferNote } = settings;
  return data(
    {
      invoice,
      takesCard: takesCard && cardPayments !== null,
      etransfer: takesEtransfer ? { email: etransferEmail, note: etransferNote } : null,
      requestId: randomUUID(),
    },
    { status: invoice ? 200 : 404 },
  );
}

/** Starts a card payment and opens its form, on a separate page. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const fields = await formFields(request);
  const answered = await answerPayForm(context.get(requestContext), params.token, fields);
  if ("answer" in answered) return data(answered.answer, { status: answered.status });
  return redirectDocument(`/invoices/${params.token}/pay/${answered.paymentId}`, 303);
}

export default function PayInvoice({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invoice, takesCard, etransfer, requestId } = loaderData;
  if (!invoice) return <NoSuchLink />;
  const { number, openCents, isCredited, creditNotes } = invoice;
  const settledBy = isCredited ? "credited" : "paid";
  return (
    <LinkedPage isNarrow title={openCents > 0 ? `Pay ${number}` : `${number} is ${settledBy}`}>
      <PayFacts rows={invoiceRows(invoice)} />
      <p className="mt-5">
        <a href={`/invoices/${params.token}`} className={buttonClass({ variant: "secondary" })}>
          Open the invoice
        </a>
      </p>
      {isCredited && creditNotes.length > 0 && (
        <p className="mt-5">
          It is credited by <CreditNoteLinks notes={creditNotes} />. There is nothing to pay.
        </p>
      )}
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-8" />}
      {invoice.lookedAtCents > 0 && (
        <Notice
          title={`${formatCents(invoice.lookedAtCents)} of it is being looked at`}
          className="mt-8"
        >
          It was refused at delivery. You need not pay that part until we have decided, and we’ll
          write to you then.
        </Notice>
      )}
      {openCents > 0 && invoice.isOnOrdersCard && (
        <Notice title="The card of your order pays this invoice" className="mt-8">
          <p>
            There is nothing to do here. If it does not cover all of it, the rest can be paid then.
          </p>
        </Notice>
      )}
      {openCents > 0 && !invoice.isOnOrdersCard && (
        <>
          {takesCard && isPayable(openCents) && (
            // Each load resets the field to the open amount, or to the amount that was refused.
            <CardAmount
              key={requestId}
              invoice={invoice}
              requestId={requestId}
              answer={actionData}
            />
          )}
          <OtherWays invoice={invoice} etransfer={etransfer} isOnly={!takesCard} />
        </>
      )}
    </LinkedPage>
  );
}

function invoiceRows({ totalCents, openCents, dueOn }: PayableInvoice) {
  return [
    { label: "Invoice total", value: formatCents(totalCents) },
    ...(openCents < totalCents
      ? [{ label: "Paid or credited", value: formatCents(totalCents - openCents) }]
      : []),
    { label: "Open", value: formatCents(openCents) },
    ...(openCents > 0 ? [{ label: "Due", value: formatFullDay(dueOn) }] : []),
  ];
}

interface CardAmountProps {
  invoice: PayableInvoice;
  requestId: string;
  answer: PayAnswer | undefined;
}

function CardAmount({ invoice: { openCents }, requestId, answer }: CardAmountProps) {
  const values = { amount: toDollars(openCents), ...answer?.values };
  return (
    <section className="mt-10">
      <h2 className="text-title">By card</h2>
      <AnsweredForm answer={answer} replace={undefined} className="mt-4" preventScrollReset={false}>
        <input type="hidden" name="requestId" value={requestId} />
        <DecimalField
          label="Amount ($)"
          hint={`All that is open, or a part from ${formatCents(leastCents)}`}
          required
          {...answeredField({ values, errors: answer?.errors }, "amount")}
          inputClassName="max-w-48 tabular-nums"
        />
        <SubmitButton size="lg" className="mt-5 w-full sm:w-auto">
          Pay by card
        </SubmitButton>
        <p className="mt-3 text-sm text-ink-soft">
          You enter your card on the next page, in a form of Stripe, who takes card payments for us.
          Its number never reaches us.
        </p>
      </AnsweredForm>
    </section>
  );
}

interface OtherWaysProps {
  invoice: PayableInvoice;
  etransfer: { email: string; note: string } | null;
  isOnly: boolean;
}

function OtherWays({ invoice, etransfer, isOnly }: OtherWaysProps) {
  const { number, openCents, waysToPay } = invoice;
  const isEtransfer = (way: string) => /e-?transfer/i.test(way);
  const ways = etransfer
    ? [
        `Interac e-Transfer of ${formatCents(openCents)} to ${etransfer.email}, with ${number} in the message.`,
        ...(etransfer.note ? [etransfer.note] : []),
        ...waysToPay.filter((way) => !isEtransfer(way)),
      ]
    : waysToPay;
  if (ways.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-title">{isOnly ? "How to pay" : "Other ways to pay"}</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 break-words">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft">The reference is {number}.</p>
    </section>
  );
}
