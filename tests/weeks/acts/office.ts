import { termsSeen } from "#app/domain/customers/terms/client-terms.ts";
import { savePrices } from "#app/domain/pricing/editing/price-grid.server.ts";
import { addOwnPrice, createPriceList } from "#app/domain/pricing/editing/price-lists.server.ts";
import { getClientTerms, updateClientTerms } from "#app/features/clients/client-terms.server.ts";
import type { TermsKind } from "#db/schema/values/customers.ts";
import { act } from "../life/act.ts";
import { tellTerms } from "../life/company.ts";
import { buyerOf, inText, known, todayOf } from "../life/world.ts";
import { type Terms as DueTerms, plusDays } from "../pencil/days.ts";

interface Repriced {
  product: string;
  /** Null for the catalogue's price. */
  list: string | null;
  cents: number;
}

export const reprice = act<Repriced>({
  weight: 4,
  choose(world, random) {
    const product = random.pick([...world.products.keys()]);
    if (product === undefined) return undefined;
    const { base } = world.pencil.prices.priceFor("nobody", product, todayOf(world));
    const list = random.chance(0.5) ? (random.pick([...world.lists.keys()]) ?? null) : null;
    return { product, list, cents: Math.round(base * (0.85 + 0.3 * random.next())) };
  },
  say: ({ product, list, cents }) =>
    `${product} costs $${inText(cents)} ${list === null ? "in the catalogue" : `on the list ${list}`}`,
  async run(world, { product: key, list, cents }) {
    const { id: productId } = known(world.products, key);
    const column = list === null ? "base" : known(world.lists, list);
    const wanted = inText(cents);
    const change = { column, productId, wanted };
    // The first attempt returns the current price, which the form has to name.
    const [conflict] = await savePrices(world.db, world.staff, [{ ...change, seen: "?" }], null);
    if (conflict)
      await savePrices(world.db, world.staff, [{ ...change, seen: conflict.stored }], null);
    if (list === null) world.pencil.prices.base(key, cents);
    else world.pencil.prices.listPrice(list, key, cents);
  },
});

interface OwnPrice {
  buyer: string;
  product: string;
  cents: number;
  from: string;
  until: string | null;
}

export const ownPrice = act<OwnPrice>({
  weight: 3,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()]);
    const product = random.pick([...world.products.keys()]);
    if (buyer === undefined || product === undefined) return undefined;
    const from = plusDays(todayOf(world), random.between(0, 6));
    const { base } = world.pencil.prices.priceFor(buyer, product, from);
    const until = random.chance(0.8) ? plusDays(from, random.between(0, 8)) : null;
    return { buyer, product, cents: Math.round(base * (0.8 + 0.2 * random.next())), from, until };
  },
  say: ({ buyer, product, cents, from, until }) =>
    `${buyer} gets ${product} for $${inText(cents)} from ${from}${until ? ` until ${until}` : ""}`,
  async run(world, { buyer, product, cents, from, until }) {
    const { id: customerId } = buyerOf(world, buyer);
    const { id: productId } = known(world.products, product);
    await addOwnPrice(world.db, world.staff, {
      customerId,
      productId,
      pricePerLb: inText(cents),
      startsOn: from,
      endsOn: until,
      note: "Agreed",
    });
    const window = { from, until: until ?? undefined };
    world.pencil.prices.ofCustomer(buyer, product, cents, window);
  },
});

interface Replaced {
  old: string;
  key: string;
  from: string;
  /** The product with a new price in the copy. */
  product: string;
  cents: number;
}

