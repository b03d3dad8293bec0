import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { changesInWords } from "#app/features/history/history.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { insertAtDoor, saidBy } from "#tests/setup/factories/at-door.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getRun } from "../runs.server.ts";
import { maxFound, unrecordedInWords } from "../unrecorded.ts";
import { settleUnrecorded, unrecordedOfOrder, unrecordedOnRun } from "./unrecorded.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

/** A run that is out, whose order the office moved before its driver reported it as delivered. */
async function movedAway() {
  const { run, stopId, order, report } = await insertAtDoor(db, admin);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const next = await insertRun(db);
  await putOnRun(db, next, order);
  await db.transaction((tx) => leaveStop(tx, { ...order, runId: run.id, stopId }));
  const at = new Date().toISOString();
  const said = { kind: "delivered", receivedBy: "Kim", stopId, requestId: randomUUID(), at };
  const delivered = reportSchema.parse(said);
  // A phone sends it until it is answered.
  for (const _ of [1, 2]) expect(await saidBy(report(delivered))).toMatch(/^gone: .*moved/);
  return { run, next, order, stopId, reportId: delivered.requestId, report };
}

describe("a report that the shop refused", () => {
  it("is shown with its run, its order, and the run that the order goes with now", async () => {
    const { run, next, order, reportId } = await movedAway();
    const all = [
      await unrecordedOnRun(db, admin, run.id),
      await unrecordedOnRun(db, admin, next.id),
      await unrecordedOfOrder(db, admin, order.id),
    ];
    for (const shown of all) {
      expect(shown).toMatchObject([{ runId: run.id, reportId, date: run.date }]);
      const [said] = shown.map(unrecordedInWords);
      expect(said).toMatch(`order ${order.number}: Delivered, received by Kim, on`);
      expect(said).toMatch(/The order was moved/);
    }
    const [entry] = await listHistory(db, admin, { entity: "order", entityId: order.id });
    expect(entry && changesInWords(entry).map(({ field }) => field)).toEqual([
      "Why",
      "Client",
      "Orders",
      "Reported",
      "Reported at",
    ]);
  });

  it("is settled everywhere at once, with what the office found out", async () => {
    const { run, next, order, reportId } = await movedAway();
    const settle = (found: string) =>
      settleUnrecorded(db, admin, { runId: run.id, reportId, found });
    expect(await saidBy(settle(" "))).toMatch(/^invalid: Please say what you found out/);
    expect(await saidBy(settle("x".repeat(maxFound + 1)))).toMatch(/^invalid: Please use at most/);
    expect(await unrecordedOfOrder(db, admin, order.id)).toHaveLength(1);
    // A colleague was quicker.
    for (const found of ["He had not handed it over", "Yes"]) await settle(found);
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    expect(await unrecordedOnRun(db, admin, next.id)).toEqual([]);
    expect(await unrecordedOfOrder(db, admin, order.id)).toEqual([]);
    for (const subject of [
      { entity: "run", entityId: run.id },
      { entity: "order", entityId: order.id },
    ] as const) {
      const settled = (await listHistory(db, admin, subject)).filter(
        ({ action }) => action === "report settled",
      );
      expect(settled.map(({ after }) => after)).toMatchObject([
        { result: "He had not handed it over", reported: "Delivered, received by Kim" },
      ]);
    }
  });

  it("is no longer shown once it was recorded, sent once more", async () => {
    const { run, order, stopId, report, reportId } = await movedAway();
    await putOnRun(db, run, order);
    const at = new Date().toISOString();
    const same = { kind: "delivered", receivedBy: "Kim", requestId: reportId, at };
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(await saidBy(report(reportSchema.parse({ ...same, stopId: stop?.id ?? stopId })))).toBe(
      "accepted",
    );
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    expect(await unrecordedOfOrder(db, admin, order.id)).toEqual([]);
  });
});
