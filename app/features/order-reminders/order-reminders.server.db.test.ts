import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createStopLinks } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { startJobs } from "#db/jobs/jobs.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import {
  dayExceptions,
  orderReminders,
  runStops,
  runs,
  zoneDays,
  zones,
} from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { remindClients, sendOrderReminders } from "./order-reminders.server.ts";

const shop = sampleShop();
const links = createStopLinks("a secret of the tests, long enough");
/** Wednesday 25 November 2026, 9 a.m.; the cut-off for Thursday is at 2 p.m. */
const morning = new Date("2026-11-25T16:00:00Z");
const thursday = "2026-11-26";
const thursdays = ["2026-11-19", "2026-11-12", "2026-11-05", "2026-10-29"];

let database: OpenDatabase;
let db: Database;
let zone: typeof zones.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
beforeEach(async () => {
  const tables = [orderReminders, mailOutbox, orders, runStops, runs, dayExceptions, zones];
  for (const table of tables) await db.delete(table);
  zone = await insertZone(db, { name: "Sample Valley" });
  await serve([1, 4]);
});
afterAll(() => database.close());

const hours = {
  cutOffDaysBefore: 1,
  cutOffTime: "14:00",
  windowFrom: "08:00",
  windowTo: "15:00",
  minOrder: "150.00",
};

async function serve(weekdays: number[]) {
  await db.delete(zoneDays);
  await db
    .insert(zoneDays)
    .values(weekdays.map((weekday) => ({ ...hours, zoneId: zone.id, weekday })));
}

async function client(dates: string[], overrides: Partial<typeof orders.$inferInsert> = {}) {
  const { user: owner } = await insertClient(db, { profile: { companyName: "Sumas Grocers" } });
  for (const date of dates) await orderFor(owner.id, date, overrides);
  return owner;
}

async function orderFor(id: string, date: string, overrides = {}) {
  const [known] = await db.select().from(runs).where(eq(runs.date, date));
  const run = known ?? (await insertRun(db, { zoneId: zone.id, date }));
  await putOnRun(db, run, await insertOrder(db, id, { status: "fulfilled", ...overrides }));
}

const send = (at = morning, minOrderCents = 0) =>
  sendOrderReminders({ db, links, shop, minOrderCents }, at);
const recipients = async () =>
  (await db.select({ to: mailOutbox.recipient }).from(mailOutbox)).map(({ to }) => to);

