import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { datesOf } from "#app/domain/delivery/delivery-offer.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { laterPrices, listLaterProducts } from "#app/domain/pricing/client-prices.server.ts";

/**
 * The days that a client can order for, where their prices are others than `today`'s by then, and what
 * is only offered then.
 */
export async function daysToOrder(
  { db, minOrderCents }: Pick<RequestContext, "db" | "minOrderCents">,
  client: Client,
  today: string,
) {
  // As the order will be judged: whoever has a minimum of their own is not under the shop's.
  const { minOrderCents: shopMinimumCents } = await orderingTerms(db, client, minOrderCents);
  const offer = await deliveryOffer(db, client, undefined, { shopMinimumCents });
  if (!offer) return { offer, ...todayAlone };
  const later = await laterPrices(db, client, today, datesOf(offer));
  return { offer, later, laterProducts: await listLaterProducts(db, client, today, later) };
}

const todayAlone = { later: {}, laterProducts: [] };

/** Without days to order for. */
export const noDaysToOrder = { offer: null, ...todayAlone };
