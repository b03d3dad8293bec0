import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { byMethod, methodTitle } from "#app/domain/ledger/ledger-entry.ts";
import { paidAheadInWords } from "#app/domain/ordering/transition/transition-words.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import type { OrderPaid } from "#app/features/collecting/payments-of-order.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { useMay } from "#app/routes/admin/use-frame-facts.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";

interface DeskPaymentsProps {
  /** Null when they could not be loaded. */
  payments: OrderPaid[] | null;
  order: Pick<AdminOrder, "id" | "status">;
  /** What is left of its paid deposit, in cents. */
  paidAheadCents: number;
}

/** The order's payments except by card, and reversals; renders nothing without any. */
export function DeskPayments({ payments, order, paidAheadCents }: DeskPaymentsProps) {
  const may = useMay();
  if (payments?.length === 0) return null;
  return (
    <Section id="payments" title="Payments" look="spaced" className="mt-12 print:hidden">
      {paidAheadCents > 0 && order.status === "cancelled" && (
        <p className="mb-4 max-w-2xl">{paidAheadInWords(paidAheadCents)}</p>
      )}
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
      {paidAheadCents > 0 && may("money") && (
        <Link
          to={`/admin/orders/${order.id}/deposit/back`}
          className="link inline-block min-h-11 content-center"
        >
          Give the deposit back
        </Link>
      )}
      {payments?.some(({ isCounted }) => isCounted) && may("money") && (
        <Link
          to={`/admin/orders/${order.id}/payments`}
          className="link inline-block min-h-11 content-center"
        >
          A payment was made in another way
        </Link>
      )}
    </Section>
  );
}

function PaymentRow({ payment }: { payment: OrderPaid }) {
  const { method, reference, note, at, by, cents, takenBack } = payment;
  const name = cents < 0 ? `Given back ${byMethod(method)}` : methodTitle(method);
  return (
    <tr>
      <Th scope="row">
        {name}
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
            {takenBack.cash && <span className="block">{takenBack.cash}</span>}
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
