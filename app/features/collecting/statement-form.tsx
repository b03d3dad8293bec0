import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import type { StatementDays } from "#app/domain/documents/statements/statement.ts";
import { firstOfMonth } from "#app/lib/dates.ts";

/**
 * Asks from when to when a statement goes, and opens it in a tab of its own.
 *
 * @param action where the PDF is
 * @param days what it proposes; the last months if nothing
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
  return (
    <form
      action={action}
      target="_blank"
      className={`flex flex-wrap items-end gap-3 ${className}`}
      rel="noopener"
    >
      <TextField
        label="Statement from"
        type="date"
        name="from"
        max={today}
        defaultValue={days.from}
        className="grow sm:grow-0"
      />
      <TextField
        label="To"
        type="date"
        name="to"
        max={today}
        defaultValue={days.to}
        className="grow sm:grow-0"
      />
      <Button type="submit" variant="secondary">
        Open the statement<span className="sr-only"> (PDF, in a new tab)</span>
      </Button>
    </form>
  );
}
