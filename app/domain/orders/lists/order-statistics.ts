import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { sumLb } from "#app/lib/amounts/weight.ts";
import type { Category } from "#db/schema/values/products.ts";

// Business figures on the owner's overview. Pending orders count as sold until cancelled.

/** Includes the current week. */
export const weeksShown = 12;

export interface WeekOfOrders {
  /** E.g. "2026-03-09". */
  monday: string;
  orders: number;
  /** Dollars as stored, e.g. "1249.90". */
  revenue: string;
}

export interface CategoryPounds {
  /** Null for products that have no category or have since been deleted. */
  category: Category | null;
  /** Pounds as stored, e.g. "132.50". */
  lb: string;
}

export interface PoundsOfMonth {
  firstDay: string;
  /** Every category, heaviest first, then uncategorised products if there are any. */
  categories: CategoryPounds[];
}

export interface BestClient {
  id: string;
  /** Null for an account without a profile. */
  companyName: string | null;
  orders: number;
  revenue: string;
}

/** Adds up all weeks; revenue in dollars. */
export function totalOfWeeks(weeks: WeekOfOrders[]): { orders: number; revenue: string } {
  return {
    orders: weeks.reduce((sum, { orders }) => sum + orders, 0),
    revenue: toDollars(weeks.reduce((sum, { revenue }) => sum + toCents(revenue), 0)),
  };
}

export function totalOfCategories(categories: CategoryPounds[]): number {
  // Add hundredths, since floating-point sums would drift.
  return sumLb(categories.map(({ lb }) => lb)) / 100;
}
