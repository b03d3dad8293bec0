import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { doorReceipts, runCashUps } from "#db/schema/money/door.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "./cash-up.server.ts";
import { cashUpForm, differencesOf, dueAgainInWords } from "./cash-up.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

/** Returns a run with a stop where $249.90 is due, and a function that takes some of it. */
async function run() {
  const { id, date } = await insertRun(db);
  const { user } = await insertClient(db);
  await db.update(customers).set({ termsKind: "on_delivery" }).where(eq(customers.id, user.id));
  const { stopId, order } = await insertStop(db, { id, date }, user.id);
  await insertOrderItem(db, order.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, id));
  if (!driver) throw new Error("The link does not work");
  const take = (cents: number, method = "cash") => {
    const shared = { kind: "paid", stopId, requestId: randomUUID(), at: new Date().toISOString() };
    const facts = { method, cents, dueCents: 249_90, note: "In parts", takenBy: "Sam" };
    return recordReport(db, driver, reportSchema.parse({ ...shared, ...facts }), shop);
  };
  return { id, take, customerId: user.id };
}

const typed = (more: object = {}) => {
  const none = { cash: "0", cheque: "0", terminal: "0", seen: "0 0 0" };
  return cashUpForm.parse({ requestId: randomUUID(), ...none, ...more });
};

