import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { Invoice } from "#app/domain/documents/invoice.ts";
import { InvoiceState, MoreOrders } from "#app/domain/documents/invoice-state.tsx";
import { isPayable, payPath } from "#app/domain/documents/pay-form.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";

/** A client's invoices. On phones the date and the order are below the number. */
export function InvoicesTable({
  invoices,
  lookedAt,
  today,
  takesCard,
}: {
  invoices: Invoice[];
  /** The cents refused at the door and under review, by invoice id. */
  lookedAt: ReadonlyMap<string, number>;
  today: string;
  takesCard: boolean;
}) {
  return (
    <Table
      label="Invoices"
      columns={[
        "Invoice",
        { head: "Date", className: "hidden md:table-cell" },
        { head: "Order", className: "hidden lg:table-cell" },
        { head: "Payment", className: "hidden sm:table-cell" },
        { head: "Amount", numeric: true, className: "max-md:pr-3" },
        { head: "Download", isHeadHidden: true },
      ]}
    >
      {invoices.map((invoice) => (
        <InvoiceRow
          key={invoice.id}
          invoice={invoice}
          today={today}
          takesCard={takesCard}
          lookedAtCents={lookedAt.get(invoice.id) ?? 0}
        />
      ))}
    </Table>
  );
}

interface InvoiceRowProps {
  invoice: Invoice;
  lookedAtCents: number;
  today: string;
  takesCard: boolean;
}

function InvoiceRow({ invoice, lookedAtCents, today, takesCard }: InvoiceRowProps) {
  const { invoiceNumber, invoiceUrl, createdAt, orderId } = invoice;
  const pay = takesCard && isPayable(invoice.openCents) ? payPath(invoiceUrl) : null;
  return (
    <tr>
      <Th scope="row" className="whitespace-nowrap tabular-nums max-md:pr-3">
        {invoiceNumber}
        <Moment at={createdAt} className="block text-sm font-normal text-ink-soft md:hidden" />
        <Link
          to={`/dashboard/orders/${orderId}`}
          className="link inline-flex min-h-11 items-center text-sm font-normal lg:hidden"
        >
          Order {orderNumber(invoice.orderNumber)}
        </Link>
        <span className="mt-1 block text-sm font-normal sm:hidden">
          <InvoiceState invoice={invoice} today={today} lookedAtCents={lookedAtCents} />
        </span>
      </Th>
      <Td className="hidden whitespace-nowrap md:table-cell">
        <Moment at={createdAt} />
      </Td>
      <Td className="hidden lg:table-cell">
        <Link to={`/dashboard/orders/${orderId}`} className="link tabular-nums">
          {orderNumber(invoice.orderNumber)}
        </Link>
        <MoreOrders count={invoice.orderCount} />
      </Td>
      <Td className="hidden sm:table-cell">
        <InvoiceState invoice={invoice} today={today} lookedAtCents={lookedAtCents} />
      </Td>
      <Td numeric className="max-md:pr-3">
        {formatDollars(invoice.amount)}
      </Td>
      <Td className="text-right">
        {pay && (
          <ButtonLink to={pay} reloadDocument size="sm" className="mb-2 md:mr-2 md:mb-0">
            <span>
              Pay<span className="sr-only"> {invoiceNumber}</span>
            </span>
          </ButtonLink>
        )}
        {invoiceUrl ? (
          <InvoiceDownload
            number={invoiceNumber}
            url={invoiceUrl}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            <span>
              Download<span className="sr-only"> {invoiceNumber}</span>
            </span>
          </InvoiceDownload>
        ) : (
          <span className="text-sm text-ink-soft">No invoice available</span>
        )}
      </Td>
    </tr>
  );
}
