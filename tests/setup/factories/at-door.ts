import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { usualAtDoor } from "#app/features/runs/at-door.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { insertClient } from "../factories.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { insertOrderItem, issueFor } from "./orders.ts";
import { insertRun, insertStop } from "./runs.ts";

const shop = sampleShop();

interface AtDoorOptions {
  isPacked?: boolean;
  terms?: Partial<Pick<typeof customers.$inferSelect, "termsKind" | "termsDays">>;
}

/** Inserts a run of one stop, whose order is packed, invoiced and, by default, paid at the door. */
export async function insertAtDoor(
  db: Database,
  admin: Admin,
  total = "249.90",
  { isPacked = true, terms = { termsKind: "on_delivery" } }: AtDoorOptions = {},
) {
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  await db.update(customers).set(terms).where(eq(customers.id, user.id));
  const { stopId, order } = await insertStop(db, run, user.id, { totalPrice: total });
  const line = total === "249.90" ? {} : { quantity: "1.00", pricePerLb: total };
  await insertOrderItem(db, order.id, line);
  if (isPacked) {
    await issueFor(db, order);
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  }
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const dueCents = toCents(total);
  const paid = (more: object = {}): Report =>
    reportSchema.parse({
      kind: "paid",
      stopId,
      requestId: randomUUID(),
      at: new Date().toISOString(),
      method: "cash",
      cents: dueCents,
      dueCents,
      takenBy: "Sam Sample",
      ...more,
    });
  const report = (one: Report, takesOlder = false) =>
    recordReport(db, driver, one, shop, {
      ...usualAtDoor,
      door: { ...usualAtDoor.door, takesOlder },
    });
  const unpaid = (one: Report, more: object = {}): Report =>
    reportSchema.parse({
      kind: "unpaid",
      stopId: one.stopId,
      paymentId: one.requestId,
      requestId: randomUUID(),
      at: new Date().toISOString(),
      ...more,
    });
  return { run, stopId, order, customerId: user.id, driver, paid, unpaid, report };
}

/** Returns an account's entries, each with the settled cents. */
export const entriesOfAccount = (db: Database, customerId: string) =>
  db
    .select({
      kind: ledgerEntries.kind,
      cents: ledgerEntries.cents,
      settled: ledgerEntries.allocatedCents,
      method: ledgerEntries.method,
      note: ledgerEntries.note,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.customerId, customerId))
    .orderBy(ledgerEntries.createdAt, ledgerEntries.cents);

/** Returns what an account owes less its credit, in cents, as its entries settle each other. */
export async function openOfAccount(db: Database, customerId: string): Promise<number> {
  const entries = await entriesOfAccount(db, customerId);
  return entries.reduce(
    (sum, { cents, settled }) => sum + (cents > 0 ? cents - settled : cents + settled),
    0,
  );
}

/** What is said of such a run. */
export type AtDoorArgs = [total?: string, packed?: AtDoorOptions];
