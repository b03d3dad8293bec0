import { data, useRevalidator } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { cardInWords } from "#app/domain/documents/pay-form.ts";
import { cardPageCounts } from "#app/domain/limits/rate-limits.ts";
import {
  getInvoicePayment,
  getPayableInvoice,
  giveUpPayment,
  type InvoicePayment,
  type PayableInvoice,
} from "#app/domain/payments/by-link/pay-invoice.server.ts";
import { type CardFormFacts, cardFormHandle } from "#app/domain/payments/card-form/card-form.ts";
import { CardForm } from "#app/domain/payments/card-form/card-form.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDate } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import {
  LinkedPage,
  linkedHeaders,
  linkedMeta,
  NoSuchLink,
  PayFacts,
} from "#app/routes/mailed-link-page.tsx";
import { LoadFailure } from "../load-failure.tsx";
import type { Route } from "./+types/pay-card.ts";

export const handle = cardFormHandle;

export const meta: Route.MetaFunction = (args) =>
  linkedMeta(
    args,
    args.loaderData?.paying ? `Pay ${args.loaderData.paying.invoice.number}` : "Pay an invoice",
  );

export const headers = linkedHeaders;

/** Asks the provider for the payment's state, and opens its card form until it is paid. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const paying = await payingOf(services, params);
  if (!paying) return data({ paying: null, form: null }, { status: 404 });
  const { payment, invoice } = paying;
  if (payment.state !== "confirming") return data({ paying, form: null });
  const wait = await services.limits.takeAll(cardPageCounts(services.clientAddress, invoice.id));
  if (wait !== null) {
    return data(
      { paying, form: null, isUnreached: true },
      { status: 429, headers: { "Retry-After": String(wait) } },
    );
  }
  const form = services.cardPayments?.prepare(payment.id);
  const asked = form && (await orNull(asAnswer(form), services.log, "open a card form"));
  if (!asked) return data({ paying, form: null, isUnreached: true }, { status: 503 });
  const now = (await payingOf(services, params)) ?? paying;
  if (now.payment.state === "confirming" && now.payment.cents > now.invoice.openCents) {
    await giveUpPayment(services.db, payment.id);
    return data({ paying: now, form: null });
  }
  return data({ paying: now, form: asked.form });
}

/** Distinguishes "no form" from "no answer". */
const asAnswer = async (form: Promise<CardFormFacts | null>) => ({ form: await form });

async function payingOf(
  { db }: RequestContext,
  { token, payment: id }: Route.LoaderArgs["params"],
) {
  const invoice = await getPayableInvoice(db, token);
  const payment = invoice && (await getInvoicePayment(db, invoice, id));
  return payment && { invoice, payment };
}

export default function PayByCard({ loaderData, params }: Route.ComponentProps) {
  const company = useCompany();
  const { paying, form } = loaderData;
  const { revalidate } = useRevalidator();
  if (!paying) return <NoSuchLink />;
  const { invoice, payment } = paying;
  const back = `/invoices/${params.token}/pay`;
  if (payment.state === "captured") return <Receipt {...paying} back={back} />;
  if (!form) {
    const isUnreached = "isUnreached" in loaderData && loaderData.isUnreached;
    return (
      <LinkedPage isNarrow title={`Pay ${invoice.number}`}>
        {isUnreached ? (
          <LoadFailure message="The card form could not be opened. Nothing was charged. Please try again in a moment." />
        ) : (
          <NotPaid invoice={invoice} back={back} />
        )}
      </LinkedPage>
    );
  }
  const amount = formatCents(payment.cents);
  return (
    <LinkedPage
      isNarrow
      title={`Pay ${amount}`}
      before={<BackLink to={back}>Change the amount</BackLink>}
    >
      <PayFacts
        rows={[
          { label: "Invoice", value: invoice.number },
          { label: "Open", value: formatCents(invoice.openCents) },
          { label: "You pay", value: amount },
        ]}
      />
      <noscript>
        <p className="mt-6">
          The card form needs JavaScript. Switch it on and reload this page, or call{" "}
          {company.phone.display}.
        </p>
      </noscript>
      {payment.refusal && (
        <Notice title="The last card was refused" className="mt-6">
          <p>
            Nothing was charged. Try the same card again and confirm the payment if your bank asks,
            or use another card.
          </p>
        </Notice>
      )}
      <div className="mt-8">
        <CardForm form={form} label={`Pay ${amount}`} onDone={revalidate} />
      </div>
    </LinkedPage>
  );
}

function Receipt({
  invoice,
  payment,
  back,
}: {
  invoice: PayableInvoice;
  payment: InvoicePayment;
  back: string;
}) {
  const company = useCompany();
  const { number, openCents } = invoice;
  const { capturedCents, settledCents, cardBrand, cardLast4, stateSince } = payment;
  const creditCents = capturedCents - settledCents;
  const card = cardInWords(cardBrand, cardLast4);
  return (
    <LinkedPage isNarrow title="Thank you">
      <p role="status" className="mb-6 text-lg">
        We received {formatCents(capturedCents)} for {number}. A receipt goes by email to whoever
        keeps the account.
      </p>
      <PayFacts
        rows={[
          { label: "Charged", value: formatCents(capturedCents) },
          ...(card ? [{ label: "Card", value: card }] : []),
          { label: "Date", value: formatDate(stateSince) },
          { label: "Invoice", value: number },
          ...(creditCents > 0
            ? [
                { label: "Applied to this invoice", value: formatCents(settledCents) },
                { label: "Added to your account", value: formatCents(creditCents) },
              ]
            : []),
          { label: "Still open", value: formatCents(openCents) },
        ]}
      />
      {creditCents > 0 && (
        <Notice title="More was paid than was open" className="mt-6">
          <p>
            {formatCents(creditCents)} was too much, and is yours: it settles what else is open, and
            the rest is a credit for your next invoice. If you want it back, call{" "}
            {company.phone.display}.
          </p>
        </Notice>
      )}
      {openCents > 0 && (
        <p className="mt-6">
          <a href={back} className={buttonClass({ variant: "secondary" })}>
            Pay the rest
          </a>
        </p>
      )}
    </LinkedPage>
  );
}

/** Shown for a card form that was voided, or exceeds the amount now open. */
function NotPaid({
  invoice: { number, openCents },
  back,
}: {
  invoice: PayableInvoice;
  back: string;
}) {
  if (openCents === 0) {
    return (
      <Notice title={`Someone else has paid ${number}`}>
        <p>Nothing is open, and nothing was charged to your card.</p>
      </Notice>
    );
  }
  return (
    <Notice
      title="This payment is over"
      action={
        <a href={back} className={buttonClass()}>
          Pay {formatCents(openCents)}
        </a>
      }
    >
      <p>
        Nothing was charged. {formatCents(openCents)} of {number} is still open.
      </p>
    </Notice>
  );
}
