import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { debtInWords, type OpenDebt } from "#app/domain/ledger/account.ts";
import type { BookAnswer } from "#app/domain/ledger/book-form.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

interface OpenDebtsProps {
  debts: OpenDebt[];
  today: string;
  answer: BookAnswer | undefined;
  requestId: string;
}

/** Open amounts, oldest due first. On phones the days are below the number. */
export function OpenDebts({ debts, today, answer, requestId }: OpenDebtsProps) {
  if (debts.length === 0) {
    return (
      <p className="border-y border-t-ink border-b-rule py-5 text-ink-soft">
        Nothing is open: every invoice is settled.
      </p>
    );
  }
  return (
    <Table
      label="Open"
      columns={[
        "Item",
        { head: "Date", className: "hidden lg:table-cell" },
        { head: "Due", className: "hidden sm:table-cell" },
        { head: "Amount", numeric: true, className: "hidden lg:table-cell" },
        { head: "Open", numeric: true },
        { head: "Write off", isHeadHidden: true, className: "print:hidden" },
      ]}
    >
      {debts.map((debt) => (
        <tr key={debt.entryId}>
          <Th scope="row">
            <DebtName debt={debt} />
            <Due debt={debt} today={today} className="mt-1 block text-sm font-normal sm:hidden" />
            {debt.note && (
              <span className="block max-w-md text-sm font-normal break-words text-ink-soft">
                {debt.note}
              </span>
            )}
          </Th>
          <Td className="hidden whitespace-nowrap lg:table-cell">
            {formatFullDay(debt.occurredOn)}
          </Td>
          <Td className="hidden whitespace-nowrap sm:table-cell">
            <Due debt={debt} today={today} />
          </Td>
          <Td numeric className="hidden lg:table-cell">
            {formatCents(debt.totalCents)}
          </Td>
          <Td numeric className="font-semibold">
            {formatCents(debt.openCents)}
          </Td>
          <Td className="print:hidden">
            <WriteOff
              // Reset it once it was done.
              key={debt.openCents}
              debt={debt}
              requestId={requestId}
              answer={
                answer?.intent === "write off" && answer.about === debt.entryId ? answer : undefined
              }
            />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

export function DebtName({ debt }: { debt: OpenDebt }) {
  if (!debt.url) return <span>{debtInWords(debt)}</span>;
  return (
    <a
      href={debt.url}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11"
    >
      {debt.documentNumber}
      <span className="sr-only"> (PDF, opens in a new tab)</span>
    </a>
  );
}

/** Shows the due day, and whether it has passed. */
function Due({ debt, today, className }: { debt: OpenDebt; today: string; className?: string }) {
  const isOverdue = debt.dueOn < today;
  return (
    <span className={className}>
      <span className="mr-2">{formatFullDay(debt.dueOn)}</span>
      {isOverdue && <Badge tone="cancelled">Overdue</Badge>}
    </span>
  );
}

interface WriteOffProps {
  debt: OpenDebt;
  requestId: string;
  answer: BookAnswer | undefined;
}

function WriteOff({ debt, requestId, answer }: WriteOffProps) {
  const { state } = useNavigation();
  const [ownId] = useState(requestId);
  const values = { amount: toDollars(debt.openCents), ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <details open={answer !== undefined} className="text-left open:min-w-56">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm whitespace-nowrap">
        Write off<span className="sr-only"> {debt.documentNumber ?? "this charge"}</span>
      </summary>
      <Form method="post" replace preventScrollReset className="grid gap-3 pb-3">
        <input type="hidden" name="intent" value="write off" />
        <input type="hidden" name="requestId" value={ownId} />
        <input type="hidden" name="debitId" value={debt.entryId} />
        <DecimalField label="Amount ($)" required {...field("amount")} />
        <TextField label="Why" maxLength={1000} autoComplete="off" required {...field("note")} />
        <div>
          <Button type="submit" size="sm" variant="danger" pending={state === "submitting"}>
            Write off
          </Button>
        </div>
      </Form>
    </details>
  );
}
