import { Sum, Sums } from "#app/components/page/sums.tsx";
import type { OwnAccount } from "#app/domain/ledger/account.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { StatementForm } from "#app/features/collecting/statement-form.tsx";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** What the client owes, when it is due, how to pay it, and the statement. */
export function AccountFigures({
  account,
  waysToPay,
  today,
}: {
  account: OwnAccount;
  waysToPay: string[];
  today: string;
}) {
  const { balance, debts } = account;
  const { balanceCents, openCents, creditCents, overdueCents } = balance;
  const next = debts.find(({ dueOn }) => dueOn >= today);
  const dueTogether = debts.filter(({ dueOn }) => dueOn === next?.dueOn);
  return (
    <>
      <Sums>
        <Sum label={balanceCents < 0 ? "To your credit" : "Balance"}>
          {formatCents(Math.abs(balanceCents))}
        </Sum>
        <Sum label="Overdue" isBad={overdueCents > 0}>
          {formatCents(overdueCents)}
        </Sum>
        <Sum
          label="Due next"
          note={next && formatFullDay(next.dueOn) + (next.dueOn === today ? ", today" : "")}
        >
          {next
            ? formatCents(dueTogether.reduce((sum, { openCents }) => sum + openCents, 0))
            : "Nothing"}
        </Sum>
        <Sum label="Paid ahead" note={creditCents > 0 && "Settles your next invoice"}>
          {formatCents(creditCents)}
        </Sum>
      </Sums>
      <div className="grid-page mt-6 gap-y-6">
        {openCents > 0 && (
          <details className="col-span-12 lg:col-span-6" open={overdueCents > 0}>
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold hover:text-oxblood">
              How to pay
            </summary>
            <ul className="list-disc space-y-2 pl-5 text-ink-soft">
              {waysToPay.map((way) => (
                <li key={way}>
                  <WithPhone text={way} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <StatementForm
          action="/dashboard/invoices/statement.pdf"
          today={today}
          className="col-span-12 lg:col-span-6"
        />
      </div>
    </>
  );
}

/** Renders the company's text with its phone number as a link. */
function WithPhone({ text }: { text: string }) {
  const { phone } = useCompany();
  const [before, ...rest] = text.split(phone.display);
  if (rest.length === 0) return text;
  return (
    <>
      {before}
      <a href={phone.href} className="link whitespace-nowrap">
        {phone.display}
      </a>
      {rest.join(phone.display)}
    </>
  );
}
