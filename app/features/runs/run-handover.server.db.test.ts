import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  driverOf,
  handedOverWith,
  handOverRun,
  makeRunLink,
  revokeRunLink,
  workingLink,
} from "#app/domain/delivery/runs/run-links.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { runLinks } from "#db/schema/deliveries.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { reasonOf, saidBy } from "#tests/setup/reason-of.ts";
import { admin, db, openRuns, report, shop, stopOn, today } from "#tests/setup/rooms/run-tests.ts";
import { recordReport } from "./reports/record-report.server.ts";
import { getDriversRun } from "./runs.server.ts";

openRuns();

describe("a run that is handed over", () => {
  it("keeps its reports, and its former link stops working", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const [first, second] = [await stopOn(run), await stopOn(run)];
    const old = await makeRunLink(db, admin, run.id);
    const sam = await driverOf(db, old);
    if (!sam) throw new Error("No driver");
    await recordReport(db, sam, report("delivered", first.stopId), shop);
    const seenLink = (await workingLink(db, admin, run.id))?.id ?? "";
    const token = await handOverRun(db, admin, run.id, { to: "Robin", seenLink });
    expect(await driverOf(db, old)).toBeNull();
    expect(await handedOverWith(db, old)).toMatchObject({
      from: "Sam",
      to: "Robin",
      runId: run.id,
    });
    expect(await handedOverWith(db, token)).toBeNull();
    const robin = await driverOf(db, token);
    if (!robin) throw new Error("No driver");
    const taken = await getDriversRun(db, robin);
    expect(taken).toMatchObject({ driver: "Robin", takenOver: { from: "Sam", to: "Robin" } });
    expect(taken.stops.map(({ state }) => state)).toEqual(["delivered", "waiting"]);
    await recordReport(db, robin, report("delivered", second.stopId), shop);
    const entries = await auditEntries(db, "run", run.id);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: "given to another driver",
        before: { driver: "Sam" },
        after: { driver: "Robin" },
      }),
    );
    // A revoked link without a handover has nothing to say.
    await revokeRunLink(db, admin, run.id);
    expect(await handedOverWith(db, token)).toBeNull();
  });

  it("is handed over once if two people do it concurrently, and not at all once it is over", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    await stopOn(run);
    await makeRunLink(db, admin, run.id);
    const seenLink = (await workingLink(db, admin, run.id))?.id ?? "";
    const answers = await Promise.all(
      ["Robin", "Lee"].map((to) => saidBy(handOverRun(db, admin, run.id, { to, seenLink }))),
    );
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(answers.join()).toMatch(/Look at who drives now/);
    expect(await reasonOf(handOverRun(db, admin, run.id, { to: "", seenLink: "" }))).toBe(
      "invalid",
    );
    const over = await insertRun(db, { state: "done", departedAt: new Date(), doneAt: new Date() });
    expect(await saidBy(handOverRun(db, admin, over.id, { to: "Lee", seenLink: "" }))).toMatch(
      /This run is over/,
    );
  });
});

describe("a driver's link", () => {
  it("is valid until the end of the day after the run, and stored as a digest", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const token = await makeRunLink(db, admin, run.id);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await driverOf(db, token)).toMatchObject({ runId: run.id, name: "Sam" });
    const [stored] = await db.select().from(runLinks).where(eq(runLinks.runId, run.id));
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(pacificDay(new Date(Number(stored?.expiresAt) - 1))).toBe(daysAfter(today, 1));
    await db.update(runLinks).set({ expiresAt: new Date() }).where(eq(runLinks.runId, run.id));
    expect(await driverOf(db, token)).toBeNull();
    expect(await workingLink(db, admin, run.id)).toBeNull();
  });

  it("stops working when it is revoked or replaced", async () => {
    const run = await insertRun(db);
    const [first, second] = [
      await makeRunLink(db, admin, run.id),
      await makeRunLink(db, admin, run.id),
    ];
    expect(await driverOf(db, first)).toBeNull();
    expect(await driverOf(db, second)).not.toBeNull();
    await revokeRunLink(db, admin, run.id);
    expect(await driverOf(db, second)).toBeNull();
  });

  it("can't be forged", async () => {
    for (const token of ["", "x", "a".repeat(32), "a".repeat(10_000), "\0", "%"]) {
      expect(await driverOf(db, token)).toBeNull();
    }
  });

  it("is not made for a run that has ended", async () => {
    const run = await insertRun(db, { date: daysAfter(today, -2) });
    expect(await saidBy(makeRunLink(db, admin, run.id))).toMatch(/over/);
  });
});
