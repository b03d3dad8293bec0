import type { Client } from "#app/domain/access/capability.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { type ChosenDelivery, chosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import { emptyDraft, type OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { linePricesOn } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import {
  costsWithFee,
  type NamedCosts,
  type OrderCosts,
  storedCosts,
} from "#app/domain/orders/order-costs.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { totalOn } from "#app/features/order-changes/day-totals.ts";
import { sumOf } from "#app/features/order-changes/own-change.server.ts";
import { feeShown, summarizeForDay } from "#app/features/pad/day-summary.ts";
import { daysToOrder, offeredInStock } from "#app/routes/days-to-order.server.ts";
import { Finding, same } from "../../life/act.ts";
import { inHundredths, known, todayOf, type World } from "../../life/world.ts";
import { plusDays, weekday } from "../../pencil/days.ts";
import type { LineAsked } from "../../pencil/order.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { asking } from "../judged.ts";

// The shop's previews before anything is ordered, changed or moved: days, minimum, fee, taxes,
// estimate and maximum.

export interface Previewed {
  customer: string;
  site: string;
  zone: string;
  day: string;
  /** Without prices, which depend on the day. */
  lines: LineAsked[];
}

/** Number of days offered for each zone. */
const offered = 6;

/** Returns the next days for which a zone takes orders. */
export function daysOffered(world: World, zone: string): string[] {
  const { weekdays } = known(world.zones, zone);
  const ahead = Array.from({ length: 40 }, (_, days) => plusDays(todayOf(world), days));
  return ahead
    .filter((day) => weekdays.includes(weekday(day) || 7))
    .filter((day) => world.pencil.isOpenFor(zone, day, asking(world)))
    .slice(0, offered);
}

/** Compares the days, and which of them have no room, with the pencil's. */
export function judgeDays(world: World, { zones }: Pick<ChosenDelivery, "zones">, zone: string) {
  const shown = zones.find(({ id }) => id === known(world.zones, zone).id);
  same(
    `the days of ${zone} that are offered`,
    (shown?.days ?? []).map(({ date, isFull }) => `${date}${isFull ? ", full" : ""}`),
    daysOffered(world, zone).map(
      (day) => `${day}${world.pencil.isFullDay(zone, day) ? ", full" : ""}`,
    ),
  );
}

/** In cents. */
export interface Shown {
  fee: number;
  tax: number;
  estimate: number;
  most: number;
  toGo: number;
}

export const taxOf = ({ taxes }: Pick<OrderCosts, "taxes">) =>
  taxes.reduce((sum, { cents }) => sum + cents, 0);

/** Returns the pencil's amounts of an order. */
export function comesTo(world: World, { customer, site, zone, day, lines }: Previewed): Shown {
  const { pencil } = world;
  const priced = lines.map((line) => ({
    ...line,
    price: pencil.prices.priceFor(customer, line.product, day).price ?? line.price,
  }));
  const at = { customer, site, zone, day, today: todayOf(world) };
  return pencil.wouldCome({ id: "what is looked at", ...at, lines: priced });
}

/** Checks a client's order form, filled in but not submitted. */
export async function judgePad(
  world: World,
  asked: Previewed & { siteId: string; quantities: string[]; units: string[] },
  { client, why }: { client: Client; why: WhyNot[] },
): Promise<void> {
  if (world.isBeside || world.isSentAgain) return;
  const { db, products, zones } = world;
  const today = todayOf(world);
  const terms = await orderingTerms(db, client, 0);
  const pad = {
    desk: { isStaff: false },
    wishes: {},
    minOrderCents: terms.minOrderCents,
    products: await offeredInStock(db, client, today),
    ...(await daysToOrder({ db, minOrderCents: 0 }, client, today)),
  };
  const draft: OrderDraft = {
    ...emptyDraft,
    site: asked.siteId,
    day: `${known(zones, asked.zone).id} ${asked.day}`,
    lines: asked.lines.map(({ product }, at) => {
      const { id } = known(products, product);
      return {
        key: id,
        productId: id,
        name: product,
        wish: noWish,
        seenPricePerLb: "1.00",
        quantity: asked.quantities[at] ?? "",
        seenUnit: asked.units[at] ?? "",
      };
    }),
  };
  const { summary, delivery } = summarizeForDay(draft, pad);
  if (!delivery) throw new Finding("no days are offered");
  judgeDays(world, delivery, asked.zone);
  if (!delivery.day) {
    const isThere = daysOffered(world, asked.zone).includes(asked.day);
    if (isThere && !why.includes("full")) throw new Finding(`${asked.day} cannot be chosen`);
    return;
  }
  same(
    "what is not offered, as the page has it",
    summary.gone.length > 0,
    why.includes("not offered"),
  );
  if (summary.gone.length > 0) return;
  same("what is lacking, as the page has it", summary.invalid.length > 0, why.includes("lacking"));
  if (summary.invalid.length > 0) return;
  const fee = feeShown(delivery);
  const costs = costsWithFee(summary.costLines, fee);
  const { minimumCents } = delivery.terms;
  same(
    `what is ordered for ${asked.customer} on ${asked.day}, as the page has it before`,
    {
      fee: fee.cents,
      tax: taxOf(costs),
      estimate: costs.estimateCents,
      most: costs.mostCents,
      toGo: Math.max(0, minimumCents - summary.cents),
    },
    comesTo(world, asked),
  );
}

