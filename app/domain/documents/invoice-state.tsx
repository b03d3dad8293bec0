import { Fragment } from "react";
import { Badge } from "#app/components/badge.tsx";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { Invoice } from "./invoice.ts";

interface InvoiceStateProps {
  invoice: Pick<
    Invoice,
    "amount" | "openCents" | "dueOn" | "isCredited" | "takenBackBy" | "takenBackUrl"
  >;
  today: string;
  /** The part refused at the door and still under review, in cents. */
  lookedAtCents?: number;
}

/** Shows whether an invoice is paid, credited or open, its due day, and what cancelled it. */
export function InvoiceState({
  invoice: { amount, openCents, dueOn, isCredited, takenBackBy, takenBackUrl },
  today,
  lookedAtCents = 0,
}: InvoiceStateProps) {
  if (takenBackBy !== null) {
    return (
      <>
        <Badge tone="cancelled">Cancelled</Badge>
        <span className="block text-sm whitespace-nowrap text-ink-soft">
          by <CreditNoteLink number={takenBackBy} url={takenBackUrl} />
        </span>
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

/** Links to credit notes by their numbers, separated by commas. */
export function CreditNoteLinks({ notes }: { notes: readonly CreditNote[] }) {
  return notes
    .toSorted((one, other) => one.number.localeCompare(other.number))
    .map((note, index) => (
      <Fragment key={note.number}>
        {index > 0 && ", "}
        <CreditNoteLink {...note} />
      </Fragment>
    ));
}

interface CreditNote {
  number: string;
  url: string | null;
}

/** Links to the credit note that cancelled or credited an invoice. */
export function CreditNoteLink({ number, url }: CreditNote) {
  if (!url) return number;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11"
    >
      {number}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Shows how many orders an invoice has besides its first. */
export function MoreOrders({ count }: { count: number }) {
  if (count <= 1) return null;
  return <span className="whitespace-nowrap text-ink-soft"> and {count - 1} more</span>;
}
