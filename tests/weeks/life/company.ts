import { eq } from "drizzle-orm";
import { savePrices } from "#app/domain/pricing/editing/price-grid.server.ts";
import { assignList, createPriceList } from "#app/domain/pricing/editing/price-lists.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import { customers, members, shipTos } from "#db/schema/customers.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { ownAccount, signedInAdmin } from "#tests/setup/signed-in.ts";
import { openCardDesk } from "../acts/cards.ts";
import { addTills } from "../acts/counter.ts";
import { beginDebtors } from "../acts/money/debtors.ts";
import { type Brought, receive } from "../acts/receiving.ts";
import { keepStock } from "../acts/stock.ts";
import type { Terms as DueTerms } from "../pencil/days.ts";
import { Pencil } from "../pencil/pencil.ts";
import type { Clock } from "./clock.ts";
import { takeOverJobs } from "./jobs.ts";
import { type Buyer, inText, known, type Member, type Product, type World } from "./world.ts";

// The company in miniature, written to the shop's tables and told to the pencil at once.

const zones = [
  {
    key: "valley",
    prefix: "V3G",
    weekdays: [1, 2, 3, 4, 5, 6],
    fee: 1200,
    freeFrom: 40_000,
    minimum: 15_000,
    capStops: 6,
    capLb: 90_000,
    feeTax: "G" as const,
  },
  {
    key: "coast",
    prefix: "V6B",
    weekdays: [2, 4, 5],
    fee: 2500,
    freeFrom: 80_000,
    minimum: 20_000,
    capStops: 5,
    capLb: 60_000,
    feeTax: "Z" as const,
  },
  {
    key: "yard",
    prefix: null,
    weekdays: [1, 2, 3, 4, 5, 6],
    fee: 0,
    freeFrom: undefined,
    feeTax: "Z" as const,
    minimum: 0,
    capStops: 20,
    capLb: 200_000,
  },
];

const products: (Omit<Product, "id" | "item"> & { price: number })[] = [
  { key: "ribeye", price: 2499, tareGrams: 0, tax: "Z", overPercent: 10 },
  { key: "ground beef", price: 649, tareGrams: 0, tax: "Z", overPercent: 10 },
  { key: "chuck", price: 1187, tareGrams: 15, tax: "Z", overPercent: 0 },
  { key: "brisket", price: 1033, tareGrams: 0, tax: "Z", overPercent: 20 },
  { key: "bones", price: 299, tareGrams: 0, tax: "Z", overPercent: 30 },
  { key: "striploin", price: 2777, typicalLb: 125, tareGrams: 8, tax: "Z", overPercent: 10 },
  { key: "tenderloin", price: 3149, typicalLb: 435, tareGrams: 0, tax: "Z", overPercent: 15 },
  { key: "burgers", price: 891, typicalLb: 50, tareGrams: 0, tax: "Z", overPercent: 10 },
  { key: "jerky", price: 3399, tareGrams: 0, tax: "G", overPercent: 5 },
  { key: "gift box", price: 1549, typicalLb: 310, tareGrams: 0, tax: "GP", overPercent: 10 },
];

interface Wanted {
  key: string;
  zones: string[];
  due: DueTerms;
  stored: Partial<typeof customers.$inferInsert>;
  lists?: string[];
}

const net = (days: number) => ({
  due: { net: days } as DueTerms,
  stored: { termsKind: "net" as const, termsDays: days },
});

const wanted: Wanted[] = [
  { key: "Lark", zones: ["valley"], ...net(30) },
  { key: "Wren", zones: ["valley", "valley"], ...net(7), lists: ["trade"] },
  {
    key: "Heron",
    zones: ["coast"],
    lists: ["trade", "kitchens"],
    due: { endOfMonthPlus: 0 },
    stored: { termsKind: "end_of_month", termsDays: 0, invoicePer: "month", packRank: 2 },
  },
  {
    key: "Finch",
    zones: ["valley", "coast"],
    due: { net: 14 },
    stored: {
      termsKind: "net",
      termsDays: 14,
      creditLimit: "1500.00",
      graceDays: 3,
      packRank: 1,
    },
  },
  {
    key: "Crane",
    zones: ["coast"],
    lists: ["kitchens"],
    due: { dayOfNextMonth: 15 },
    stored: {
      termsKind: "day_of_next_month",
      termsDays: 15,
      invoicePer: "month",
      creditLimit: "4000.00",
    },
  },
  {
    key: "Swift",
    zones: ["valley"],
    due: "on delivery",
    stored: { termsKind: "on_delivery", termsDays: 0 },
  },
  { key: "Robin", zones: ["coast", "valley"], ...net(3), lists: ["kitchens", "trade"] },
  {
    key: "Raven",
    zones: ["valley"],
    due: { net: 0 },
    stored: { termsKind: "net", termsDays: 0, graceDays: 0, minOrder: "250.00" },
  },
  {
    key: "Teal",
    zones: ["valley"],
    lists: ["trade"],
    due: { endOfMonthPlus: 15 },
    stored: { termsKind: "end_of_month", termsDays: 15, creditLimit: "900.00", graceDays: 10 },
  },
  {
    key: "Gull",
    zones: ["coast"],
    due: { net: 10 },
    stored: { termsKind: "net", termsDays: 10, invoicePer: "month", graceDays: 5, packRank: 2 },
  },
];

