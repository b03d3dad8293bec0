import { eq } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { administrator, test as base, expect, type Page } from "../client-area.ts";

export interface TestRun {
  id: string;
  date: string;
  zone: string;
  path: string;
  stops: { id: string; orderId: string; name: string; email: string }[];
}

/** Tests of a run with three stops, whose orders of two lines are packed. */
export const test = base.extend<{ run: TestRun; paysAtDoor: boolean }>({
  serviceWorkers: "allow",
  /** True if the run's clients pay at the door, by the terms of their invoices. */
  paysAtDoor: [false, { option: true }],
  run: async ({ shop, paysAtDoor }, use) =>
    use(await makeRun(shop.db, await administrator(shop), 3, undefined, paysAtDoor)),
});

/** Creates a run of today with packed orders, and a link to it. */
export async function makeRun(
  db: Database,
  admin: Admin,
  stops = 3,
  zoneId?: string,
  paysAtDoor = false,
): Promise<TestRun> {
  const run = await insertRun(db, { driver: "Sam", bookedStops: stops, ...(zoneId && { zoneId }) });
  const token = await makeRunLink(db, admin, run.id);
  const made: TestRun = { ...run, zone: "", path: `/run/${token}`, stops: [] };
  for (let at = 0; at < stops; at++) {
    const name = `Sample Kitchen ${at + 1}`;
    const terms = paysAtDoor ? ({ termsKind: "on_delivery" } as const) : {};
    const { user } = await insertClient(db, { profile: { companyName: name, ...terms } });
    const stop = await packedStop(db, run, user.id, name);
    made.stops.push({ ...stop, email: user.email });
  }
  return made;
}

async function packedStop(
  db: Database,
  run: { id: string; date: string },
  customerId: string,
  name: string,
) {
  const { stopId, order } = await insertStop(db, run, customerId, { rank: 0 });
  await insertOrderItem(db, order.id, { productName: "Ribeye Steak" });
  await insertOrderItem(db, order.id, { position: 1, productName: "Beef Short Ribs" });
  await issueFor(db, order);
  await db
    .update(orders)
    .set({ status: "fulfilled", deliveryName: name })
    .where(eq(orders.id, order.id));
  return { id: stopId, orderId: order.id, name };
}

/** Waits until the phone has no report left to send. The page says nothing while it is sending. */
export async function expectAllSent(page: Page) {
  const left = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("run-reports:")));
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await expect(page.getByText(/waits? to be sent/i)).toHaveCount(0);
}

export { expect, type Page };