describe("the list of reminded clients", () => {
  it("includes those who ordered for two of the last four Thursdays, with an unsubscribe link", async () => {
    const { id, email } = await client(thursdays.slice(1, 3));
    expect(await send()).toBe(1);
    const [mail] = await db.select().from(mailOutbox);
    expect(mail).toMatchObject({
      recipient: email,
      subject: "Order by Wednesday 2 p.m. for Thursday, November 26",
    });
    expect(mail?.text).toContain("Sumas Grocers, you usually order for our delivery on Thursday.");
    expect(mail?.text).toContain("Thursday, November 26, 8 a.m. to 3 p.m., Sample Valley");
    expect(mail?.text).toContain("Minimum: $150.00");
    const link = (address: string) =>
      links.customerOf(
        "order-reminders",
        new URL(address).searchParams.get("token") ?? "",
        morning,
      );
    expect(link(/https\S+order-reminders\?\S+/.exec(mail?.text ?? "")?.[0] ?? "")).toBe(id);
    expect(mail?.unsubscribeUrl).toMatch(`${shop.siteUrl}/api/order-reminders/stop?token=`);
    expect(link(mail?.unsubscribeUrl ?? "")).toBe(id);
  });

  it("gets emails that state the shop's minimum if it is higher than the day's", async () => {
    await client(thursdays.slice(1, 3));
    expect(await send(morning, 200_00)).toBe(1);
    const [mail] = await db.select().from(mailOutbox);
    expect(mail?.text).toContain("Minimum: $200.00");
  });

  it.each([
    ["500.00", "$500.00"],
    ["0.00", "$150.00"],
  ])(
    "gets emails that state a client's own minimum of %s, or the day's if it is higher",
    async (own, stated) => {
      const { id } = await client(thursdays.slice(1, 3));
      await db.update(customers).set({ minOrder: own }).where(eq(customers.id, id));
      expect(await send(morning, 200_00)).toBe(1);
      const [mail] = await db.select().from(mailOutbox);
      expect(mail?.text).toContain(`Minimum: ${stated}`);
    },
  );

  it("leaves out those who ordered once, or long ago, or cancelled, or for another weekday", async () => {
    await client(thursdays.slice(0, 1));
    await client(["2026-10-22", "2026-10-15"]);
    await client(thursdays.slice(0, 2), { status: "cancelled" });
    await client(["2026-11-23", "2026-11-16"]);
    expect(await send()).toBe(0);
  });

  it("includes those who ordered once if the zone has no other day", async () => {
    await serve([4]);
    await client(thursdays.slice(3));
    expect(await send()).toBe(1);
  });

  it("leaves out those who have ordered already, are held, declined reminders or have an unconfirmed address", async () => {
    const usual = thursdays.slice(0, 2);
    await client([...usual, thursday]);
    const [held, unwilling, unconfirmed, again] = [
      await client(usual),
      await client(usual),
      await client(usual),
      await client(usual),
    ];
    await db.update(customers).set({ isHeld: true }).where(eq(customers.id, held.id));
    const no = { wantsOrderReminders: false };
    await db.update(customers).set(no).where(eq(customers.id, unwilling.id));
    await db.update(user).set({ emailVerified: false }).where(eq(user.id, unconfirmed.id));
    // A client who cancelled the day's order may have forgotten to place another.
    await orderFor(again.id, thursday, { status: "cancelled" });
    expect(await send()).toBe(1);
    expect(await recipients()).toEqual([again.email]);
  });

  it("is empty if the run is full or has left, the day is closed, or no zone is active", async () => {
    await client(thursdays.slice(0, 2));
    const full = await insertRun(db, {
      zoneId: zone.id,
      date: thursday,
      capStops: 1,
      bookedStops: 1,
    });
    expect(await send()).toBe(0);
    await db.update(runs).set({ capStops: null, state: "out" }).where(eq(runs.id, full.id));
    expect(await send()).toBe(0);
    await db.update(runs).set({ state: "planned" }).where(eq(runs.id, full.id));
    await db.insert(dayExceptions).values({ date: thursday, kind: "closed" });
    expect(await send()).toBe(0);
    await db.delete(dayExceptions);
    await db.update(zones).set({ isActive: false });
    expect(await send()).toBe(0);
    await db.update(zones).set({ isActive: true });
    expect(await send()).toBe(1);
  });
});

describe("a reminder", () => {
  it("is sent once a week, even if the job runs again or concurrently", async () => {
    await client(thursdays);
    const counts = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(counts.toSorted().at(-1)).toBe(1);
    expect(counts.reduce((sum, one) => sum + one)).toBe(1);
    expect(await send(new Date(morning.getTime() + 3_600_000))).toBe(0);
    expect(await recipients()).toHaveLength(1);
    expect(await send(new Date("2026-12-02T16:00:00Z"))).toBe(1);
  });

  it("is sent from 8 a.m. until an hour before the cut-off, e.g. after an outage", async () => {
    await client(thursdays);
    expect(await send(new Date("2026-11-25T20:00:00.001Z"))).toBe(0);
    expect(await send(new Date("2026-11-25T14:59:59.999Z"))).toBe(0);
    expect(await send(new Date("2026-11-25T20:00:00Z"))).toBe(1);
  });

  it("is not recorded if the email can't be queued", async () => {
    await client(thursdays);
    await db.execute(sql`alter table mail_outbox add constraint broken check (false) not valid`);
    await expect(send()).rejects.toThrow();
    await db.execute(sql`alter table mail_outbox drop constraint broken`);
    expect(await send()).toBe(1);
  });
});

it("the reminder job is scheduled once per interval, even with several processes", async () => {
  await db.execute(sql`delete from pgboss.job where name = 'order-reminders'`);
  const { log } = recordingLog();
  const runners = [await startJobs(database, log), await startJobs(database, log)];
  for (const jobs of runners) await remindClients(jobs, { db, links, shop, minOrderCents: 0, log });
  const count = async (state: string) => {
    const { rows } = await db.execute<{ soon: boolean }>(sql`
      select start_after < now() + interval '9 minutes' as soon from pgboss.job
      where name = 'order-reminders' and state::text = ${state}`);
    return rows;
  };
  await expect
    .poll(async () => (await count("completed")).length, { timeout: 15_000 })
    .toBeGreaterThan(0);
  await expect.poll(() => count("created"), { timeout: 15_000 }).toEqual([{ soon: false }]);
  expect(await count("failed")).toEqual([]);
  await Promise.all(runners.map((jobs) => jobs.close(1_000)));
});
