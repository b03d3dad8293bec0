import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { cardInWords } from "#app/domain/documents/pay-form.ts";
import { attentionText, type CardPayment } from "#app/domain/payments/payment.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { PaymentBadge } from "#app/routes/admin/payments/card-payments.tsx";
import { useMay } from "#app/routes/admin/use-frame-facts.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";

interface OrderPaymentsProps {
  /** Null when they could not be loaded. */
  payments: CardPayment[] | null;
  now: Date;
}

/** The order's card payments; renders nothing without any. */
export function OrderPayments({ payments, now }: OrderPaymentsProps) {
  if (payments?.length === 0) return null;
  return (
    <Section id="order-payments" title="Card payments" look="spaced" className="mt-12 print:hidden">
      {payments ? (
        <Table label="Card payments" columns={["Card", "State", { head: "Amount", numeric: true }]}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} now={now} />
          ))}
        </Table>
      ) : (
        <LoadFailure message="The card payments could not be loaded. Please try again." />
      )}
    </Section>
  );
}

function PaymentRow({ payment, now }: { payment: CardPayment; now: Date }) {
  const { id, cardBrand, cardLast4, createdAt, state, captureBefore } = payment;
  const { cents, heldCents, capturedCents, refundedCents } = payment;
  const may = useMay();
  const card = cardInWords(cardBrand, cardLast4) || "No card yet";
  const attention = attentionText(payment, now);
  return (
    <tr>
      <Th scope="row">
        {may("money") ? (
          <Link to={`/admin/payments/${id}`} className="link whitespace-nowrap">
            {card}
          </Link>
        ) : (
          <span className="whitespace-nowrap">{card}</span>
        )}
        <Moment at={createdAt} className="block text-sm font-normal text-ink-soft" />
        {captureBefore && state === "held" && (
          <span className="block text-sm font-normal text-ink-soft">
            Held until <Moment at={captureBefore} time />
          </span>
        )}
        {attention && <span className="block text-sm font-normal text-ink-soft">{attention}</span>}
      </Th>
      <Td>
        <PaymentBadge payment={payment} />
      </Td>
      <Td numeric>
        {formatCents(capturedCents || heldCents || cents)}
        {refundedCents > 0 && (
          <span className="block text-sm text-ink-soft">{formatCents(refundedCents)} refunded</span>
        )}
      </Td>
    </tr>
  );
}
