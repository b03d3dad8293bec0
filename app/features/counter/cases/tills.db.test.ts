import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "#app/domain/door/cash-up.server.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { receiptsOfSession } from "#app/domain/door/till/till-receipts.server.ts";
import {
  addDevice,
  addTill,
  closeTill,
  listTills,
  openTill,
} from "#app/domain/door/till/tills.server.ts";
import type { Database } from "#db/database.ts";
import { tillSessions } from "#db/schema/money/tills.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { by, openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { sell } from "../sell.server.ts";
import { closedSessions, getDrawerToCount, getSession } from "../session.server.ts";
import { findSales } from "../sold.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let tillId: string;
let sessionId: string;
const { line, sale, openedTill, close } = openForCounter((opened) => {
  ({ db, admin, staff, tillId, sessionId } = opened);
});

describe("a till", () => {
  it("numbers its browsers, and finds a slip by its browser's letter and number", async () => {
    const devices = await Promise.all([1, 2, 3].map(() => addDevice(db, staff, tillId)));
    expect(devices.sort()).toEqual([0, 1, 2]);
    expect(await addDevice(db, staff, randomUUID())).toBeNull();
    const lines = [line("1.00")];
    const first = await sell(db, staff, sale(lines, { slip: 11 }), shop);
    const second = await sell(
      db,
      staff,
      sale(lines, { slip: 11, device: 1, isOffline: true }),
      shop,
    );
    const number = (await listTills(db, staff)).find(({ id }) => id === tillId)?.number;
    expect(await findSales(db, staff, `T${number}-0011`)).toMatchObject([{ id: first.id }]);
    expect(await findSales(db, staff, `t${number}a-11`)).toMatchObject([
      { id: second.id, slip: `T${number}A-0011` },
    ]);
  });

  it("is opened once if two people open it concurrently or one request is repeated", async () => {
    const id = randomUUID();
    await addTill(db, admin, { requestId: id, name: "Second" });
    const said = await Promise.all(
      [1, 2].map(() => saidBy(openTill(db, staff, id, { requestId: randomUUID(), float: 0 }))),
    );
    expect(said.sort()[1]).toBe("accepted");
    expect(said.sort()[0]).toContain("One drawer can’t be opened twice.");
    const requestId = (await db.select().from(tillSessions).where(eq(tillSessions.tillId, id)))[0]
      ?.requestId;
    await openTill(db, staff, id, { requestId: requestId ?? "", float: 0 });
    expect(await db.$count(tillSessions, eq(tillSessions.tillId, id))).toBe(1);
  });

  it("closes with the counted cash, and needs a reason for a difference, which is booked", async () => {
    await sell(db, staff, sale([line("2.03")]), shop);
    const move = (kind: "in" | "out" | "drop", amount: number) =>
      moveCash(db, staff, { requestId: randomUUID(), sessionId, kind, amount, reason: "Change" });
    await move("in", 20_00);
    await move("out", 5_00);
    await move("drop", 100_00);
    const refused = await saidBy(move("drop", 500_00));
    expect(refused).toContain("There is not so much in the drawer by the books.");
    expect(refused).not.toMatch(/\d/);
    const toCount = await getDrawerToCount(db, staff, sessionId);
    expect(toCount).not.toHaveProperty("expectedCents");
    // The page gets no data that contains or reveals the expected sum.
    expect(JSON.stringify(toCount)).not.toMatch(/:16575\b/);
    expect(toCount?.ways).not.toHaveProperty("cash");
    expect(toCount?.sales[0]?.payments).toEqual([]);
    const counted = { sessionId, seen: toCount?.version ?? "", counted: 165_00 };
    const first = { ...counted, counted: 160_00 };
    expect(await saidBy(closeTill(db, staff, { ...first, reason: "" }))).toContain("say why");
    expect(await saidBy(closeTill(db, staff, { ...counted, reason: "" }))).toContain("say why");
    await closeTill(db, staff, { ...counted, reason: "Gave too much change" });
    await closeTill(db, staff, { ...counted, reason: "Gave too much change" });
    const [closed] = await db.select().from(tillSessions).where(eq(tillSessions.id, sessionId));
    expect(closed).toMatchObject({ expectedCents: 165_75, countedCents: 165_00 });
    const report = await getSession(db, staff, sessionId);
    expect(report?.closed?.report).toMatch(/^Z\d+-0001$/);
    // The first refusal revealed the expected sum, so the first count stays on the report.
    expect(report?.closed?.first).toEqual({ cents: 160_00, difference: "$5.75 short" });
    expect(report?.sales[0]?.payments).toEqual([{ method: "cash", cents: 50_75 }]);
    expect(await saidBy(sell(db, staff, sale([line("1.00")]), shop))).toContain("closed meanwhile");
    const open = (await listTills(db, staff)).find(({ id }) => id === tillId)?.open;
    expect(open).toBeNull();
    const next = await openTill(db, staff, tillId, { requestId: randomUUID(), float: 0 });
    await close(next, 0);
    expect((await getSession(db, staff, next))?.closed).toMatchObject({ first: null });
    expect((await getSession(db, staff, next))?.closed?.report).toMatch(/-0002$/);
    expect((await getSession(db, staff, sessionId))?.closed?.report).toMatch(/-0001$/);
  });

  it("refuses either a sale or its concurrent closing, and marks later offline sales as late", async () => {
    for (let round = 0; round < 5; round += 1) {
      const opened = await openedTill(0);
      const [sold, closed] = await Promise.all([
        saidBy(sell(db, staff, sale([line("1.00")], { sessionId: opened.sessionId }), shop)),
        saidBy(
          closeTill(db, staff, {
            sessionId: opened.sessionId,
            seen: "0-0-0",
            counted: 0,
            reason: "",
          }),
        ),
      ]);
      expect([sold === "accepted", closed === "accepted"].filter(Boolean)).toHaveLength(1);
      if (closed !== "accepted") continue;
      const late = sale([line("1.00")], { sessionId: opened.sessionId, isOffline: true });
      await sell(db, staff, late, shop);
      expect(await receiptsOfSession(db, opened.sessionId)).toMatchObject([{ isLate: true }]);
    }
  });

  it("reports the drivers' cash handed in while it was open, but leaves it out of its sums", async () => {
    const cashUp = async (cash: number) => {
      const { id } = await insertRun(db);
      const counted = { cash, cheque: 50_00, terminal: 0, seen: "0 0 0", reason: "Typed later" };
      await confirmCashUp(db, admin, id, { requestId: randomUUID(), ...counted });
      return id;
    };
    const before = await openedTill();
    await closeTill(db, staff, {
      sessionId: before.sessionId,
      seen: "0-0-0",
      counted: 200_00,
      reason: "",
    });
    const opened = await openedTill();
    await cashUp(249_90);
    await cashUp(0);
    const undone = await cashUp(10_00);
    const { id = "" } = (await cashUpOf(db, admin, undone)) ?? {};
    await takeBackCashUp(db, admin, undone, { id, why: "Counted twice" });
    const told = { cents: 249_90, runs: 1 };
    expect(await getDrawerToCount(db, staff, opened.sessionId)).toMatchObject({
      driversCash: told,
    });
    await moveCash(db, staff, {
      requestId: randomUUID(),
      sessionId: opened.sessionId,
      kind: "in",
      amount: 249_90,
      reason: "From the driver",
    });
    // It is in the drawer only as the cash in that somebody recorded.
    expect(await getSession(db, staff, opened.sessionId)).toMatchObject({
      driversCash: told,
      expectedCents: 449_90,
    });
    expect(await getSession(db, staff, before.sessionId)).toMatchObject({
      driversCash: { cents: 0, runs: 0 },
      expectedCents: 200_00,
    });
  });

  it("reports the effect of late sales on a counted drawer, in its report and in the list", async () => {
    await sell(db, staff, sale([line("1.00")]), shop);
    await close(sessionId, 225_00);
    expect(await getDrawerToCount(db, staff, sessionId)).toBeNull();
    const late = { isOffline: true, tenders: [by("terminal", 24_99)] };
    await sell(db, staff, sale([line("1.00")], late), shop);
    const listed = async () =>
      (await closedSessions(db, staff)).find(({ id }) => id === sessionId)?.difference;
    expect(await listed()).toBe("Exactly right");
    // The list shows each report's own number.
    const [counted] = await closedSessions(db, staff);
    expect(counted?.report).toBe((await getSession(db, staff, counted?.id ?? ""))?.closed?.report);
    await sell(db, staff, sale([line("1.00")], { isOffline: true }), shop);
    const report = await getSession(db, staff, sessionId);
    // The signed figures stay.
    expect(report).toMatchObject({
      expectedCents: 225_00,
      closed: { expectedCents: 225_00, countedCents: 225_00 },
      totals: { soldCents: 24_99, roundingCents: 1, takenCents: 25_00, otherwiseCents: 0 },
      since: { expectedCents: 250_00, takenBack: [] },
    });
    expect(report?.sales).toHaveLength(1);
    expect(report?.since?.sales).toHaveLength(2);
    expect(report?.since?.late).toHaveLength(2);
    expect(await listed()).toBe("$25.00 short (when counted: exactly right)");
  });
});