type StoredTerms = Partial<
  Pick<typeof customers.$inferSelect, "creditLimit" | "graceDays" | "invoicePer" | "minOrder">
>;

/** Tells the pencil a buyer's terms; no limit or no grace days means no such hold. */
export function tellTerms(pencil: Pencil, key: string, due: DueTerms, stored: StoredTerms): void {
  const { creditLimit, graceDays, invoicePer, minOrder } = stored;
  pencil.customer({
    id: key,
    terms: due,
    invoicePer: invoicePer ?? "order",
    limit: creditLimit ? Math.round(Number(creditLimit) * 100) : undefined,
    graceDays: graceDays ?? 100_000,
    minimum: minOrder ? Math.round(Number(minOrder) * 100) : undefined,
  });
}

/** @param databaseUrl of `db` */
export async function openCompany(db: Database, clock: Clock, databaseUrl: string): Promise<World> {
  const pencil = new Pencil();
  const staff = await signedInAdmin(db);
  const desk = await openCardDesk(db);
  const world: World = {
    db,
    databaseUrl,
    clock,
    pencil,
    staff,
    desk,
    newId: () => crypto.randomUUID(),
    jobs: await takeOverJobs(db, desk.work),
    guests: new Map(),
    closed: new Set(),
    doorClaims: new Map(),
    weighings: new Map(),
    imports: new Map(),
    slips: new Map(),
    papers: new Map(),
    lots: new Map(),
    receipts: new Map(),
    loads: new Map(),
    cuttings: new Map(),
    voidLots: new Set(),
    byHand: new Map(),
    contacts: [],
    runs: new Map(),
    cashedUp: new Set(),
    buyers: new Map(),
    products: new Map(),
    zones: new Map(),
    orders: new Map(),
    standing: new Map(),
    ofStanding: new Set(),
    members: new Map(),
    approvals: new Map(),
    payments: new Map(),
    lists: new Map(),
    done: new Set(),
    serial: 0,
    tills: new Map(),
    drawers: new Map(),
    sales: new Map(),
    touched: { orders: new Set(), buyers: new Set() },
  };
  await db.update(paymentSettings).set({ takesCard: true });
  for (const zone of zones) {
    const { key, weekdays, prefix, fee, freeFrom, minimum, capStops, capLb, feeTax } = zone;
    const isPickup = prefix === null;
    const { id } = await insertServedZone(db, {
      name: key,
      kind: isPickup ? "pickup" : "delivery",
      weekdays,
      ...(isPickup ? { place: "Behind the barn" } : { prefixes: [prefix] }),
      day: {
        fee: inText(fee),
        minOrder: inText(minimum),
        feeTaxCode: feeTax,
        cutOffDaysBefore: 1,
        cutOffTime: "12:00",
        capStops,
        capLb: inText(capLb),
        freeFrom: freeFrom ? inText(freeFrom) : null,
      },
    });
    world.zones.set(key, { key, id, isPickup, weekdays });
    pencil.zone({
      id: key,
      fee,
      feeTax,
      freeFrom,
      minimum,
      capStops,
      capLb,
      cutOff: { daysBefore: 1, minutes: 12 * 60 },
    });
  }
  for (const [at, { price, ...product }] of products.entries()) {
    const item = 101 + at;
    const { key, typicalLb, tareGrams, tax, overPercent } = product;
    const row = await insertProduct(db, {
      name: key,
      itemNumber: item,
      pricePerLb: inText(price),
      tareG: tareGrams,
      taxCode: tax,
      overCapPct: overPercent,
      soldBy: typicalLb === undefined ? "lb" : "piece",
      typicalPieceLb: typicalLb === undefined ? null : inText(typicalLb),
    });
    world.products.set(key, { ...product, item, id: row.id });
    pencil.prices.base(key, price);
    pencil.stock.good(key, typicalLb);
  }
  for (const one of wanted) world.buyers.set(one.key, await addBuyer(world, one));
  for (const one of wantedMembers) world.members.set(one.key, await addMember(world, one));
  await addList(world, "trade", 92);
  await addList(world, "kitchens", 97);
  for (const { key, lists = [] } of wanted) {
    const customerId = world.buyers.get(key)?.id ?? "";
    for (const [at, list] of lists.entries()) {
      const listId = world.lists.get(list) ?? "";
      await assignList(db, staff, { customerId, listId, rank: at + 1 });
      pencil.prices.give(key, list, at + 1);
    }
  }
  await beginDebtors(world);
  await fillCooler(world);
  await addTills(world);
  return world;
}

