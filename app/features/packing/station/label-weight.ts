import { z } from "zod";
import { weightUnits } from "#db/schema/values/meat/packages.ts";

/** The answer to `GET /api/packing/{order}`: what a package weighs by the price on its label. */
const labelWeight = z.object({ value: z.string(), unit: z.enum(weightUnits) });

const timeoutMs = 4000;

/**
 * Asks the shop what a package weighs that has only a price on its label; null if the shop does not
 * know the label's price by weight, or does not answer. The price itself stays on the server.
 */
export async function askLabelWeight(orderId: string, itemId: string, priceCents: number) {
  const asked = new URLSearchParams({ line: itemId, cents: String(priceCents) });
  try {
    const response = await fetch(`/api/packing/${orderId}?${asked}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? labelWeight.parse(await response.json()) : null;
  } catch {
    // No network: the weight is typed.
    return null;
  }
}