export const replaceList = act<Replaced>({
  weight: 1,
  choose(world, random) {
    const old = random.pick([...world.lists.keys()]);
    const product = random.pick([...world.products.keys()]);
    if (old === undefined || product === undefined) return undefined;
    world.serial += 1;
    const from = plusDays(todayOf(world), random.between(1, 6));
    const { base } = world.pencil.prices.priceFor("nobody", product, from);
    const cents = Math.round(base * (0.75 + 0.3 * random.next()));
    return { old, key: `${old.split(" ")[0]} ${world.serial}`, from, product, cents };
  },
  say: ({ old, key, from, product, cents }) =>
    `The list ${key} replaces ${old} from ${from}, with ${product} at $${inText(cents)}`,
  async run(world, { old, key, from, product, cents }) {
    const { db, staff, pencil } = world;
    const copyOf = known(world.lists, old);
    const id = await createPriceList(db, staff, {
      name: key,
      startsOn: from,
      endsOn: null,
      copyOf,
      replaces: true,
    });
    world.lists.set(key, id);
    pencil.prices.list(key, { from });
    pencil.prices.copy(old, key);
    pencil.prices.replace(old, key);
    const { id: productId } = known(world.products, product);
    const change = { column: id, productId, wanted: inText(cents) };
    const [conflict] = await savePrices(db, staff, [{ ...change, seen: "?" }], null);
    if (conflict) await savePrices(db, staff, [{ ...change, seen: conflict.stored }], null);
    pencil.prices.listPrice(key, product, cents);
  },
});

interface NewTerms {
  buyer: string;
  termsKind: TermsKind;
  termsDays: number;
  /** In cents; null for no limit. */
  limit: number | null;
  graceDays: number | null;
  isHeld: boolean;
  /** Rank in a shortage; null comes last. */
  rank: number | null;
}

const kindsOfTerms: TermsKind[] = [
  ...(["net", "net", "on_delivery", "end_of_month", "day_of_next_month", "prepay"] as const),
];

const dueTerms = ({ termsKind, termsDays }: NewTerms): DueTerms => {
  switch (termsKind) {
    case "prepay":
      return "prepay";
    case "on_delivery":
      return "on delivery";
    case "net":
      return { net: termsDays };
    case "end_of_month":
      return { endOfMonthPlus: termsDays };
    case "day_of_next_month":
      return { dayOfNextMonth: termsDays };
  }
};

export const terms = act<NewTerms>({
  weight: 4,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()]);
    const termsKind = random.pick(kindsOfTerms);
    if (buyer === undefined || termsKind === undefined) return undefined;
    return {
      buyer,
      termsKind,
      termsDays: random.between(1, 30),
      limit: random.chance(0.4) ? random.between(500, 5000) * 100 : null,
      graceDays: random.chance(0.4) ? random.between(0, 7) : null,
      isHeld: random.chance(0.1),
      rank: random.chance(0.6) ? random.between(1, 4) : null,
    };
  },
  say: ({ buyer, termsKind, termsDays, limit, graceDays, isHeld, rank }) =>
    `${buyer} gets the terms ${termsKind} ${termsDays}, ${limit === null ? "no limit" : `a limit of $${inText(limit)}`}, ` +
    `${graceDays ?? "any number of"} days of grace${isHeld ? ", a hold on all orders" : ""}, ` +
    `and ${rank === null ? "no rank" : `rank ${rank}`} in a shortage`,
  async run(world, given) {
    const { termsKind, termsDays, limit, graceDays, isHeld, rank } = given;
    const { db, staff, pencil } = world;
    const buyer = buyerOf(world, given.buyer);
    const now = await getClientTerms(db, staff, buyer.id);
    if (!now) throw new Error("The buyer has no terms");
    const creditLimit = limit === null ? null : inText(limit);
    const wanted = { ...now, termsKind, termsDays, creditLimit, graceDays, isHeld, packRank: rank };
    const seen = { id: buyer.id, seen: termsSeen(now) };
    const { outcome } = await updateClientTerms(db, staff, seen, wanted);
    if (outcome !== "saved") throw new Error(`The terms are ${outcome}`);
    Object.assign(buyer.terms, { isHeld, rank });
    tellTerms(pencil, buyer.key, dueTerms(given), wanted);
  },
});
