import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { demoEmail } from "#app/content/demo.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { newBrowserAction } from "#app/domain/accounts/session/opened-session.server.ts";
import { readSampleMark } from "#app/domain/settings/sample.server.ts";
import { hasActedIn, hasRealBusiness } from "#app/features/sample/sample-acts.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Connection } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { prepareJobs } from "#db/jobs/jobs.ts";
import { openPostgres, openSession } from "#db/postgres.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { createMigratedDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { createSampleEnd } from "./begin-own.ts";
import { loadSample } from "./load-sample.ts";
import { plantSample } from "./plant-sample.ts";
import { readSample } from "./sample-file.ts";

const owner = "owner@example.com";

let databaseUrl: string;
let dataDir: string;
let db: Database;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  const made = await createMigratedDatabase();
  databaseUrl = made.databaseUrl;
  dataDir = await mkdtemp(join(tmpdir(), "shop-sample-"));
  const open = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 60_000 });
  db = open.db;
  await prepareJobs(db);
  connection = { ...open, isNew: true };
  close = async () => {
    await open.close();
    await made.drop();
    await removeFolder(dataDir);
  };
});
afterEach(() => close());

const settings = () => ({
  databaseUrl,
  dataDir,
  authSecret: "a secret of tests and of nothing else",
  isPublic: false,
  sample: "business" as const,
  demo: true,
  adminEmail: owner,
  adminPassword: "a long password",
  demoPassword: "another password",
});

const plant = (over: Partial<ReturnType<typeof settings>> = {}) =>
  plantSample(connection, { ...settings(), ...over }, silentLog);

const place = () => ({ ...settings(), s3: undefined, backupDir: join(dataDir, "backups") });

async function count(from: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql.raw(`select count(*)::int as n from ${from}`),
  );
  return rows[0]?.n ?? -1;
}

async function demoCustomer(): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select customer_id as id from members join users on users.id = user_id where email = ${demoEmail}`);
  return rows[0]?.id ?? "";
}

async function noteNewBrowser(): Promise<void> {
  await db.execute(sql`
    insert into audit_log (actor_id, actor_email, entity, entity_id, action)
    select id, email, 'account', id::text, ${newBrowserAction} from users where email = ${owner}`);
}

async function ownerOfShop(): Promise<Admin> {
  const { rows } = await db.execute<{ id: string; email: string }>(
    sql`select id, email from users where email = ${owner}`,
  );
  const [found] = rows;
  if (!found) throw new Error("The owner is gone");
  const { admin } = capabilitiesOf({ ...ownAccount(found), isAdmin: true }, owner);
  if (!admin) throw new Error("The owner is no administrator");
  return admin;
}

it("matches the schema: run `npm run sample` after a migration", async () => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from schema_migrations order by name collate "C" desc limit 1`,
  );
  expect((await readSample())?.migration).toBe(rows[0]?.name);
});

it("opens a new shop as a business in the middle of its week", { timeout: 120_000 }, async () => {
  await plant();
  expect(await count("customers where guest_email = ''")).toBeGreaterThanOrEqual(12);
  expect(await count("orders where status = 'delivered'")).toBeGreaterThan(300);
  expect(await count("orders where placed_at < now() - interval '12 weeks'")).toBeGreaterThan(0);
  expect(await count("orders where placed_at > now()")).toBe(0);
  expect(await count("audit_log where at > now()")).toBe(0);
  expect(await count("packages where packed_at > now()")).toBe(0);
  expect(await count("credit_requests where status = 'open'")).toBeGreaterThan(0);
  expect(await count("bank_rows where state = 'open'")).toBeGreaterThan(0);
  expect(await count("bank_rows where state = 'booked'")).toBeGreaterThan(0);
  expect(await count("till_sales")).toBeGreaterThan(50);
  expect(await count("till_sessions where counted_cents <> expected_cents")).toBeGreaterThan(0);
  expect(await count("contact_messages where handled_at is null")).toBeGreaterThan(0);
  // Nothing is left from past days, or waits to be mailed.
  const today = pacificDay(new Date());
  expect(
    await count(
      `orders join runs on runs.id = run_id where status = 'pending' and date < '${today}'`,
    ),
  ).toBe(0);
  expect(await count("mail_outbox where sent_at is null and failed_at is null")).toBe(0);
  // Only the owner and the sample client have a password.
  expect(await count("accounts where password is not null")).toBe(2);
  expect(await count("users where id not in (select user_id from accounts)")).toBe(0);
  expect(await count("sessions")).toBe(0);
  const { rows } = await db.execute<{ next: number; last: number }>(sql`
    select nextval('orders_number_seq')::int as next, (select max(number) from orders) as last`);
  expect(rows[0]?.next).toBe((rows[0]?.last ?? 0) + 1);
});

