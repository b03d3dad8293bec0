import { Link } from "react-router";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import type { receivables } from "#app/domain/ledger/accounts.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { NothingYet } from "./overview-section.tsx";

/** What clients owe, and what of it is overdue. */
export function Owed({ owed }: { owed: Awaited<ReturnType<typeof receivables>> }) {
  const { openCents, overdueCents, creditCents, ageing } = owed;
  if (openCents === 0 && creditCents === 0) {
    return (
      <NothingYet title="Nothing is owed">
        What clients owe appears here with the first invoice.
      </NothingYet>
    );
  }
  return (
    <Sums>
      <Sum
        label="Overdue"
        isBad={overdueCents > 0}
        note={
          overdueCents > 0 && (
            <Link to="/admin/receivables?view=overdue" prefetch="intent" className="link">
              Who is late
            </Link>
          )
        }
      >
        {formatCents(overdueCents)}
      </Sum>
      <Sum label="Over 90 days" isBad={ageing.over90 > 0}>
        {formatCents(ageing.over90)}
      </Sum>
      <Sum label="Open">{formatCents(openCents)}</Sum>
      <Sum label="Unapplied">{formatCents(creditCents)}</Sum>
    </Sums>
  );
}
