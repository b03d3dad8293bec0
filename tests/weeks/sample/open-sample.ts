import { eq } from "drizzle-orm";
import { demoEmail } from "#app/content/demo.ts";
import { type Admin, type Client, type Staff, staffMay } from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import { insertAccount } from "#app/domain/accounts/insert-account.server.ts";
import { insertOpeningProducts } from "#app/domain/catalogue/opening-products.server.ts";
import { insertSites, updateSites } from "#app/domain/customers/save-customers.server.ts";
import { termsSeen } from "#app/domain/customers/terms/client-terms.ts";
import { insertZone, insertZoneParts } from "#app/domain/delivery/setup/save-zone.server.ts";
import { addTill } from "#app/domain/door/till/tills.server.ts";
import { savePrices } from "#app/domain/pricing/editing/price-grid.server.ts";
import { assignList, createPriceList } from "#app/domain/pricing/editing/price-lists.server.ts";
import { getClientTerms, updateClientTerms } from "#app/features/clients/client-terms.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import { sampleOwnerEmail } from "#server/sample/load-sample.ts";
import { plantSampleWays } from "#server/seed/sample-business.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { clients, type SampleClient } from "./people.ts";

export interface Zone {
  id: string;
  prefixes: string[];
  /** ISO weekdays. */
  weekdays: number[];
}

export interface Buyer extends SampleClient {
  id: string;
  client: Client;
  siteIds: string[];
}

export interface Product {
  id: string;
  slug: string;
  name: string;
  cents: number;
  /** Hundredths of a pound; undefined for products sold by the pound. */
  typicalLb: number | undefined;
}

export interface Business {
  db: Database;
  owner: Admin;
  packer: Staff<"pack">;
  cashier: Staff<"till">;
  zones: { valley: Zone; south: Zone; city: Zone; pickup: Zone };
  buyers: Buyer[];
  products: Map<string, Product>;
}

const cutOff = { cutOffDaysBefore: 1, cutOffTime: "14:00" };
/** The city's and the south's driver leaves after noon, when the valley's is well on its way. */
const morning = { ...cutOff, windowFrom: "08:00", windowTo: "16:00" };
const afternoon = { ...cutOff, windowFrom: "13:00", windowTo: "19:00" };

const zones = {
  valley: {
    zone: { name: "Sample Fraser Valley" },
    prefixes: ["V2P", "V2R", "V2S", "V2T", "V2V", "V3G", "V4X", "V4Z"],
    weekdays: [1, 2, 3, 4, 5, 6],
    hours: morning,
    terms: { capStops: 14, minOrder: "150.00", fee: "12.00", freeFrom: "400.00" },
  },
  south: {
    zone: { name: "Sample Langley and Surrey" },
    prefixes: ["V1M", "V2Y", "V2Z", "V3A", "V3R", "V3S", "V3T", "V3V", "V3W", "V3X", "V4N", "V4P"],
    weekdays: [1, 3, 5],
    hours: afternoon,
    terms: { capStops: 12, minOrder: "200.00", fee: "15.00", freeFrom: "500.00" },
  },
  city: {
    zone: { name: "Sample Vancouver and Burnaby" },
    prefixes: ["V5", "V6"],
    weekdays: [1, 2, 3, 4, 5, 6],
    hours: afternoon,
    terms: { capStops: 12, minOrder: "250.00", fee: "20.00", freeFrom: "600.00" },
  },
  pickup: {
    zone: {
      name: "Sample pickup in Abbotsford",
      kind: "pickup" as const,
      place: "100 Sample Road, Abbotsford, BC",
    },
    prefixes: [],
    weekdays: [1, 2, 3, 4, 5, 6],
    hours: afternoon,
    terms: {},
  },
};

const staff = [
  { name: "Pat Sample", email: "packer@example.com", role: "packer" },
  { name: "Bo Sample", email: "bookkeeper@example.com", role: "bookkeeper" },
  { name: "Dale Sample", email: "driver@example.com", role: "driver" },
  { name: "Kit Sample", email: "counter@example.com", role: "counter" },
] as const;

/** No password has such a hash, so that nobody can sign in. */
const noPassword = "none";

/** Sets up the sample's company on its first day, before any order. */
export async function openBusiness(db: Database): Promise<Business> {
  const ownerId = await account(db, {
    email: sampleOwnerEmail,
    name: "Administrator",
    profile: { isAdmin: true },
  });
  const given = { ...ownAccount({ id: ownerId, email: sampleOwnerEmail }), isAdmin: true };
  const owner = capabilitiesOf(given, sampleOwnerEmail).admin;
  if (!owner) throw new Error("The owner is no administrator");
  await db.transaction(async (tx) => {
    await insertOpeningProducts(tx);
    for (const { role, ...one } of staff) {
      const hired = { emailVerified: true, passwordHash: noPassword };
      await insertAccount(tx, { ...one, ...hired, staff: { isAdmin: false, staffRole: role } });
    }
    await plantSampleWays(tx);
  });
  const business: Business = {
    db,
    owner,
    packer: await staffOf(db, "packer", "pack"),
    cashier: await staffOf(db, "counter", "till"),
    buyers: [],
    products: await readProducts(db),
    zones: {
      valley: await openZone(db, zones.valley),
      south: await openZone(db, zones.south),
      city: await openZone(db, zones.city),
      pickup: await openZone(db, zones.pickup),
    },
  };
  await addTill(db, owner, { requestId: crypto.randomUUID(), name: "Sample counter" });
  for (const one of clients) business.buyers.push(await openClient(business, one));
  await makeLists(business);
  return business;
}

