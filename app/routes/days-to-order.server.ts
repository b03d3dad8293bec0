import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { datesOf } from "#app/domain/delivery/delivery-offer.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import {
  laterPrices,
  listLaterProducts,
  listOfferedProducts,
} from "#app/domain/pricing/client-prices.server.ts";
import { withStock } from "#app/domain/stock/stock-offers.server.ts";

/** Returns the days to order for, the days with other prices than `today`, and their products. */
export async function daysToOrder(
  { db, minOrderCents }: Pick<RequestContext, "db" | "minOrderCents">,
  client: Client,
  today: string,
) {
  // The customer's own minimum replaces the shop's.
  const { minOrderCents: shopMinimumCents } = await orderingTerms(db, client, minOrderCents);
  const offer = await deliveryOffer(db, client, undefined, { shopMinimumCents });
  if (!offer) return { offer, ...todayAlone };
  const later = await laterPrices(db, client, today, datesOf(offer));
  const laterProducts = await listLaterProducts(db, client, today, later);
  return { offer, later, laterProducts: await withStock(db, laterProducts) };
}

/** Returns the products offered to a client, with the amounts available on each day. */
export async function offeredInStock(db: RequestContext["db"], client: Client, today: string) {
  return withStock(db, await listOfferedProducts(db, client, today));
}

const todayAlone = { later: {}, laterProducts: [] };

/** The result without days to order for. */
export const noDaysToOrder = { offer: null, ...todayAlone };