it("is loaded in seconds on any weekday at any hour", { timeout: 300_000 }, async () => {
  const sample = await readSample();
  if (!sample) throw new Error("There is no sample");
  const session = await openSession(databaseUrl);
  try {
    const passwords = new Map([[owner, "none"]]);
    for (let ahead = 0; ahead < 7; ahead += 1) {
      const now = new Date(Date.parse("2027-02-01T13:00:00Z") + ahead * 25 * 3_600_000);
      await loadSample(session, sample, { now, seed: "one", ownerEmail: owner, passwords });
      const day = pacificDay(now);
      const late = `orders join runs on runs.id = run_id where status = 'pending' and date < '${day}'`;
      expect(await count(late)).toBe(0);
      expect(await count(`audit_log where at > '${now.toISOString()}'`)).toBe(0);
    }
  } finally {
    await session.close();
  }
});

it("is made again on another day, with the same ids, if nobody has acted in it", {
  timeout: 120_000,
}, async () => {
  await plant();
  const first = await readSampleMark(db);
  const ids = () => db.execute(sql`select id from customers order by id`).then(({ rows }) => rows);
  const before = await ids();
  await db.execute(sql`
    insert into sessions (id, user_id, token, expires_at)
    select gen_random_uuid(), id, 'a token', now() + interval '1 day' from users where email = ${owner}`);
  // Signing in from a new browser is logged, but doesn't count as using the sample.
  await noteNewBrowser();
  connection = { ...connection, isNew: false };
  await plant();
  expect(await readSampleMark(db)).toEqual(first);
  const yesterday = daysAfter(first?.day ?? "", -1);
  const set = sql`jsonb_set(value, '{day}', to_jsonb(${yesterday}::text))`;
  await db.execute(sql`update kept_values set value = ${set} where key = 'sample'`);
  await plant();
  expect((await readSampleMark(db))?.day).toBe(first?.day);
  expect(await ids()).toEqual(before);
  expect(await count("sessions")).toBe(1);
  expect(await count("accounts where password is not null")).toBe(2);
  expect(await count("users where id not in (select user_id from accounts)")).toBe(0);

  await insertOrder(db, await demoCustomer());
  const mark = await readSampleMark(db);
  expect(mark && (await hasActedIn(db, mark))).toBe(true);
  await db.execute(sql`update kept_values set value = ${set} where key = 'sample'`);
  await plant();
  expect((await readSampleMark(db))?.day).toBe(yesterday);
});

it("is not loaded into a public shop, or if it is switched off", { timeout: 60_000 }, async () => {
  const none = { demo: undefined as unknown as boolean };
  await plant({ ...none, isPublic: true });
  await plant({ demo: false });
  await plant({ sample: "small" as never });
  expect(await count("users")).toBe(0);
});

it("is removed once for the owner's own shop, with a backup", { timeout: 180_000 }, async () => {
  await plant();
  await db.execute(sql`
    insert into kept_values (key, value) values ('company', '{"name": "Own Beef"}')`);
  await db.execute(sql`insert into zones (name) values ('Our own road')`);
  const products = await count("products");
  const admin = await ownerOfShop();
  const end = createSampleEnd(connection, place());
  expect(await Promise.all([end.begin(admin), end.begin(admin)])).toEqual([null, null]);
  expect(await end.begin(admin)).toBeNull();

  expect(await readSampleMark(db)).toBeNull();
  expect(await count("orders")).toBe(0);
  expect(await count("ledger_entries")).toBe(0);
  expect(await count("documents")).toBe(0);
  expect(await count("users")).toBe(1);
  expect(await count("accounts")).toBe(1);
  expect(await count("products")).toBe(products);
  expect(await count("kept_values where key = 'company'")).toBe(1);
  expect(await count("zones")).toBe(1);
  expect(await count("audit_log")).toBe(1);
  expect(await count("document_series where last_number <> 0")).toBe(0);
  expect(existsSync(join(place().backupDir, `sample-${pacificDay(new Date())}`))).toBe(true);
  const { user } = await insertClient(db);
  expect((await insertOrder(db, user.id)).number).toBe(1001);
  // A later start plants nothing.
  connection = { ...connection, isNew: false };
  await plant();
  expect(await count("orders")).toBe(1);
});

it("stays once the owner's own customer has ordered, unless that was cancelled", {
  timeout: 120_000,
}, async () => {
  await plant();
  const mark = await readSampleMark(db);
  if (!mark) throw new Error("There is no sample");
  expect(await hasRealBusiness(db, mark)).toBe(false);
  await insertOrder(db, await demoCustomer());
  expect(await hasRealBusiness(db, mark)).toBe(false);
  const { user } = await insertClient(db);
  const { id } = await insertOrder(db, user.id);
  const end = createSampleEnd(connection, place());
  expect(await end.begin(await ownerOfShop())).toContain("has ordered or paid");
  expect(await readSampleMark(db)).toEqual(mark);
  expect(existsSync(place().backupDir)).toBe(false);
  await db.execute(sql`update orders set status = 'cancelled' where id = ${id}`);
  expect(await hasRealBusiness(db, mark)).toBe(false);
});
