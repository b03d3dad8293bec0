import { randomUUID } from "node:crypto";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { profiles } from "#db/schema/profiles.ts";

// Each inserts one believable row and returns it as stored; say only what the test is about.

/** A product that is on sale, with a slug of its own. */
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

/** Someone who has an account and a profile, but no password. */
export async function insertClient(
  db: Database,
  overrides: {
    user?: Partial<typeof user.$inferInsert>;
    profile?: Partial<typeof profiles.$inferInsert>;
  } = {},
): Promise<{ user: typeof user.$inferSelect; profile: typeof profiles.$inferSelect }> {
  const account = {
    name: "Sample Bistro",
    email: `${randomUUID()}@example.com`,
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
    id: insertedUser.id,
  };
  return {
    user: insertedUser,
    profile: one(await db.insert(profiles).values(profile).returning()),
  };
}

/** An order without lines; pending and placed now unless said otherwise. */
export async function insertOrder(
  db: Database,
  userId: string,
  overrides: Partial<typeof orders.$inferInsert> = {},
): Promise<typeof orders.$inferSelect> {
  const values = { totalPrice: "249.90", ...overrides, userId };
  return one(await db.insert(orders).values(values).returning());
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("Nothing was inserted");
  return row;
}
