import type { Database } from "#db/database.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";

/** Inserts a message of the contact form. */
export async function insertMessage(
  db: Database,
  overrides: Partial<typeof contactMessages.$inferInsert> = {},
): Promise<typeof contactMessages.$inferSelect> {
  const values = {
    name: "Jean Sample",
    email: "jean@example.com",
    message: "Do you cut tomahawks?",
    ...overrides,
  };
  const [row] = await db.insert(contactMessages).values(values).returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}

/** Inserts a wholesale inquiry. */
export async function insertInquiry(
  db: Database,
  overrides: Partial<typeof wholesaleInquiries.$inferInsert> = {},
): Promise<typeof wholesaleInquiries.$inferSelect> {
  const values = {
    company: "Harbour Kitchen",
    contact: "Sam Sample",
    email: "sam@example.com",
    phone: "604-555-0177",
    businessType: "restaurant",
    delivery: "undecided",
    ...overrides,
  } as const;
  const [row] = await db.insert(wholesaleInquiries).values(values).returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}
