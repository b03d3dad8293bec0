import { Form, useNavigation } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Table, Td } from "#app/components/table.tsx";
import { cashChoices, type OpenDrawer } from "#app/domain/door/till/open-drawer.ts";
import type { CashAtTill } from "#app/domain/door/till/take-back-at-till.server.ts";
import type { AccountEntry, Settlement } from "#app/domain/ledger/account.ts";
import type { BookAnswer } from "#app/domain/ledger/book-form.ts";
import { entryInWords, refundedInWords } from "#app/domain/ledger/ledger-entry.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

interface CashOfPayments {
  /** By entry: the till whose drawer has the cash of a payment. */
  atTills: Record<string, CashAtTill>;
  /** By entry: the place of the cash of a payment that was reversed after the count. */
  places: Record<string, string>;
  /** The open drawers, which may give it back. */
  drawers: readonly OpenDrawer[];
}

interface HistoryProps {
  entries: AccountEntry[];
  cash: CashOfPayments | null;
  answer: BookAnswer | undefined;
}

/** An account's entries, newest first, with the balance after each. */
export function History({ entries, cash, answer }: HistoryProps) {
  if (entries.length === 0) {
    return (
      <p className="border-y border-t-ink border-b-rule py-5 text-ink-soft">
        Nothing has been invoiced or paid yet.
      </p>
    );
  }
  return (
    <Table
      label="History"
      columns={[
        { head: "Date", className: "hidden sm:table-cell" },
        "Description",
        { head: "Amount", numeric: true, className: "max-sm:pr-0" },
        { head: "Balance", numeric: true, className: "hidden sm:table-cell" },
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.id} id={`entry-${entry.id}`} className="target:bg-paper-deep">
          <Td className="hidden whitespace-nowrap sm:table-cell">
            {formatFullDay(entry.occurredOn)}
          </Td>
          <Td className="w-full">
            <EntryText
              entry={entry}
              cash={cash}
              answer={answer?.about === entry.id ? answer : undefined}
            />
          </Td>
          <Td numeric className="max-sm:pr-0">
            {formatCents(entry.cents)}
            <span className="block text-sm text-ink-soft sm:hidden">
              <span className="block">Balance</span> {formatCents(entry.balanceCents)}
            </span>
          </Td>
          <Td numeric className="hidden sm:table-cell">
            {formatCents(entry.balanceCents)}
          </Td>
        </tr>
      ))}
    </Table>
  );
}

interface EntryProps {
  entry: AccountEntry;
  cash: CashOfPayments | null;
  answer: BookAnswer | undefined;
}

function EntryText({ entry, cash, answer }: EntryProps) {
  const { kind, method, url, reference, note, settles, isReversal, isReversed } = entry;
  const name = entryInWords(entry);
  // Card refunds are made under Card payments.
  const canReverse = kind === "payment" && method !== "card" && !isReversal && !isReversed;
  // The deposit's own refund, which nobody chose to settle.
  const refunded = refundedInWords(
    settles.filter((settled) => settled.kind === "refund" && !settled.isChosen),
  );
  return (
    <>
      <p className="font-semibold">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="link inline-flex items-center pointer-coarse:min-h-11"
          >
            {name}
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
        ) : (
          name
        )}
      </p>
      <p className="text-sm text-ink-soft sm:hidden">{formatFullDay(entry.occurredOn)}</p>
      {isReversed && <p className="text-sm text-cancelled">Taken back</p>}
      {isReversed && cash?.places[entry.id] && <p className="text-sm">{cash.places[entry.id]}</p>}
      {reference && <p className="text-sm break-words text-ink-soft">Reference {reference}</p>}
      {note && <p className="text-sm break-words text-ink-soft">{note}</p>}
      {!isReversed &&
        settles.map((settlement) => (
          <Settled key={settlement.debitId} creditId={entry.id} settlement={settlement} />
        ))}
      {canReverse && refunded && <p className="text-sm text-ink-soft">{refunded}</p>}
      {canReverse && !refunded && <Reverse entry={entry} cash={cash} answer={answer} />}
    </>
  );
}

/** What a payment settles, with a button to undo it. */
function Settled({ creditId, settlement }: { creditId: string; settlement: Settlement }) {
  const { formData } = useNavigation();
  const { debitId, documentNumber, cents, isChosen } = settlement;
  const what = documentNumber ?? "a charge";
  if (!isChosen) {
    return (
      <p className="text-sm text-ink-soft tabular-nums">
        {formatCents(cents)} for {what}
      </p>
    );
  }
  const isPending = formData?.get("debitId") === debitId && formData.get("creditId") === creditId;
  return (
    <Form
      method="post"
      replace
      preventScrollReset
      className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft"
    >
      <span className="tabular-nums">
        {formatCents(cents)} for {what}
      </span>
      <input type="hidden" name="intent" value="take back" />
      <input type="hidden" name="creditId" value={creditId} />
      <input type="hidden" name="debitId" value={debitId} />
      <button
        type="submit"
        aria-disabled={isPending}
        className="link min-h-9 cursor-pointer pointer-coarse:min-h-11 print:hidden"
      >
        Take back<span className="sr-only"> from {what}</span>
      </button>
    </Form>
  );
}

function Reverse({ entry, cash, answer }: EntryProps) {
  const till = cash?.atTills[entry.id];
  return (
    <details open={answer?.intent === "reverse"} className="text-sm print:hidden">
      <summary className="link inline-flex min-h-9 cursor-pointer items-center pointer-coarse:min-h-11">
        Take the payment back
        <span className="sr-only"> of {formatCents(-entry.cents)}</span>
      </summary>
      <Form
        method="post"
        replace
        preventScrollReset
        className="flex max-w-lg flex-wrap items-end gap-3 pt-1 pb-3"
      >
        <input type="hidden" name="intent" value="reverse" />
        <TextField
          label="Why"
          maxLength={1000}
          autoComplete="off"
          required
          {...answeredField(answer, "note")}
          className="grow"
        />
        {till && !till.isCounted && (
          <p className="basis-full">
            Till {till.number}’s drawer counts {formatCents(-entry.cents)} less.
          </p>
        )}
        {till?.isCounted && (
          <SelectField
            label="Where the cash is"
            hint={`It was counted with till ${till.number}, whose report keeps it.`}
            required
            {...answeredField(answer, "cash")}
            className="basis-full"
            options={[["", "Choose"], ...cashChoices(cash?.drawers ?? [])]}
          />
        )}
        <SubmitButton name="paymentId" value={entry.id} size="sm" variant="danger">
          Take it back
        </SubmitButton>
      </Form>
    </details>
  );
}
