/** Who is written to because of money: reminders, and the statement of a month (trade.md 3). */
import type { Paper } from "./books.ts";
import { plusDays } from "./days.ts";

interface ReminderDays {
  before: number;
  after: number;
  later: number;
}

type Step = keyof ReminderDays;

/** Not reminded of: small differences stay on the balance (3). */
const small = 500;

/**
 * Readings: a paper with a number is reminded of once a step, and of the latest step alone; "before" ends
 * on the due day, "after" and "later" begin so many days after it.
 */
export class Debtors {
  readonly #sent = new Set<string>();

  /** Numbers of the papers that are reminded of on a day, of those that are open; each step once. */
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
