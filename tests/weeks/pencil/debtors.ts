/** The documents whose customers get reminders (trade.md 3). */
import type { Paper } from "./books.ts";
import { plusDays } from "./days.ts";

interface ReminderDays {
  before: number;
  after: number;
  later: number;
}

type Step = keyof ReminderDays;

/** Cents; smaller differences stay on the balance without a reminder (3). */
const small = 500;

/**
 * Interpretation: a numbered document gets each step's reminder once, and only the latest step.
 * "Before" ends on the due day; "after" and "later" begin so many days after it.
 */
export class Debtors {
  readonly #sent = new Set<string>();

  /** Returns the numbers of the documents due for a reminder today, and notes them as reminded. */
  remind(open: (Paper & { open: number })[], today: string, days: ReminderDays): number[] {
    const numbers: number[] = [];
    for (const paper of open) {
      const step = stepOn(paper.due, today, days);
      if (!step || paper.number === 0 || paper.open <= small) continue;
      const key = `${paper.id} ${step}`;
      if (this.#sent.has(key)) continue;
      this.#sent.add(key);
      numbers.push(paper.number);
    }
    return numbers.sort((a, b) => a - b);
  }
}

function stepOn(due: string, today: string, days: ReminderDays): Step | undefined {
  if (today > due && today >= plusDays(due, days.later)) return "later";
  if (today > due && today >= plusDays(due, days.after)) return "after";
  return today <= due && today >= plusDays(due, -days.before) ? "before" : undefined;
}