async function staffOf<P extends Permission>(
  db: Database,
  role: (typeof staff)[number]["role"],
  needed: P,
): Promise<Staff<P>> {
  const email = staff.find((one) => one.role === role)?.email ?? "";
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.email, email));
  const account = { userId: found?.id ?? "", email, isAdmin: false, staffRole: role };
  const one = capabilitiesOf({ ...account, membership: null }, "").staff;
  if (!one || !staffMay(one, needed)) throw new Error(`${email} may not ${needed}`);
  return one;
}

async function account(
  db: Database,
  one: Pick<Parameters<typeof insertAccount>[1], "email" | "name"> & {
    profile: Extract<Parameters<typeof insertAccount>[1], { profile: unknown }>["profile"];
  },
): Promise<string> {
  const id = await db.transaction((tx) =>
    insertAccount(tx, { ...one, emailVerified: true, passwordHash: noPassword }),
  );
  if (!id) throw new Error(`There are two of ${one.email}`);
  return id;
}

async function readProducts(db: Database): Promise<Business["products"]> {
  const rows = await db.select().from(products);
  return new Map(
    rows.map(({ id, slug, name, pricePerLb, soldBy, typicalPieceLb }) => [
      slug,
      {
        id,
        slug,
        name,
        cents: Math.round(Number(pricePerLb) * 100),
        typicalLb: soldBy === "piece" ? Math.round(Number(typicalPieceLb) * 100) : undefined,
      },
    ]),
  );
}

async function openZone(
  db: Database,
  { zone, prefixes, weekdays, hours, terms }: (typeof zones)[keyof typeof zones],
): Promise<Zone> {
  return db.transaction(async (tx) => {
    const id = await insertZone(tx, zone);
    const days = weekdays.map((weekday) => ({ weekday, ...hours, ...terms }));
    await insertZoneParts(tx, id, prefixes, days);
    return { id, prefixes, weekdays };
  });
}

async function openClient({ db, owner }: Business, one: SampleClient): Promise<Buyer> {
  const [main, ...others] = one.sites;
  const { name, contact, email, phone, terms } = one;
  const id = await account(db, {
    email,
    name: contact,
    profile: {
      companyName: name,
      contactName: contact,
      phone,
      address: main?.address ?? "",
      postalCode: main?.postalCode ?? "",
      notes: email === demoEmail ? "Deliver to the back door, between 8 and 10 am." : "",
    },
  });
  // The owner knows them all, and doesn't hold their first orders.
  await db.update(user).set({ isVouched: true }).where(eq(user.id, id));
  if (main?.name) {
    const [first] = await db
      .select({ id: shipTos.id })
      .from(shipTos)
      .where(eq(shipTos.customerId, id));
    await updateSites(db, [{ id: first?.id ?? "", fields: { name: main.name } }]);
  }
  if (others.length > 0) {
    await insertSites(
      db,
      others.map((site) => ({ ...site, customerId: id })),
    );
  }
  const stored = await getClientTerms(db, owner, id);
  if (!stored) throw new Error("The client has no terms");
  await updateClientTerms(db, owner, { id, seen: termsSeen(stored) }, { ...stored, ...terms });
  const sites = await db
    .select({ id: shipTos.id, postalCode: shipTos.postalCode })
    .from(shipTos)
    .where(eq(shipTos.customerId, id));
  const siteIds = one.sites.map(
    ({ postalCode }) => sites.find((site) => site.postalCode === postalCode)?.id ?? "",
  );
  const client = capabilitiesOf(ownAccount({ id, email }), "").client;
  if (!client) throw new Error("A buyer is no client");
  return { ...one, id, client, siteIds };
}

const lists = {
  kitchens: {
    name: "Sample kitchens",
    percent: 94,
    slugs: [
      "striploin-steak",
      "ribeye-steak",
      "top-sirloin-steak",
      "beef-short-ribs",
      "ground-lean",
    ],
  },
  counters: {
    name: "Sample counters",
    percent: 90,
    slugs: ["ground-lean", "beef-stew", "chuck-blade-steak", "whole-brisket", "ribeye-steak"],
  },
};

async function makeLists({ db, owner, buyers, products: sold }: Business): Promise<void> {
  const values = { startsOn: "2020-01-01", endsOn: null, copyOf: null, replaces: false };
  for (const [key, { name, percent, slugs }] of Object.entries(lists)) {
    const column = await createPriceList(db, owner, { name, ...values });
    const cells = slugs.flatMap((slug) => {
      const product = sold.get(slug);
      const wanted = ((Math.round(((product?.cents ?? 0) * percent) / 500) * 5) / 100).toFixed(2);
      return product ? [{ column, productId: product.id, seen: "", wanted }] : [];
    });
    await savePrices(db, owner, cells, null);
    for (const { id } of buyers.filter(({ list }) => list === key)) {
      await assignList(db, owner, { customerId: id, listId: column, rank: 1 });
    }
  }
}
