import { Badge } from "#app/components/badge.tsx";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { Invoice } from "./invoice.ts";

interface InvoiceStateProps {
  invoice: Pick<Invoice, "amount" | "openCents" | "dueOn" | "isCredited" | "takenBackBy">;
  /** The Pacific day. */
  today: string;
  /** In cents; the part refused at the door and still under review. */
  lookedAtCents?: number;
}

/** Shows whether an invoice is paid, credited, partly paid or open, its due day, and what cancelled it. */
export function InvoiceState({
  invoice: { amount, openCents, dueOn, isCredited, takenBackBy },
  today,
  lookedAtCents = 0,
}: InvoiceStateProps) {
  if (takenBackBy !== null) {
    return (
      <>
        <Badge tone="cancelled">Cancelled</Badge>
        <span className="block text-sm whitespace-nowrap text-ink-soft">by {takenBackBy}</span>
      </>
    );
  }
  if (openCents === 0) {
    return isCredited ? (
      <Badge tone="cancelled">Credited</Badge>
    ) : (
      <Badge tone="delivered">Paid</Badge>
    );
  }
  const isOverdue = dueOn !== null && dueOn < today;
  const isPart = openCents < toCents(amount);
  return (
    <>
      {isOverdue ? <Badge tone="cancelled">Overdue</Badge> : <Badge tone="pending">Open</Badge>}
      {isPart && <span className="block text-sm text-ink-soft">{formatCents(openCents)} open</span>}
      {dueOn && (
        <span className="block text-sm whitespace-nowrap text-ink-soft">
          Due {formatFullDay(dueOn)}
          {dueOn === today && ", today"}
        </span>
      )}
      {lookedAtCents > 0 && (
        <span className="block text-sm text-ink-soft">
          {formatCents(lookedAtCents)} refused, being looked at
        </span>
      )}
    </>
  );
}

/** Shows how many orders an invoice has besides its first. */
export function MoreOrders({ count }: { count: number }) {
  if (count <= 1) return null;
  return <span className="whitespace-nowrap text-ink-soft"> and {count - 1} more</span>;
}
