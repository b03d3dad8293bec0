import type { RequestContext } from "#app/context.server.ts";
import { byNetwork } from "#app/features/limits/network.ts";
import {
  type OrderHolder,
  orderHolderOf,
  proveGuest,
} from "#app/features/payments/order-links.server.ts";

/** The address is the credential, so it is told to nobody and kept by nobody. */
const onlyForHolder = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Tokens that open nothing: far more than anyone mistypes, and nothing to whoever guesses 192 bits. */
const misses = { name: "order's link by network", times: 60, seconds: 600 };

type Opened = { headers: Record<string, string> } & (
  | { holder: OrderHolder; status?: never }
  | { holder: null; status: 404 | 429 }
);

/**
 * Who has this link to an order. Without one: 404 for every token alike, made up, ended or withdrawn,
 * and 429 after too many; a link that works is never refused.
 *
 * @param acts whether something is done by it, not only looked at: who does that by a mailed link has
 *   proved to read the order's address
 */
export async function openLink(
  { db, limits, clientAddress }: RequestContext,
  token: string,
  { acts = false }: { acts?: boolean } = {},
): Promise<Opened> {
  const holder = await orderHolderOf(db, token);
  if (holder && acts && holder.isMailed) await proveGuest(db, holder.customerId);
  if (holder) return { holder, headers: onlyForHolder };
  const wait = await limits.takeAll(byNetwork(misses, clientAddress));
  if (wait === null) return { holder: null, status: 404, headers: onlyForHolder };
  return { holder: null, status: 429, headers: { ...onlyForHolder, "Retry-After": String(wait) } };
}
