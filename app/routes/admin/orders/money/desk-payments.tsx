import { Moment } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { methodText } from "#app/domain/ledger/ledger-entry.ts";
import type { OrderPaid } from "#app/features/collecting/payments-of-order.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";

/** The order's payments besides those by card, and what was taken back. Nothing without any. */
export function DeskPayments({
  payments,
}: {
  /** Null when they could not be loaded. */
  payments: OrderPaid[] | null;
}) {
  if (payments?.length === 0) return null;
  return (
    <Section id="payments" title="Payments" look="spaced" className="mt-12 print:hidden">
      {payments ? (
        <Table
          label="Payments of this order"
          columns={["Paid by", { head: "Amount", numeric: true }]}
        >
          {payments.map((payment) => (
            <PaymentRow key={payment.entryId} payment={payment} />
          ))}
        </Table>
      ) : (
        <LoadFailure message="The payments could not be loaded. Please try again." />
      )}
    </Section>
  );
}

function PaymentRow({ payment }: { payment: OrderPaid }) {
  const { method, reference, note, at, by, cents, takenBack } = payment;
  const name = methodText[method];
  return (
    <tr>
      <Th scope="row">
        {name.charAt(0).toUpperCase() + name.slice(1)}
        {reference && <span className="font-normal break-words"> {reference}</span>}
        <span className="block text-sm font-normal break-words text-ink-soft">
          <Moment at={at} time />
          {by && `, by ${by}`}
        </span>
        {note && (
          <span className="block text-sm font-normal break-words text-ink-soft">{note}</span>
        )}
        {takenBack && (
          <span className="block text-sm font-normal break-words">
            Taken back on <Moment at={takenBack.at} time />
            {takenBack.by && `, by ${takenBack.by}`}
            {takenBack.why && `: ${takenBack.why}`}
          </span>
        )}
      </Th>
      <Td numeric>
        {takenBack ? (
          <>
            <s>{formatCents(cents)}</s>
            <span className="sr-only"> taken back</span>
          </>
        ) : (
          formatCents(cents)
        )}
      </Td>
    </tr>
  );
}
