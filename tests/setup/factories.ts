import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { insertProfile, type NewProfile } from "#app/domain/accounts/insert-account.server.ts";
import { readProfile } from "#app/domain/customers/stored-profile.server.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";

// Each function inserts one believable row and returns it; give only the tested values.

/** Inserts an active product with a slug of its own. */
export async function insertProduct(
  db: Database,
  overrides: Partial<typeof products.$inferInsert> = {},
): Promise<typeof products.$inferSelect> {
  const values = {
    name: "Ribeye Steak",
    category: "prime-rib" as const,
    slug: `ribeye-steak-${randomUUID()}`,
    cutType: "Rib",
    description: "Well marbled, cut between the ribs.",
    pricePerLb: "24.99",
    ...overrides,
  };
  return one(await db.insert(products).values(values).returning());
}

type Profile = NonNullable<Awaited<ReturnType<typeof readProfile>>>;

/** Inserts an account without a password, with a profile and a customer of the same id. */
export async function insertClient(
  db: Database,
  overrides: {
    user?: Partial<typeof user.$inferInsert>;
    profile?: NewProfile;
  } = {},
): Promise<{ user: typeof user.$inferSelect; profile: Profile }> {
  const account = {
    name: "Sample Bistro",
    // No digits, since the last three of an order's number might be found among them.
    email: `${randomUUID().replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}@example.com`,
    emailVerified: true,
    ...overrides.user,
  };
  const insertedUser = one(await db.insert(user).values(account).returning());
  const profile = {
    companyName: "Sample Bistro",
    contactName: "Sample Contact",
    phone: "604-555-0142",
    address: "100 Sample Street, Abbotsford, BC",
    ...overrides.profile,
  };
  await insertProfile(db, insertedUser.id, profile);
  const inserted = await readProfile(db, insertedUser.id);
  return { user: insertedUser, profile: one(inserted ? [inserted] : []) };
}

/** Inserts an order without lines by its customer's owner; by default pending and placed now. */
export async function insertOrder(
  db: Database,
  customerId: string,
  overrides: Partial<typeof orders.$inferInsert> = {},
): Promise<typeof orders.$inferSelect> {
  const site = sql`(select id from ship_tos where customer_id = ${customerId} and is_default)`;
  const order = { totalPrice: "249.90", placedBy: customerId, shipToId: site, ...overrides };
  const values = { ...order, customerId };
  return one(await db.insert(orders).values(values).returning());
}

/** Returns the number of an order. */
export async function numberOfOrder(db: Database, id: string): Promise<number> {
  return one(await db.select({ number: orders.number }).from(orders).where(eq(orders.id, id)))
    .number;
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("Nothing was inserted");
  return row;
}
