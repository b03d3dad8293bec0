import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { insertAtDoor } from "#tests/setup/factories/at-door.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { isOutNow } from "./run-lists.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

it("says that an order is on a truck only while that is out and its stop not reported", async () => {
  const { run, stopId, order } = await insertAtDoor(db, admin);
  const shown = () => isOutNow(db, admin, order.id);
  expect(await shown()).toBe(false);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  expect(await shown()).toBe(true);
  const visited = { state: "not_home", visitedAt: new Date() } as const;
  await db.update(runStops).set(visited).where(eq(runStops.id, stopId));
  expect(await shown()).toBe(false);
  const pending = await insertAtDoor(db, admin, "249.90", { isPacked: false });
  const out = { state: "out", departedAt: new Date() } as const;
  await db.update(runs).set(out).where(eq(runs.id, pending.run.id));
  expect(await isOutNow(db, admin, pending.order.id)).toBe(false);
  expect(await isOutNow(db, admin, "x")).toBe(false);
});