describe("a cash-up", () => {
  it("is stored once if two people confirm it concurrently, or one of them twice", async () => {
    const { id, take } = await run();
    await take(100_00);
    const one = typed({ cash: "100.00", seen: "10000 0 0" });
    const other = typed({ cash: "100", seen: "10000 0 0" });
    const said = await Promise.all([
      reasonOf(confirmCashUp(db, admin, id, one)),
      reasonOf(confirmCashUp(db, admin, id, other)),
    ]);
    expect(said.sort()).toEqual(["accepted", "cashed up"]);
    const [stored] = await db.select().from(runCashUps).where(eq(runCashUps.runId, id));
    const again = stored?.requestId === one.requestId ? one : other;
    expect(await reasonOf(confirmCashUp(db, admin, id, again))).toBe("accepted");
    expect(await db.$count(runCashUps, eq(runCashUps.runId, id))).toBe(1);
  });

  // Before it is stored, and when it is stored but not logged yet.
  it.each(["run_cash_ups", "audit_log"])(
    "that fails while writing to %s stores nothing, and is stored once when it is sent again",
    async (table) => {
      const { id, take } = await run();
      await take(100_00);
      const form = typed({ cash: "100.00", seen: "10000 0 0" });
      const logged = async () =>
        (await auditEntries(db, "run", id)).filter(({ action }) => action === "cashed up").length;
      const cut = await db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${sql.identifier(table)} in share mode`);
        const answer = reasonOf(confirmCashUp(db, admin, id, form)).catch(() => "cut off");
        await vi.waitFor(async () => {
          const { rows } = await db.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query ilike ${`insert into "${table}"%`}`);
          expect(rows).toHaveLength(1);
        });
        return answer;
      });
      expect(cut).toBe("cut off");
      expect(await db.$count(runCashUps, eq(runCashUps.runId, id))).toBe(0);
      expect(await logged()).toBe(0);
      // Nobody knows whether it was stored: the form is submitted again, twice.
      for (const _ of [1, 2])
        expect(await reasonOf(confirmCashUp(db, admin, id, form))).toBe("accepted");
      expect(await db.$count(runCashUps, eq(runCashUps.runId, id))).toBe(1);
      expect(await logged()).toBe(1);
    },
  );

  it("requires a reason for a difference, which is stored and logged", async () => {
    const { id, take } = await run();
    await take(100_00);
    const short = { cash: "95.00", seen: "10000 0 0" };
    expect(await reasonOf(confirmCashUp(db, admin, id, typed(short)))).toBe("unexplained");
    await confirmCashUp(db, admin, id, typed({ ...short, reason: "A five was torn" }));
    const found = await cashUpOf(db, admin, id);
    expect(found).toMatchObject({ reason: "A five was torn", confirmedBy: admin.email });
    expect(found && differencesOf(found)).toEqual(["Cash $5.00 short"]);
    expect((await auditEntries(db, "run", id)).at(-1)).toMatchObject({
      action: "cashed up",
      after: { counted: "cash $95.00", difference: "Cash $5.00 short", reason: "A five was torn" },
    });
  });

  it("is refused if a payment arrived since it was shown, and marks later payments as late", async () => {
    const { id, take } = await run();
    await take(100_00);
    const seen = typed({ cash: "100.00", seen: "10000 0 0" });
    await take(49_90);
    expect(await reasonOf(confirmCashUp(db, admin, id, seen))).toBe("changed");
    await confirmCashUp(db, admin, id, typed({ cash: "149.90", seen: "14990 0 0" }));
    await take(100_00 - 10);
    const receipts = (await getRun(db, admin, id))?.receipts ?? [];
    expect(receipts.map(({ isLate }) => isLate)).toEqual([false, false, true]);
  });

  it("that is concurrent with a payment includes the payment or is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, take } = await run();
      await take(100_00);
      const one = typed({ cash: "100.00", seen: "10000 0 0" });
      const [said] = await Promise.all([reasonOf(confirmCashUp(db, admin, id, one)), take(149_90)]);
      const late = ((await getRun(db, admin, id))?.receipts ?? []).some(({ isLate }) => isLate);
      expect(`${said} ${late}`).toMatch(/^(accepted true|changed false)$/);
    }
  });

  it("reopens no invoice for a cheque counted at less, until that payment is taken back", async () => {
    const { id, take, customerId } = await run();
    await take(249_90, "cheque");
    const open = async () =>
      sumCents(
        await db.transaction((tx) => openItems(tx, customerId)),
        ({ openCents }) => openCents,
      );
    const before = await open();
    const less = { cheque: "240.00", seen: "0 24990 0", reason: "Written for less" };
    await confirmCashUp(db, admin, id, typed(less));
    expect(await open()).toBe(before);
    const said = async () => {
      const cashUp = await cashUpOf(db, admin, id);
      return cashUp && dueAgainInWords(cashUp, (await getRun(db, admin, id))?.receipts ?? []);
    };
    expect(await said()).toEqual([
      expect.stringMatching(/^No invoice is open again for the \$9.90/),
    ]);

    const [paid] = await db.select().from(doorReceipts).where(eq(doorReceipts.runId, id));
    const payment = { customerId, paymentId: paid?.entryId ?? "", note: "Written for less" };
    await reversePayment(db, admin, payment, shop);
    expect(await open()).toBe(before + 249_90);
    expect(await said()).toEqual([expect.stringMatching(/^Cheques of \$249.90 that were counted/)]);
  });

  it("can be taken back by the owner, once and with a reason, and then made again", async () => {
    const { id } = await run();
    await confirmCashUp(db, admin, id, typed());
    const made = (await cashUpOf(db, admin, id))?.id ?? "";
    const back = (why: string) => takeBackCashUp(db, admin, id, { id: made, why });
    expect(() => back(" ")).toThrow("why it is taken back");
    await back("Counted the wrong bag");
    expect(await reasonOf(back("Again"))).toBe("changed");
    expect(await cashUpOf(db, admin, id)).toBeNull();
    await confirmCashUp(db, admin, id, typed({ cash: "1", reason: "Found" }));
    expect(await db.$count(runCashUps, eq(runCashUps.runId, id))).toBe(2);
  });

  it("can be made for a run that left before its day, once money was taken on it", async () => {
    const { id, take } = await run();
    await take(50_00);
    const date = daysAfter(pacificDay(new Date()), 1);
    await db.update(runs).set({ date }).where(eq(runs.id, id));
    await confirmCashUp(db, admin, id, typed({ cash: "50.00", seen: "5000 0 0" }));
    expect(await cashUpOf(db, admin, id)).not.toBeNull();
  });

  it("can't be made for a future or unknown run", async () => {
    const ahead = await insertRun(db, { date: daysAfter(pacificDay(new Date()), 2) });
    expect(await reasonOf(confirmCashUp(db, admin, ahead.id, typed()))).toBe("too early");
    expect(await reasonOf(confirmCashUp(db, admin, randomUUID(), typed()))).toBe("gone");
    expect(() => confirmCashUp(db, admin, "x", typed())).toThrow("no such run");
    expect(cashUpForm.safeParse({ ...typed(), cash: "-5" }).success).toBe(false);
  });
});
