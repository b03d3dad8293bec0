import type { Category } from "#app/features/catalog/category.ts";
import { toCents, toDollars } from "#app/lib/money.ts";

// What the owner's overview tells of the business. A cancelled order is in none of it, a pending one
// is: it is sold, as long as nobody says otherwise.

/** The weeks that the overview shows, the one that is not over yet among them. */
export const weeksShown = 12;

/** One week of the business. */
export interface WeekOfOrders {
  /** The calendar day of its Monday, e.g. "2026-03-09". */
  monday: string;
  orders: number;
  /** Dollars as the database writes them, e.g. "1249.90". */
  revenue: string;
}

/** What was ordered of one category. */
export interface CategoryPounds {
  /** Null for what has no category, or whose product has been deleted since. */
  category: Category | null;
  /** Pounds as the database writes them, e.g. "132.50". */
  lb: string;
}

/** What was ordered this month. */
export interface PoundsOfMonth {
  /** The month's first calendar day, e.g. "2026-03-01". */
  firstDay: string;
  /** Of every category, the heaviest first; then, if there is any, of none. */
  categories: CategoryPounds[];
}

/** A client by what they ordered in a year. */
export interface BestClient {
  id: string;
  /** Null for an account without a profile. */
  companyName: string | null;
  orders: number;
  /** Dollars as the database writes them, e.g. "1249.90". */
  revenue: string;
}

/** All the weeks together; the revenue in dollars again. */
export function totalOfWeeks(weeks: WeekOfOrders[]): { orders: number; revenue: string } {
  return {
    orders: weeks.reduce((sum, { orders }) => sum + orders, 0),
    revenue: toDollars(weeks.reduce((sum, { revenue }) => sum + toCents(revenue), 0)),
  };
}

/** Pounds of all categories together. */
export function totalOfCategories(categories: CategoryPounds[]): number {
  // In hundredths, as with cents: a sum of binary fractions would drift.
  return categories.reduce((hundredths, { lb }) => hundredths + toCents(lb), 0) / 100;
}
