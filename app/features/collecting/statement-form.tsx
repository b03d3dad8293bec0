import { useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { focusFirstMistake, TextField } from "#app/components/form/field.tsx";
import {
  lastMonth,
  type StatementDays,
  wrongDays,
} from "#app/domain/documents/statements/statement-days.ts";
import { firstOfMonth, formatMonth } from "#app/lib/dates.ts";

/**
 * Form for the days of a statement, which opens in a new tab; one press selects last month.
 *
 * @param action URL of the PDF
 * @param days initial days, by default the last months; any error in them is shown at once
 */
export function StatementForm({
  action,
  today,
  days = { from: firstOfMonth(today, -2), to: today },
  className = "",
}: {
  action: string;
  today: string;
  days?: StatementDays;
  className?: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(wrongDays(days));
  const month = lastMonth(today);
  return (
    <form
      ref={form}
      action={action}
      target="_blank"
      className={className}
      rel="noopener"
      onSubmit={(event) => {
        const sent = new FormData(event.currentTarget);
        const from = String(sent.get("from"));
        const found = wrongDays({ from, to: String(sent.get("to")) || today });
        setWrong(found);
        if (!found) return;
        event.preventDefault();
        // After the field shows the error.
        requestAnimationFrame(() => focusFirstMistake(form.current));
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Statement from"
          type="date"
          name="from"
          max={today}
          defaultValue={days.from}
          error={wrong}
          className="grow sm:max-w-60 sm:grow-0"
        />
        <TextField
          label="To"
          type="date"
          name="to"
          max={today}
          defaultValue={days.to}
          className="grow sm:grow-0"
        />
        <Button type="submit" variant="secondary" className="mt-[1.625rem]">
          Open the statement<span className="sr-only"> (PDF, in a new tab)</span>
        </Button>
      </div>
      <a
        href={`${action}?${new URLSearchParams({ ...month })}`}
        target="_blank"
        rel="noopener"
        className="link mt-1 inline-flex min-h-11 items-center"
      >
        Last month’s: {formatMonth(month.from)}
        <span className="sr-only"> (PDF, in a new tab)</span>
      </a>
    </form>
  );
}