/** Products with tracked stock, and their initial stock; all others are untracked. */
const cooler: { product: string; tracking: "lb" | "pieces"; lb: number }[] = [
  { product: "ground beef", tracking: "lb", lb: 12_000 },
  { product: "bones", tracking: "lb", lb: 9_000 },
  { product: "tenderloin", tracking: "lb", lb: 12_000 },
  { product: "burgers", tracking: "pieces", lb: 2_000 },
  { product: "striploin", tracking: "pieces", lb: 5_000 },
];

async function fillCooler(world: World): Promise<void> {
  for (const { product, tracking } of cooler) {
    await keepStock(world, { product, tracking, until: null });
  }
  const line = { billedLb: null, isAccepted: true, isNameless: false };
  const price = { by: "lb" as const, cents: 520 };
  await receive.run(world, {
    key: "receipt 0",
    supplier: "Sample Packers",
    freight: 5000,
    isSentTwice: false,
    lines: cooler.map(({ product, lb }) => ({
      ...line,
      lot: `first ${product}`,
      product,
      lb,
      price,
    })),
  } satisfies Brought);
}

async function addBuyer({ db, pencil }: World, one: Wanted): Promise<Buyer> {
  const { key, due, stored } = one;
  const { user } = await insertClient(db, {
    user: { name: key, email: `${key.toLowerCase()}@example.com`, isVouched: true },
    profile: { companyName: key, phone: "604-555-0101" },
  });
  await db.update(customers).set(stored).where(eq(customers.id, user.id));
  const [first] = await db.select().from(shipTos).where(eq(shipTos.customerId, user.id));
  const sites = [];
  for (const [at, zone] of one.zones.entries()) {
    const postalCode = zone === "coast" ? "V6B1A1" : "V3G1A1";
    const site = {
      name: at === 0 ? "" : `${key} ${at + 1}`,
      address: "1 Sample Street",
      postalCode,
    };
    const rows =
      at === 0
        ? await db
            .update(shipTos)
            .set(site)
            .where(eq(shipTos.id, first?.id ?? ""))
            .returning()
        : await db
            .insert(shipTos)
            .values({ ...site, customerId: user.id })
            .returning();
    sites.push({ key: `${key} ${at + 1}`, id: rows[0]?.id ?? "", zone });
  }
  tellTerms(pencil, key, due, stored);
  const client = capabilitiesOf(ownAccount(user), "").client;
  if (!client) throw new Error("A buyer is no client");
  const { invoicePer = "order", packRank: rank = null } = stored;
  const terms = { invoicePer, isHeld: false, rank };
  return { key, id: user.id, client, sites, terms };
}

/** Members, some of whose larger orders need approval by the account's owner or an approver. */
const wantedMembers: Omit<Member, "client" | "email">[] = [
  { key: "Robin cook", buyer: "Robin", approveOver: 40_000 },
  { key: "Robin manager", buyer: "Robin" },
  { key: "Lark cook", buyer: "Lark", approveOver: 25_000 },
  { key: "Wren cook", buyer: "Wren", approveOver: 60_000 },
];

async function addMember(
  { db, buyers }: World,
  one: Omit<Member, "client" | "email">,
): Promise<Member> {
  const { key, buyer, approveOver } = one;
  const role = approveOver === undefined ? "approver" : "buyer";
  const email = `${key.toLowerCase().replace(" ", "-")}@example.com`;
  const { user } = await insertClient(db, {
    user: { name: key, email, isVouched: true },
    profile: { companyName: "" },
  });
  const customerId = known(buyers, buyer).id;
  const row = { customerId, userId: user.id, role, approveOverCents: approveOver ?? null } as const;
  await db.insert(members).values(row);
  const membership = { customerId, role, siteIds: null } as const;
  const account = { ...ownAccount(user), membership };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("A member is no client");
  return { ...one, email, client };
}

/** Adds a list of all products but two, at a percentage of the base price. */
async function addList(
  { db, staff, pencil, products: sold, lists }: World,
  key: string,
  percent: number,
) {
  const values = { startsOn: "2020-01-01", endsOn: null, copyOf: null, replaces: false };
  const id = await createPriceList(db, staff, { name: key, ...values });
  lists.set(key, id);
  pencil.prices.list(key, { from: values.startsOn });
  const listed = [...sold.values()].filter((_, at) => at % 5 !== percent % 5);
  const cells = listed.map((product) => {
    const base = pencil.prices.priceFor("nobody", product.key, "2020-01-01").base;
    return { product, price: Math.floor((base * percent) / 100) };
  });
  await savePrices(
    db,
    staff,
    cells.map(({ product, price }) => ({
      column: id,
      productId: product.id,
      seen: "",
      wanted: inText(price),
    })),
    null,
  );
  for (const { product, price } of cells) pencil.prices.listPrice(key, product.key, price);
}
