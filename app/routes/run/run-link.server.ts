import type { RequestContext } from "#app/context.server.ts";
import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import {
  driverOf,
  handedOverWith,
  type RunDriver,
} from "#app/domain/delivery/runs/run-links.server.ts";
import { byNetwork } from "#app/domain/limits/network.ts";

/** The URL is the credential, so no referrer, and no cache except the page's worker. */
export const onlyForDriver = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** Invalid tokens: far more than anyone mistypes, and no help for guessing 192 bits. */
const misses = { name: "driver's link by network", times: 60, seconds: 600 };

type OpenedLink = { headers: Record<string, string> } & (
  | { driver: RunDriver; status?: never; handedOver?: never }
  | { driver: null; status: 410; handedOver: HandedOver }
  | { driver: null; status: 404 | 429; handedOver?: never }
);

/**
 * Returns the holder of a link. Without one: 410 with the new driver for a link that was handed
 * over, 404 for expired, revoked and made-up links alike, and 429 after too many; a working link is
 * never refused.
 */
export async function openRunLink(
  { db, limits, clientAddress }: RequestContext,
  token: string,
): Promise<OpenedLink> {
  const driver = await driverOf(db, token);
  if (driver) return { driver, headers: onlyForDriver };
  const handedOver = await handedOverWith(db, token);
  if (handedOver) return { driver: null, status: 410, handedOver, headers: onlyForDriver };
  const wait = await limits.takeAll(byNetwork(misses, clientAddress));
  if (wait === null) return { driver: null, status: 404, headers: onlyForDriver };
  return { driver: null, status: 429, headers: { ...onlyForDriver, "Retry-After": String(wait) } };
}