/** The amounts shown before a change. */
export interface ChangeShown {
  costs: NamedCosts | null;
  problem: string | null;
}

/** Reads the page's total before a client changes an order. */
export async function lookAtChange(
  world: World,
  costs: () => Promise<NamedCosts>,
): Promise<ChangeShown | null> {
  return world.isBeside ? null : sumOf(costs);
}

/** Checks after a change that its total is the one shown, and that a refusal was announced. */
export function judgeChangeShown(
  { pencil }: World,
  key: string,
  { costs, problem }: ChangeShown,
): void {
  if (!costs) throw new Finding(`${key} was changed, although it was said before: ${problem}`);
  const { estimateCents, mostCents } = storedCosts(costs);
  same(
    `what the change of ${key} was to come to`,
    {
      fee: costs.charges.reduce((sum, { amount }) => sum + inHundredths(amount), 0),
      estimate: estimateCents,
      most: mostCents,
    },
    { fee: pencil.fee(key), estimate: pencil.estimate(key), most: pencil.most(key) },
  );
}

/** Checks the estimate and maximum on the page of a client's pending order. */
export async function judgeOrderPage(world: World, key: string): Promise<void> {
  const { db, pencil, orders, buyers } = world;
  const { id, buyer } = known(orders, key);
  const client = buyers.get(buyer)?.client;
  if (!client || pencil.order(key).state !== "pending") return;
  const order = await getOrder(db, client, id);
  if (!order) throw new Finding(`${key} has no page`);
  const { estimateCents, mostCents } = storedCosts(order);
  same(
    `what the page of ${key} says that it costs`,
    { estimate: estimateCents, most: mostCents },
    { estimate: pencil.estimate(key), most: pencil.most(key) },
  );
}

/** Checks the totals on the form that moves an order to another day. */
export async function judgeDayTotals(
  world: World,
  key: string,
  { client, zone }: { client: Client; zone: string },
): Promise<void> {
  if (world.isBeside || world.isSentAgain) return;
  const { db, pencil, orders } = world;
  const { id } = known(orders, key);
  const order = await getOrder(db, client, id);
  const offer = await deliveryOffer(db, client, id, { shopMinimumCents: 0 });
  if (!order || !offer) throw new Finding(`${key} has no form to be moved with`);
  const dates = offer.zones.flatMap(({ days }) => days.map(({ date }) => date));
  const prices = await linePricesOn(db, { ...order, customerId: client.customerId }, dates);
  const { day: now, zone: own } = pencil.order(key);
  const chosen = chosenDelivery(
    offer,
    { site: order.delivery.siteId ?? "", day: "" },
    { estimateCents: 0, shopMinimumCents: 0 },
  );
  const there = chosen.zones.find((one) => one.id === known(world.zones, zone).id);
  for (const day of there?.days ?? []) {
    if (day.date === now && zone === own) continue;
    const { coming = [] } = chosen.site ?? {};
    same(
      `the total of ${key} on ${day.date} by ${zone}`,
      totalOn(order, day, { prices: prices[day.date] ?? {}, coming }),
      pencil.totalOn(key, { day: day.date, zone }),
    );
  }
}
