import { randomUUID } from "node:crypto";
import { data, redirect, useLocation } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  checkDebit,
  type DebitAnswer,
  debitFailed,
  previewOf,
} from "#app/domain/documents/debits/debit-form.ts";
import {
  billDifference,
  type InvoiceToDebit,
  invoiceToDebit,
} from "#app/domain/documents/debits/debits.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/debit.ts";
import { DebitForm } from "./debit-form.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.invoice ? "Bill the difference" : "Invoice not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const found = await lookUp(
    invoiceToDebit(db, staffWith(context, "money"), params.id),
    log,
    "load an invoice to correct",
  );
  const { value: invoice, isMissing, status } = found;
  const facts = { invoice, isMissing, requestId: randomUUID() };
  return data(facts, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<DebitAnswer>(
    args,
    {
      failed: debitFailed,
      log: "billing a difference failed",
      proof: proofFor(({ intent }) => intent === "issue"),
    },
    async (fields, { db, shop }) => {
      const staff = staffWith(args.context, "money");
      const invoice = await invoiceToDebit(db, staff, args.params.id);
      if (!invoice) throw new Refusal("gone", "There is no such invoice.");
      const typed = accepted(checkDebit(fields, invoice.lines));
      const preview = previewOf(typed.lines);
      const isSeen = fields.seen === String(preview.totalCents);
      if (!isSeen && fields.seen && fields.intent === "issue") {
        const message = "The amounts have changed since the preview. Please check them again.";
        throw new Refusal("changed", message, { answer: { preview } });
      }
      if (!isSeen || fields.intent !== "issue") return data({ values: fields, preview });
      const number = await billDifference(db, staff, invoice, typed, shop);
      if (number) return redirect(`/admin/invoices/${invoice.id}/debit?issued=${number}`);
      const message = "This form was already sent for another invoice. Please reload the page.";
      throw new Refusal("sent before", message);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<DebitAnswer>(sent, { failed: debitFailed, looksAgain: () => true });

export default function Debit({ loaderData, actionData }: Route.ComponentProps) {
  const { invoice, isMissing, requestId } = loaderData;
  const issued = new URLSearchParams(useLocation().search).get("issued");
  const said = invoice?.earlier.find(({ number }) => number === issued);
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/invoices">Invoices</BackLink>}
        title={invoice ? `Bill the difference to ${invoice.number}` : "Bill the difference"}
      />
      {said && (
        <Notice tone="success" title={`Invoice ${said.number} issued`} className="mt-6">
          <p>{mailedInWords(invoice?.readers ?? 0)}</p>
        </Notice>
      )}
      {invoice ? (
        <>
          <p className="mt-6 max-w-2xl text-ink-soft">
            {invoice.companyName || "Unknown Client"} was billed {formatDollars(invoice.total)}.
            That invoice stays as it is; the difference is on a new one.
          </p>
          <Earlier earlier={invoice.earlier} />
          <DebitForm
            // Reset the form once an invoice was issued, not when the page's data reloads.
            key={invoice.earlier.length}
            lines={invoice.lines}
            requestId={requestId}
            answer={actionData}
          />
        </>
      ) : (
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" underHead title="Invoice not found">
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
      <Table
        label="Billed on top so far"
        columns={[
          "Invoice",
          { head: "Why", className: "hidden sm:table-cell" },
          { head: "Amount", numeric: true },
        ]}
      >
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
            <Td numeric>{formatDollars(total)}</Td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
