import { sumCents } from "#app/lib/amounts/line-totals.ts";

/** The last day of each age, counted from the due day. */
export const lastDayOf = { to30: 30, to60: 60, to90: 90 } as const;

/** Ages of debts: not due yet, up to 30, 60 and 90 days overdue, and longer. */
export const ages = ["current", "to30", "to60", "to90", "over90"] as const;

export type Age = (typeof ages)[number];

export const ageText: Record<Age, string> = {
  current: "Not due yet",
  to30: "1–30 days",
  to60: "31–60 days",
  to90: "61–90 days",
  over90: "Over 90 days",
};

/** Open amounts by age, in cents. */
export type Ageing = Record<Age, number>;

/** Returns the overdue part, in cents. */
export function overdueOf(ageing: Ageing): number {
  return sumCents(ages.slice(1), (age) => ageing[age]);
}

const dayMs = 86_400_000;

/** Returns the age, on a day, of a debt due on another: both calendar days, e.g. "2026-11-14". */
export function ageOn(dueOn: string, today: string): Age {
  const days = (Date.parse(today) - Date.parse(dueOn)) / dayMs;
  if (days <= 0) return "current";
  if (days <= lastDayOf.to30) return "to30";
  if (days <= lastDayOf.to60) return "to60";
  return days <= lastDayOf.to90 ? "to90" : "over90";
}
