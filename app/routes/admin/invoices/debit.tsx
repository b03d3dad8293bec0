import { randomUUID } from "node:crypto";
import { data, redirect, useLocation } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import {
  checkDebit,
  type DebitAnswer,
  debitFailed,
  previewOf,
} from "#app/features/receivables/debits/debit-form.ts";
import {
  billDifference,
  type InvoiceToDebit,
  invoiceToDebit,
} from "#app/features/receivables/debits/debits.server.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/debit.ts";
import { DebitForm } from "./debit-form.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.invoice ? "Bill a difference" : "Invoice not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const found = await orNull(
    invoiceToDebit(db, staffWith(context, "money"), params.id).then((invoice) => ({ invoice })),
    log,
    "load an invoice to correct",
  );
  const invoice = found?.invoice ?? null;
  const isMissing = found?.invoice === null;
  const facts = { invoice, isMissing, requestId: randomUUID() };
  return data(facts, { status: invoice ? 200 : isMissing ? 404 : 503 });
}

export async function action({ request, context, url, params }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url }, ({ deed }) => deed === "issue");
  const { db, log, shop } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const fields = await formFields(request);
  const refuse = (answer: DebitAnswer, status: number) =>
    data<DebitAnswer>({ values: fields, ...answer }, { status });
  try {
    const invoice = await invoiceToDebit(db, staff, params.id);
    if (!invoice) return refuse({ message: "There is no such invoice." }, 404);
    const { typed, refused } = checkDebit(fields, invoice.lines);
    if (refused) return refuse(refused, 400);
    const preview = previewOf(typed.lines);
    if (fields.seen !== String(preview.totalCents)) {
      const isChanged = Boolean(fields.seen) && fields.deed === "issue";
      const message = "The amounts have changed since the preview. Please check them again.";
      return refuse({ preview, ...(isChanged && { message }) }, isChanged ? 409 : 200);
    }
    if (fields.deed !== "issue") return refuse({ preview }, 200);
    const number = await billDifference(db, staff, invoice, typed, shop);
    if (!number) {
      const message = "This form was sent before for another invoice. Please load the page again.";
      return refuse({ message }, 409);
    }
    return redirect(`/admin/invoices/${invoice.id}/debit?issued=${number}`);
  } catch (error) {
    log.error({ err: error }, "billing a difference failed");
    return refuse({ message: debitFailed }, 503);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<DebitAnswer>({
    request,
    serverAction,
    unreached: { message: debitFailed, values },
  });
  return answer;
}

/** Bills what an invoice billed too little, on an invoice of its own. */
export default function Debit({ loaderData, actionData }: Route.ComponentProps) {
  const { invoice, isMissing, requestId } = loaderData;
  const issued = new URLSearchParams(useLocation().search).get("issued");
  const said = invoice?.earlier.find(({ number }) => number === issued);
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/admin/invoices">Invoices</BackLink>}
        title={invoice ? `Bill a difference to ${invoice.number}` : "Bill a difference"}
      />
      {said && (
        <Notice tone="success" title={`Invoice ${said.number} issued`} className="mt-6">
          <p>{mailedInWords(invoice?.readers ?? 0)}</p>
        </Notice>
      )}
      {invoice ? (
        <>
          <p className="mt-6 max-w-2xl text-ink-soft">
            {invoice.companyName || "Unknown Client"} was billed{" "}
            {formatCents(toCents(invoice.total))}. That invoice stays as it is; the difference is on
            a new one.
          </p>
          <Earlier earlier={invoice.earlier} />
          <DebitForm
            // A new form once an invoice was issued; not when the page's data is loaded again.
            key={invoice.earlier.length}
            lines={invoice.lines}
            requestId={requestId}
            answer={actionData}
          />
        </>
      ) : (
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" underHead title="There is no such invoice">
              <p>The link may be mistyped.</p>
            </EmptyState>
          ) : (
            <LoadFailure message="The invoice could not be loaded. Please try again." />
          )}
        </div>
      )}
    </>
  );
}

function mailedInWords(readers: number): string {
  if (readers === 0) return "We can’t email this client: give them the paper.";
  const who = readers === 1 ? "the person who keeps" : `the ${readers} people who keep`;
  return `It is on its way by email to ${who} the client’s books.`;
}

function Earlier({ earlier }: Pick<InvoiceToDebit, "earlier">) {
  if (earlier.length === 0) return null;
  return (
    <section className="mt-8 max-w-4xl">
      <h2 className="mb-4 text-title">Billed on top so far</h2>
      <Table label="Billed on top so far">
        <thead>
          <tr>
            <Th>Invoice</Th>
            <Th className="hidden sm:table-cell">Why</Th>
            <Th numeric>Amount</Th>
          </tr>
        </thead>
        <tbody>
          {earlier.map(({ number, url, issuedOn, total, reason }) => (
            <tr key={number}>
              <Th scope="row" className="tabular-nums">
                {url ? (
                  <a href={url} target="_blank" rel="noopener noreferrer" className="link">
                    {number}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                ) : (
                  number
                )}
                <span className="block text-sm font-normal text-ink-soft">
                  {formatFullDay(issuedOn)}
                </span>
              </Th>
              <Td className="hidden wrap-anywhere sm:table-cell">{reason}</Td>
              <Td numeric>{formatCents(toCents(total))}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
