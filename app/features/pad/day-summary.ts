import {
  type ChosenDelivery,
  chosenDelivery,
  type DeliveryOffer,
} from "#app/domain/delivery/delivery-offer.ts";
import type { OrderableProduct, OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { summarize } from "#app/domain/drafts/order-summary.ts";
import { type OrderDesk, whosePrice } from "#app/domain/ordering/placing/order-desk.ts";
import type { TypedWish } from "#app/domain/orders/wishes/wish.ts";
import type { LaterOffer } from "#app/domain/pricing/price-reason.ts";
import { offerForStaff, offerInWords } from "#app/domain/stock/stock.ts";

export interface Pad {
  desk: Pick<OrderDesk, "isStaff">;
  products: readonly OrderableProduct[];
  minOrderCents: number;
  /** Null while orders need no day. */
  offer: DeliveryOffer | null;
  /** Where prices differ for deliveries on later days (`laterPrices`). */
  later: Record<string, Record<string, LaterOffer | null>>;
  /** The client's last wish for each product, by id. */
  wishes: Readonly<Record<string, TypedWish>>;
  laterProducts: readonly OrderableProduct[];
}

/** Returns a draft's totals on its day (else the first with room), and what the day requires. */
export function summarizeForDay(
  draft: OrderDraft,
  { desk, offer, later, wishes, laterProducts, minOrderCents, ...props }: Pad,
) {
  const whose = whosePrice(desk);
  const isForced = desk.isStaff && draft.override.trim() !== "";
  const usual = props.products.map((product) => withUsual(product, wishes));
  if (!offer) {
    const offered = usual.map((product) => withSaid(product, null, desk));
    const summary = summarize(draft, offered, { whose, isForced });
    return { products: offered, summary, delivery: null };
  }
  const offered = usual;
  const order = { estimateCents: 0, shopMinimumCents: minOrderCents };
  const day = chosenDelivery(offer, draft, order).day?.date ?? null;
  const prices = later[day ?? ""] ?? {};
  const onlyThen = laterProducts
    .filter(({ id }) => prices[id])
    .map((product) => withUsual(product, wishes));
  const byName = [...offered, ...onlyThen];
  if (onlyThen.length > 0) byName.sort((a, b) => a.name.localeCompare(b.name, "en-CA"));
  const products = byName.flatMap((one) => {
    const product = withSaid(one, day, desk);
    const then = prices[product.id];
    if (then === null) return [];
    if (!then) return [product];
    const last = product.reason?.last ?? null;
    return [{ ...product, ...then, reason: { ...then.reason, last } }];
  });
  const summary = summarize(draft, products, { whose, day, isForced });
  const delivery = chosenDelivery(offer, draft, { ...order, estimateCents: summary.cents });
  return { products, summary, delivery };
}

function withSaid(
  product: OrderableProduct,
  day: string | null,
  { isStaff }: Pad["desk"],
): OrderableProduct {
  const leftSaid = product.left && (isStaff ? offerForStaff : offerInWords)(product.left, day);
  return leftSaid ? { ...product, leftSaid } : product;
}

function withUsual(product: OrderableProduct, wishes: Pad["wishes"]): OrderableProduct {
  const usualWish = wishes[product.id];
  return usualWish ? { ...product, usualWish } : product;
}

/** Returns the delivery fee, which is part of the estimate and of the maximum. */
export function feeShown(delivery: ChosenDelivery | null) {
  return { cents: delivery?.terms.feeCents ?? 0, taxCode: delivery?.day?.feeTaxCode ?? null };
}
