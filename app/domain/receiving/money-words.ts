import { formatCents } from "#app/lib/amounts/money.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";

/** Labels of what a price is for. */
export const pricingLabels: Record<Pricing, string> = {
  lb: "per lb",
  box: "per box",
  total: "in total",
};

/** Returns "$5.20 per lb"; null if the price is unknown. */
export function lineAmount({
  pricedBy,
  priceCents,
}: {
  pricedBy: Pricing | null;
  priceCents: number | null;
}): string | null {
  if (pricedBy === null || priceCents === null) return null;
  return `${formatCents(priceCents)} ${pricingLabels[pricedBy]}`;
}
