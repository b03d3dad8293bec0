import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/features/auth/capability.ts";
import { deliveryOffer } from "#app/features/delivery/delivery-offer.server.ts";
import { datesOf } from "#app/features/delivery/delivery-offer.ts";
import { laterPrices } from "#app/features/pricing/client-prices.server.ts";

/** The days that a client can order for, and where their prices are others than `today`'s by then. */
export async function daysToOrder(db: RequestContext["db"], client: Client, today: string) {
  const offer = await deliveryOffer(db, client);
  return { offer, later: offer ? await laterPrices(db, client, today, datesOf(offer)) : {} };
}
