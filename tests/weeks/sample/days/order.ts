import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { placeRetailOrder } from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { soldTo } from "#app/domain/orders/order-lines.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import { plusDays, weekday } from "../../pencil/days.ts";
import type { Buyer, Product, Zone } from "../open-sample.ts";
import { guests, retailBuys } from "../people.ts";
import { type Life, progress, shop, type Task, unlessRefused } from "./life.ts";

/** Weights of the weekdays, Monday first, on which kitchens and shops order. */
const weekOfOrders = [1.3, 1.2, 1.2, 1.1, 0.7, 0.2, 0.3];

export function orders(life: Life, iso: number): Task[] {
  const tasks: Task[] = [];
  const { random } = life;
  for (const buyer of life.buyers) {
    const [least, most] = buyer.weekly;
    const rate = ((least + (most - least) * progress(life)) * (weekOfOrders[iso - 1] ?? 1)) / 4;
    if (!random.chance(rate)) continue;
    tasks.push({
      at: random.between(6 * 60, 21 * 60),
      kind: "order",
      does: () => order(life, buyer),
    });
  }
  for (const buyer of ordersOfKeptWeek(life)) {
    const at = random.between(7 * 60, 12 * 60);
    tasks.push({ at, kind: "order", does: () => order(life, buyer, 1) });
  }
  const count = random.chance(0.45 + 0.3 * progress(life)) ? random.between(1, 2) : 0;
  for (let nth = 0; nth < count; nth += 1) {
    tasks.push({ at: random.between(8 * 60, 22 * 60), kind: "retail", does: () => retail(life) });
  }
  return tasks;
}

/** In the kept week, city customers order more for the next day, so that each morning has some. */
function ordersOfKeptWeek({ buyers, random, today, lastMonday, zones }: Life): Buyer[] {
  if (today < plusDays(lastMonday, -2)) return [];
  return buyers.filter(
    ({ sites, paysAfter }) =>
      paysAfter !== null &&
      zones.city.prefixes.some((one) => sites[0]?.postalCode.startsWith(one)) &&
      random.chance(0.8),
  );
}

/** Picks one of the next days for which a zone takes orders. */
function nextDay({ today, random }: Life, zone: Zone, most = 2): string | undefined {
  const days = Array.from({ length: 8 }, (_, ahead) => plusDays(today, ahead + 1)).filter((day) =>
    zone.weekdays.includes(weekday(day) || 7),
  );
  const isLate = Date.now() > Date.parse(`${today}T20:59:00Z`);
  const open = isLate ? days.filter((day) => day !== plusDays(today, 1)) : days;
  return open[random.between(0, most - 1)] ?? open[0];
}

function servedAfter({ today }: Life, zone: Zone, ahead: number): string | undefined {
  const days = [0, 1, 2].map((more) => plusDays(today, ahead + more));
  return days.find((day) => zone.weekdays.includes(weekday(day) || 7));
}

function zoneOf({ zones }: Life, postalCode: string): Zone {
  const all = [zones.valley, zones.south, zones.city];
  const found = all.find(({ prefixes }) => prefixes.some((one) => postalCode.startsWith(one)));
  if (!found) throw new Error(`Nobody goes to ${postalCode}`);
  return found;
}

interface Goods {
  product: Product;
  pounds: [number, number];
  pieces: [number, number];
  wish?: Wish | undefined;
}

async function linesFor({ db, random }: Life, customerId: string, day: string, goods: Goods[]) {
  const ids = goods.map(({ product }) => product.id);
  const sold = await db.transaction((tx) => soldTo(tx, { customerId, day }, ids));
  return goods.flatMap(({ product, pounds, pieces, wish = null }) => {
    const priced = sold.find(({ id }) => id === product.id);
    if (!priced) return [];
    const [least, most] = product.typicalLb === undefined ? pounds : pieces;
    const much = random.between(least, most);
    const isBig = product.typicalLb !== undefined && product.typicalLb > 500;
    return {
      productId: product.id,
      quantity: String(isBig ? Math.ceil(much / 4) : much),
      seenUnit: unitOf(priced),
      seenPricePerLb: priced.pricePerLb,
      wish,
    };
  });
}

const noPerson = "00000000-0000-0000-0000-000000000000";

/**
 * Places a client's order.
 *
 * @param ahead number of served days ahead; random by default
 */
export async function order(life: Life, buyer: Buyer, ahead?: number): Promise<void> {
  const { random, db } = life;
  const at = random.between(0, buyer.siteIds.length - 1);
  const isFetched = ahead === undefined && random.chance(0.06);
  const home = zoneOf(life, buyer.sites[at]?.postalCode ?? "");
  const zone = isFetched ? life.zones.pickup : home;
  const day = ahead === undefined ? nextDay(life, zone) : servedAfter(life, zone, ahead);
  const wanted = random.some(buyer.buys, random.between(2, Math.min(4, buyer.buys.length)));
  if (!day) return;
  const goods = wanted.flatMap((slug) => {
    const product = life.products.get(slug);
    const { pounds, pieces, wishes } = buyer;
    return product ? [{ product, pounds, pieces, wish: wishes?.[slug] }] : [];
  });
  const lines = await linesFor(life, buyer.id, day, goods);
  const notes = random.pick([
    "",
    "",
    "",
    "",
    "Steaks cut 1 inch thick, please.",
    "Back door, please.",
  ]);
  const asked = {
    requestId: crypto.randomUUID(),
    lines,
    notes,
    site: buyer.siteIds[at] ?? "",
    allowsSubstitutes: random.chance(0.6),
    day: `${zone.id} ${day}`,
  };
  const rules = { shop, minOrderCents: 5000, needsConfirmedEmail: false };
  await unlessRefused(life, "order", () => placeOrder(db, buyer.client, asked, rules));
}

async function retail(life: Life): Promise<void> {
  const { random, db } = life;
  const [name, postalCode] = guests[life.retail % guests.length] ?? guests[0];
  life.retail += 1;
  const isFetched = random.chance(0.5);
  const zone = isFetched ? life.zones.pickup : zoneOf(life, postalCode);
  const day = nextDay(life, zone);
  if (!day) return;
  const goods = random.some(retailBuys, random.between(1, 3)).flatMap((slug) => {
    const product = life.products.get(slug);
    const much: [number, number] = isFetched ? [4, 9] : [10, 20];
    return product ? [{ product, pounds: much, pieces: [1, 3] as [number, number] }] : [];
  });
  const lines = await linesFor(life, noPerson, day, goods);
  const contact = {
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
    postalCode,
    phone: "604-555-0190",
    address: `${10 + life.retail} Sample Street`,
    driverNotes: "",
  };
  const asked = {
    requestId: crypto.randomUUID(),
    lines,
    notes: "",
    allowsSubstitutes: true,
    contact,
    day: `${zone.id} ${day}`,
    way: random.chance(0.4) ? ("etransfer" as const) : ("door" as const),
  };
  const guest = { network: "", isProved: true };
  await unlessRefused(life, "retail", () =>
    placeRetailOrder(db, asked, { shop, minOrderCents: 5000, hasCard: false, guest }),
  );
}
