import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  driveRun,
  driverOf,
  handOverRun,
  makeRunLink,
  revokeRunLink,
  revokeRunLinksOf,
  workingLink,
} from "./run-links.server.ts";

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

it("lets signed-in staff drive by a link of their own, in addition to the one on a phone", async () => {
  const [office, driver] = [await signedInAdmin(db), await signedInAdmin(db)];
  const run = await insertRun(db, { driver: "Sam" });
  const given = await makeRunLink(db, office, run.id);
  const before = await workingLink(db, office, run.id);
  const first = await driveRun(db, driver, run.id);
  const second = await driveRun(db, driver, run.id);
  // Only one's own earlier link ends, and the office sees the same link as before.
  expect(await driverOf(db, first)).toBeNull();
  expect(await driverOf(db, second)).toMatchObject({ runId: run.id });
  expect((await driverOf(db, second))?.name).not.toBe("Sam");
  expect(await driverOf(db, given)).toMatchObject({ name: "Sam" });
  expect(await workingLink(db, office, run.id)).toEqual(before);

  await revokeRunLink(db, office, run.id);
  expect(await driverOf(db, given)).toBeNull();
  expect(await driverOf(db, second)).not.toBeNull();
});

it("ends a driver's own link with their access, and when the run is handed over", async () => {
  const [office, driver] = [await signedInAdmin(db), await signedInAdmin(db)];
  const run = await insertRun(db, { driver: "Sam" });
  const own = await driveRun(db, driver, run.id);
  await db.transaction((tx) => revokeRunLinksOf(tx, office, { userId: driver.userId, name: "" }));
  expect(await driverOf(db, own)).toBeNull();
  const again = await driveRun(db, driver, run.id);
  await handOverRun(db, office, run.id, { to: "Kim Sample", seenLink: "" });
  expect(await driverOf(db, again)).toBeNull();
});

it("makes no link for a run that doesn't exist or is long over", async () => {
  const driver = await signedInAdmin(db);
  const over = await insertRun(db, { date: "2026-01-05" });
  await expect(driveRun(db, driver, "none")).rejects.toThrow("There is no such run.");
  await expect(driveRun(db, driver, over.id)).rejects.toThrow("This run is over");
});
