import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { type AdminInvoice, isReceiptNumber } from "#app/domain/documents/invoice.ts";
import { CreditNoteLink, InvoiceState, MoreOrders } from "#app/domain/documents/invoice-state.tsx";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";

/** On narrow screens date and order are below the number; on phones client and payment too. */
export function InvoicesTable({ invoices, today }: { invoices: AdminInvoice[]; today: string }) {
  return (
    <Table
      label="Invoices"
      columns={[
        "Invoice Number",
        { head: "Client", className: "hidden md:table-cell" },
        { head: "Date", className: "hidden lg:table-cell" },
        { head: "Order", className: "hidden lg:table-cell" },
        { head: "Payment", className: "hidden sm:table-cell" },
        { head: "Amount", numeric: true, className: "max-md:pr-3" },
        "Actions",
      ]}
    >
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} today={today} />
      ))}
    </Table>
  );
}

function InvoiceRow({ invoice, today }: { invoice: AdminInvoice; today: string }) {
  const { invoiceNumber, createdAt, amount } = invoice;
  const company = invoice.companyName || "Unknown Client";
  return (
    <tr>
      <Th scope="row" className="max-md:pr-3">
        <span className="whitespace-nowrap tabular-nums">{invoiceNumber}</span>
        <span className="block text-sm font-normal text-ink-soft lg:hidden">
          <span className="block break-words md:hidden">{company}</span>
          <Moment at={createdAt} className="block whitespace-nowrap" />
          <OrderLink invoice={invoice} named />
          <MoreOrders count={invoice.orderCount} />
        </span>
        <span className="mt-1 block text-sm font-normal sm:hidden">
          <InvoiceState invoice={invoice} today={today} />
          <CreditNotes invoice={invoice} />
        </span>
      </Th>
      <Td className="hidden max-w-72 break-words md:table-cell">{company}</Td>
      <Td className="hidden whitespace-nowrap lg:table-cell">
        <Moment at={createdAt} />
      </Td>
      <Td className="hidden lg:table-cell">
        <OrderLink invoice={invoice} />
        <MoreOrders count={invoice.orderCount} />
      </Td>
      <Td className="hidden sm:table-cell">
        <InvoiceState invoice={invoice} today={today} />
        <CreditNotes invoice={invoice} />
      </Td>
      <Td numeric className="max-md:pr-3">
        {formatDollars(amount)}
      </Td>
      <Td>
        <Actions invoice={invoice} />
      </Td>
    </tr>
  );
}

/** Says what was credited or refunded, with links to the notes. */
function CreditNotes({
  invoice: { invoiceNumber, creditNotes, takenBackBy },
}: {
  invoice: AdminInvoice;
}) {
  const back = isReceiptNumber(invoiceNumber) ? "given back" : "credited";
  return creditNotes
    .filter(({ number, cents }) => number !== takenBackBy && cents > 0)
    .sort((one, other) => one.number.localeCompare(other.number))
    .map(({ number, url, cents }) => (
      <span key={number} className="block text-sm text-ink-soft">
        {formatCents(cents)} {back}, <CreditNoteLink number={number} url={url} />
      </span>
    ));
}

function OrderLink({
  invoice: { orderId, orderNumber: number },
  named = false,
}: {
  invoice: AdminInvoice;
  named?: boolean;
}) {
  return (
    <Link to={`/admin/orders/${orderId}`} className="link whitespace-nowrap tabular-nums">
      {named ? orderName(number) : orderNumber(number)}
    </Link>
  );
}

/** Tall enough for a finger on touch screens. */
const way = "link inline-flex items-center pointer-coarse:min-h-11";

function Actions({ invoice }: { invoice: AdminInvoice }) {
  const { id, invoiceNumber, invoiceUrl, takenBackBy } = invoice;
  if (!invoiceUrl) return <span className="text-sm text-ink-soft">No PDF available</span>;
  const named = <span className="sr-only"> {invoiceNumber}</span>;
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-3 pointer-coarse:gap-y-0">
      <a href={invoiceUrl} target="_blank" rel="noopener noreferrer" className={way}>
        View{named}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <InvoiceDownload number={invoiceNumber} url={invoiceUrl} className={`${way} gap-2`}>
        <span>Download{named}</span>
      </InvoiceDownload>
      {/* A sale paid at the counter has no client to bill. */}
      {takenBackBy === null && !isReceiptNumber(invoiceNumber) && (
        <Link to={`/admin/invoices/${id}/debit`} className={way}>
          Bill the difference<span className="sr-only"> to {invoiceNumber}</span>
        </Link>
      )}
    </span>
  );
}
