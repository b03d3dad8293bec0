import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import type { AccountInList } from "#app/domain/ledger/account.ts";
import type { receivables } from "#app/domain/ledger/accounts.server.ts";
import { ages, ageText, overdueOf } from "#app/domain/ledger/ageing.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { NothingYet } from "./today-section.tsx";

interface OwedProps {
  owed: Awaited<ReturnType<typeof receivables>> & {
    /** The clients who owe most, largest first. */
    most: AccountInList[];
  };
}

/** Shows clients' total and overdue debt, and who owes most. */
export function Owed({ owed }: OwedProps) {
  const { openCents, overdueCents, creditCents, ageing, most } = owed;
  if (openCents === 0 && creditCents === 0) {
    return (
      <NothingYet title="Nothing is owed">
        What clients owe appears here with the first invoice.
      </NothingYet>
    );
  }
  return (
    <>
      <Sums>
        <Sum
          label="Overdue"
          isBad={overdueCents > 0}
          note={
            overdueCents > 0 && (
              <Link
                to="/admin/receivables?view=overdue"
                prefetch="intent"
                className="link inline-flex items-center pointer-coarse:min-h-11"
              >
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
      {most.length > 0 && (
        <>
          <h3 className="mt-6 font-sans text-base font-semibold">Owing most</h3>
          <ul aria-label="Owing most" className="mt-1">
            {most.map((account) => (
              <Owing key={account.customerId} account={account} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Owing({ account }: { account: AccountInList }) {
  const { customerId, companyName, ageing, openCents } = account;
  const overdue = overdueOf(ageing);
  const oldest = ages.findLast((age) => ageing[age] > 0) ?? "current";
  return (
    <li className="border-b border-rule">
      <Link
        to={`/admin/receivables/${customerId}`}
        prefetch="intent"
        className="grid min-h-11 grid-cols-[1fr_auto] items-baseline gap-x-4 py-2.5"
      >
        <span className="link min-w-0 justify-self-start font-semibold break-words">
          {companyName || "Unknown Client"}
        </span>
        <span className="font-semibold tabular-nums">{formatCents(openCents)}</span>
        <span
          className={clsx(
            "col-span-2 text-sm tabular-nums",
            overdue > 0 ? "text-cancelled" : "text-ink-soft",
          )}
        >
          {overdue > 0
            ? `${overdue < openCents ? `${formatCents(overdue)} of it overdue` : "Overdue"}, ${ageText[oldest].toLowerCase()}`
            : "Not due yet"}
        </span>
      </Link>
    </li>
  );
}
