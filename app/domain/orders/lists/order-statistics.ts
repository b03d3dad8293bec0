import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { sumLb } from "#app/lib/amounts/weight.ts";
import type { Category } from "#db/schema/values/products.ts";

// Business figures on the owner's overview. Cancelled orders are excluded; pending ones are
// included, as they count as sold until cancelled.

/** Number of weeks on the overview, including the current one. */
export const weeksShown = 12;

export interface WeekOfOrders {
  /** The calendar day of its Monday, e.g. "2026-03-09". */
  monday: string;
  orders: number;
  /** Dollars as the database writes them, e.g. "1249.90". */
  revenue: string;
}

export interface CategoryPounds {
  /** Null for products that have no category or have since been deleted. */
  category: Category | null;
  /** Pounds as the database writes them, e.g. "132.50". */
  lb: string;
}

export interface PoundsOfMonth {
  /** The month's first calendar day, e.g. "2026-03-01". */
  firstDay: string;
  /** Every category, heaviest first, then uncategorised products if there are any. */
  categories: CategoryPounds[];
}

/** A client's orders and revenue over the past year. */
export interface BestClient {
  id: string;
  /** Null for an account without a profile. */
  companyName: string | null;
  orders: number;
  /** Dollars as the database writes them, e.g. "1249.90". */
  revenue: string;
}

/** Adds up all weeks; revenue in dollars. */
export function totalOfWeeks(weeks: WeekOfOrders[]): { orders: number; revenue: string } {
  return {
    orders: weeks.reduce((sum, { orders }) => sum + orders, 0),
    revenue: toDollars(weeks.reduce((sum, { revenue }) => sum + toCents(revenue), 0)),
  };
}

/** Returns the total pounds of all categories. */
export function totalOfCategories(categories: CategoryPounds[]): number {
  // Add in hundredths, as with cents: floating-point sums would drift.
  return sumLb(categories.map(({ lb }) => lb)) / 100;
}
