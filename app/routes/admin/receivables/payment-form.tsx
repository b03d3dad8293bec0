import { useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { AnsweredForm } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { OpenDebt } from "#app/domain/ledger/account.ts";
import { type BookAnswer, chequeQuestions, settleField } from "#app/domain/ledger/book-form.ts";
import { methodsByHand, methodTitle, settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { DebtName } from "./open-debts.tsx";

interface PaymentFormProps {
  debts: OpenDebt[];
  today: string;
  requestId: string;
  answer: BookAnswer | undefined;
}

/** Form for a payment, which settles the oldest invoices first, unless amounts are edited. */
export function PaymentForm({ debts, today, requestId, answer }: PaymentFormProps) {
  // Stable across reloads of the page's data, so that submitting twice books it once.
  const [ownId] = useState(requestId);
  const hydrated = useHydrated();
  const { formData, state } = useNavigation();
  const values = { receivedOn: today, method: "etransfer", settles: "oldest", ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const [typed, setTyped] = useState(answer?.values?.amount ?? "");
  const [settles, setSettles] = useState(values.settles);
  const cents = centsOf(typed) ?? 0;
  const proposed = settledInOrder(cents, debts);
  const rest = cents - sumCents(proposed, (item) => item.cents);
  const [enteredCents, setEnteredCents] = useState(0);
  /** Sums the amounts beside the debts as they are typed. */
  function addUp(form: HTMLFormElement) {
    const sent = new FormData(form);
    const entered = debts.map(({ entryId }) =>
      centsOf(String(sent.get(settleField(entryId)) ?? "")),
    );
    setEnteredCents(sumCents(entered, (one) => one ?? 0));
  }
  return (
    <AnsweredForm
      answer={answer}
      aria-label="Record a payment"
      onChange={(event) => addUp(event.currentTarget)}
      className="mt-5"
    >
      <input type="hidden" name="intent" value="payment" />
      <input type="hidden" name="requestId" value={answer?.values?.requestId ?? ownId} />
      <div className="grid max-w-4xl gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <DecimalField
          label="Amount ($)"
          required
          {...field("amount")}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Paid by"
          required
          {...field("method")}
          options={methodsByHand.map((method) => [method, methodTitle(method)])}
        />
        <TextField label="Received" type="date" max={today} required {...field("receivedOn")} />
        <TextField
          label="Reference"
          optional
          maxLength={100}
          autoComplete="off"
          {...field("reference")}
        />
        <TextField
          label="Note"
          optional
          maxLength={1000}
          autoComplete="off"
          {...field("note")}
          className="sm:col-span-2 lg:col-span-4"
        />
      </div>
      {debts.length > 0 && (
        <fieldset className="mt-6 max-w-4xl">
          <legend className="text-sm font-semibold">Apply to</legend>
          <div className="mt-1 flex flex-wrap gap-x-8">
            {Object.entries(waysToSettle).map(([way, label]) => (
              <label key={way} className="inline-flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name="settles"
                  value={way}
                  defaultChecked={way === values.settles}
                  onChange={() => setSettles(way)}
                  className="size-5 shrink-0 accent-oxblood"
                />
                {label}
              </label>
            ))}
          </div>
          {settles !== "none" && (
            <Table
              label="Apply the payment to"
              className="mt-3"
              columns={[
                "Item",
                { head: "Due", className: "hidden sm:table-cell" },
                { head: "Open", numeric: true },
                { head: "Apply ($)", numeric: true },
              ]}
            >
              {debts.map((debt) => {
                const part = proposed.find(({ entryId }) => entryId === debt.entryId);
                const isChosen = !hydrated || settles === "chosen";
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
                      {isChosen ? (
                        <DecimalField
                          label={`Applied to ${debt.documentNumber ?? "the charge"}`}
                          hideLabel
                          {...field(settleField(debt.entryId))}
                          defaultValue={answer?.values?.[settleField(debt.entryId)] ?? ""}
                          className="ml-auto w-28 whitespace-normal"
                          inputClassName="text-right tabular-nums"
                        />
                      ) : (
                        <span className={part ? "font-semibold" : "text-ink-soft"}>
                          {part ? formatCents(part.cents) : "–"}
                        </span>
                      )}
                    </Td>
                  </tr>
                );
              })}
            </Table>
          )}
          {settles === "chosen" && (enteredCents > 0 || cents > 0) && (
            <p
              className={
                enteredCents > cents ? "mt-3 font-semibold text-cancelled" : "mt-3 text-ink-soft"
              }
              role="status"
            >
              {formatCents(enteredCents)} of {formatCents(cents)} entered
              {enteredCents > cents
                ? `: ${formatCents(enteredCents - cents)} too much.`
                : enteredCents < cents
                  ? `. ${formatCents(cents - enteredCents)} stays as credit.`
                  : "."}
            </p>
          )}
          {settles === "oldest" && rest > 0 && (
            <p className="mt-3 text-ink-soft" role="status">
              {formatCents(rest)} stays as credit.
            </p>
          )}
        </fieldset>
      )}
      <QuestionsField questions={chequeQuestions} answer={answer} className="mt-6 max-w-4xl" />
      <Button
        type="submit"
        pending={state === "submitting" && formData?.get("intent") === "payment"}
        className="mt-6"
      >
        Record the payment
      </Button>
    </AnsweredForm>
  );
}

const waysToSettle = {
  oldest: "Oldest first",
  chosen: "As entered below",
  none: "Nothing yet: keep as credit",
};
