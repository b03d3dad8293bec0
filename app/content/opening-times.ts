/**
 * The opening hours of `site.ts`, machine-readable: Pacific time, days by their English names
 * (https://schema.org/DayOfWeek). Saturday is by appointment, which doesn't count as open.
 */
export const openingTimes = [
  {
    days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    opens: "09:00",
    closes: "17:00",
  },
] as const;
