import { useState } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, useFirstMistake } from "#app/components/form/field.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { OpenDebt } from "#app/domain/ledger/account.ts";
import { settleField } from "#app/domain/ledger/book-form.ts";
import { settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import type { BankRow } from "#app/features/collecting/bank/bank-file.ts";
import type { RowAnswer } from "#app/features/collecting/bank/decide-form.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { DebtName } from "../open-debts.tsx";

interface SplitFormProps {
  row: BankRow;
  customerId: string;
  debts: OpenDebt[];
  /** As proposed; the oldest first if nothing is. */
  settles: { entryId: string; cents: number }[] | undefined;
  answer: RowAnswer | undefined;
}

/** Form that books an incoming payment for a client, split over its invoices. */
export function SplitForm({ row, customerId, debts, settles, answer }: SplitFormProps) {
  const form = useFirstMistake(answer);
  const proposed = settles ?? settledInOrder(row.cents, debts);
  const [typed, setTyped] = useState<Record<string, string>>(
    () =>
      answer?.values ??
      Object.fromEntries(
        proposed.map(({ entryId, cents }) => [settleField(entryId), toDollars(cents)]),
      ),
  );
  const settled = sumCents(debts, ({ entryId }) => centsOf(typed[settleField(entryId)] ?? "") ?? 0);
  const rest = row.cents - settled;
  return (
    <Form ref={form} aria-label="Apply" method="post" replace preventScrollReset className="mt-4">
      <input type="hidden" name="customerId" value={customerId} />
      {debts.length === 0 ? (
        <p className="border-y border-rule py-4 text-ink-soft">
          Nothing is open. The payment is kept as credit.
        </p>
      ) : (
        <Table
          label="Apply the payment to"
          columns={[
            "Item",
            { head: "Due", className: "hidden sm:table-cell" },
            { head: "Open", numeric: true },
            { head: "Apply ($)", numeric: true },
          ]}
        >
          {debts.map((debt) => {
            const name = settleField(debt.entryId);
            return (
              <tr key={debt.entryId}>
                <Th scope="row">
                  <DebtName debt={debt} />
                </Th>
                <Td className="hidden whitespace-nowrap sm:table-cell">
                  {formatFullDay(debt.dueOn)}
                </Td>
                <Td numeric>{formatCents(debt.openCents)}</Td>
                <Td numeric className="py-1.5! align-middle">
                  <DecimalField
                    label={`Applied to ${debt.documentNumber ?? "the charge"}`}
                    hideLabel
                    {...answeredField(answer, name)}
                    defaultValue={typed[name] ?? ""}
                    onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                    className="ml-auto w-28 whitespace-normal"
                    inputClassName="text-right tabular-nums"
                  />
                </Td>
              </tr>
            );
          })}
        </Table>
      )}
      {debts.length > 0 && rest !== 0 && (
        <p role="status" className={`mt-3 ${rest < 0 ? "text-cancelled" : "text-ink-soft"}`}>
          {rest > 0
            ? `${formatCents(rest)} stays as credit.`
            : `That is ${formatCents(-rest)} more than the payment.`}
        </p>
      )}
      <SubmitButton intent="book" className="mt-6">
        Apply {formatCents(row.cents)}
      </SubmitButton>
    </Form>
  );
}
