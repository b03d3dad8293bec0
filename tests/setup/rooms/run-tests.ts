import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import type { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

// Shared by the tests of runs and of drivers' reports: a database, and runs with stops.

export const shop = sampleShop();
export const today = pacificDay(new Date());

export let db: Database;
export let admin: Admin;

/** Opens a database for the tests of a file, with an owner. Call it first. */
export function openRuns(): void {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
    admin = await signedInAdmin(db);
  });
  afterAll(() => database.close());
}

type StopOptions = Parameters<typeof insertStop>[3];

/** Creates a stop for a new client, with an order that is packed and invoiced unless pending. */
export async function stopOn(
  run: { id: string; date: string },
  {
    isPending = false,
    terms = {},
    ...options
  }: StopOptions & {
    isPending?: boolean;
    terms?: Partial<Pick<typeof customers.$inferSelect, "termsKind">>;
  } = {},
) {
  const { user } = await insertClient(db, { profile: terms });
  return { ...(await orderFor(run, user.id, { isPending, ...options })), client: user };
}

/** Creates an order of a client at its stop of a run; packed and invoiced unless pending. */
export async function orderFor(
  run: { id: string; date: string },
  customerId: string,
  { isPending = false, ...options }: StopOptions & { isPending?: boolean } = {},
) {
  const { stopId, order } = await insertStop(db, run, customerId, options);
  const item = await insertOrderItem(db, order.id);
  if (!isPending) await finish(order);
  return { stopId, orderId: order.id, itemId: item.id };
}

/** Packs and invoices an order. */
export async function finish(order: { id: string; totalPrice: string }) {
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
}

/** Returns the driver that a new link of a run signs in. */
export async function drive(runId: string) {
  const driver = await driverOf(db, await makeRunLink(db, admin, runId));
  if (!driver) throw new Error("The link does not work");
  return driver;
}

/** Returns a report of a stop as a phone sends it, now. */
export function report(kind: Report["kind"], stopId: string, more: object = {}): Report {
  const shared = { kind, stopId, requestId: randomUUID(), at: new Date().toISOString() };
  const taken = kind === "delivered" ? { receivedBy: "Kim Sample" } : {};
  return reportSchema.parse({ ...shared, ...taken, ...more });
}

/** Returns the status of an order. */
export async function statusOf(orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return order?.status;
}

/** Returns the state of a run. */
export async function stateOf(runId: string) {
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  return run?.state;
}

/** Returns the emails to an address, earliest first. */
export async function mailsTo(email: string) {
  const sent = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, email))
    .orderBy(asc(mailOutbox.createdAt));
  return sent.map(({ subject, text }) => ({ subject, text }));
}

/** Returns the reports of a stop, also those that were taken back, earliest first. */
export const eventsOf = (stopId: string) =>
  db
    .select()
    .from(stopEvents)
    .where(eq(stopEvents.stopId, stopId))
    .orderBy(asc(stopEvents.recordedAt));
