import type { RequestContext } from "#app/context.server.ts";
import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import {
  driverOf,
  handedOverWith,
  type RunDriver,
} from "#app/domain/delivery/runs/run-links.server.ts";
import { byNetwork } from "#app/domain/limits/network.ts";

/** The address is the credential, so it is told to nobody and kept by nobody but the page's worker. */
export const onlyForDriver = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Tokens that open nothing: far more than anyone mistypes, and nothing to whoever guesses 192 bits. */
const misses = { name: "driver's link by network", times: 60, seconds: 600 };

type Knocked = { headers: Record<string, string> } & (
  | { driver: RunDriver; status?: never; handedOver?: never }
  | { driver: null; status: 410; handedOver: HandedOver }
  | { driver: null; status: 404 | 429; handedOver?: never }
);

/**
 * Who has this link. Without one: 410 with who drives now for a link that was handed over, 404 for an
 * expired, revoked and guessed link alike, and 429 after too many; a link that works is never refused.
 */
export async function knock(
  { db, limits, clientAddress }: RequestContext,
  token: string,
): Promise<Knocked> {
  const driver = await driverOf(db, token);
  if (driver) return { driver, headers: onlyForDriver };
  const handedOver = await handedOverWith(db, token);
  if (handedOver) return { driver: null, status: 410, handedOver, headers: onlyForDriver };
  const wait = await limits.takeAll(byNetwork(misses, clientAddress));
  if (wait === null) return { driver: null, status: 404, headers: onlyForDriver };
  return { driver: null, status: 429, headers: { ...onlyForDriver, "Retry-After": String(wait) } };
}
