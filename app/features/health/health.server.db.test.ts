import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { payments } from "#db/schema/money/payments.ts";
import { backupRuns, healthTroubles } from "#db/schema/operations.ts";
import { seeds } from "#db/schema/system.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import type { Patient } from "./check-parts.server.ts";
import { createHealth, listBackupRuns, tellChanges } from "./health.server.ts";
import type { CheckState, Finding } from "./health.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [mailOutbox, backupRuns, healthTroubles, payments]) await db.delete(table);
  await db.delete(seeds);
  await db.execute(sql`delete from pgboss.job`);
  await db.insert(seeds).values({ name: "catalogue" });
});

const units: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };

function ago(time: string): Date {
  const [count, unit = ""] = time.replace(/s$/, "").split(" ");
  return new Date(Date.now() - Number(count) * (units[unit] ?? Number.NaN) * 1000);
}

const soundPatient = (): Patient => ({
  db: database.db,
  readiness: async () => [],
  folders: { data: "/" },
  freeBytes: async () => 80e9,
  mailFolder: null,
  backups: { problem: async () => null, elsewhere: null },
  hasOwnServer: false,
  hasCards: true,
  certificate: async () => null,
});

async function look(changes: Partial<Patient> = {}) {
  const health = createHealth({ ...soundPatient(), ...changes }, silentLog);
  const [findings, figures] = [await health.findings(admin), await health.figures()];
  return {
    all: findings,
    /** Failing checks by name, except for the missing bucket of these shops. */
    unwell: Object.fromEntries(
      findings
        .filter(({ id, state }) => state !== "well" && id !== "sent-backups")
        .map((one) => [one.id, one]),
    ),
    first: findings[0]?.id,
    figure: (name: string, of?: string) =>
      figures.find((one) => one.name === name && one.of === of)?.value,
  };
}

const of = (state: CheckState, says: RegExp) => ({ state, says: expect.stringMatching(says) });

const addRun = (run: Partial<typeof backupRuns.$inferInsert> & { age: string }) => {
  const { age, ...rest } = run;
  return database.db.insert(backupRuns).values({
    kind: "backup",
    folder: "/backups/nightly",
    startedAt: ago(age),
    endedAt: ago(age),
    outcome: "done",
    ...rest,
  });
};

const addMail = (mail: Partial<typeof mailOutbox.$inferInsert>) =>
  database.db
    .insert(mailOutbox)
    .values({ recipient: "ann@example.com", subject: "An order", text: "", ...mail });

async function addPayment(changes: Partial<typeof payments.$inferInsert>) {
  const { user } = await insertClient(database.db);
  const order = await insertOrder(database.db, user.id);
  await database.db.insert(payments).values({
    customerId: user.id,
    orderId: order.id,
    requestId: crypto.randomUUID(),
    state: "held",
    cents: 100_00,
    heldCents: 100_00,
    intentRef: crypto.randomUUID(),
    ...changes,
  });
}

describe("a health check", () => {
  it("finds no problem in a healthy shop, and reports its figures", async () => {
    const { unwell, figure } = await look();
    expect(unwell).toEqual({});
    expect(figure("shop_check_state", "mails")).toBe(0);
    expect(figure("shop_disk_free_bytes", "data")).toBe(80e9);
    expect(figure("shop_backup_age_seconds")).toBeUndefined();
  });

  it("reports emails that failed for good, and emails that aren't sent", async () => {
    await addMail({ failedAt: ago("1 hour") });
    const { unwell, first, figure } = await look();
    expect(unwell).toEqual({ mails: expect.objectContaining(of("bad", /^One email could not/)) });
    expect([first, figure("shop_mails_failed")]).toEqual(["mails", 1]);
    await database.db.delete(mailOutbox);
    await addMail({ createdAt: ago("3 hours") });
    expect((await look()).unwell.mails).toMatchObject(of("bad", /^No email has left for 3 hours/));
    await addMail({ sentAt: ago("1 minute") });
    expect((await look()).unwell.mails).toMatchObject(of("warn", /others leave/));
  });

  it("reports waiting emails, and warns if emails are only written to files", async () => {
    const mailsOf = async (changes?: Partial<Patient>) =>
      (await look(changes)).all.find(({ id }) => id === "mails");
    expect(await mailsOf()).toMatchObject(of("well", /^All emails have left\.$/));
    await addMail({});
    await addMail({});
    expect(await mailsOf()).toMatchObject(of("well", /^2 emails are on the way\.$/));
    await database.db.update(mailOutbox).set({
      createdAt: ago("4 minutes"),
      attempts: 1,
      lastError: "connect ECONNREFUSED",
    });
    expect(await mailsOf()).toMatchObject({
      ...of("warn", /^2 emails have not left yet\. The oldest has waited for 4 minutes\.$/),
      todo: expect.stringMatching(/SMTP_URL answers.+ECONNREFUSED$/),
    });
    await database.db.delete(mailOutbox);
    expect(await mailsOf({ mailFolder: "/data/outbox" })).toMatchObject(
      of("warn", /^Emails are files in \/data\/outbox; nobody gets them\.$/),
    );
  });

  it("counts emails in files as undelivered", async () => {
    const written = { sentAt: ago("1 hour"), file: "one.eml" };
    await addMail(written);
    expect((await look()).unwell.mails).toMatchObject({
      ...of("warn", /^One email was written to a file on .+ \d{4}, and reached nobody\.$/),
      page: { to: "/admin/mails#written" },
    });
    await addMail(written);
    const { unwell, figure } = await look({ mailFolder: "/data/outbox" });
    expect(unwell.mails).toMatchObject(
      of("warn", /nobody gets them\. 2 emails were written to files, the last one on /),
    );
    expect(figure("shop_mails_written_to_files")).toBe(2);
    await addMail({ createdAt: ago("3 hours") });
    expect((await look()).unwell.mails).toMatchObject(of("bad", /^No email has left/));
  });

  it("reports jobs and entries with times in the future after a change of the clock", async () => {
    const { db } = database;
    await addRun({ age: "-8 days" });
    await database.db.update(seeds).set({ plantedAt: ago("27 hours") });
    await db.execute(sql`insert into pgboss.job (name, created_on, start_after)
      values ('due-prices', now() + interval '8 days', now() + interval '8 days')`);
    const { unwell, figure } = await look({ hasOwnServer: true });
    expect(unwell.jobs).toMatchObject(of("bad", /left again: due-prices\.$/));
    expect(unwell.clock).toMatchObject(of("warn", /^The latest entry is [78] days later/));
    expect(unwell.backups).toMatchObject(of("bad", /^There is no backup yet/));
    expect(figure("shop_backup_age_seconds")).toBeUndefined();
  });

  it("reports failed jobs until they succeed, and jobs that no worker starts", async () => {
    async function add(state: string, time: string) {
      const at = ago(time).toISOString();
      await database.db.execute(sql`insert into pgboss.job (name, state, completed_on, start_after)
        values ('due-prices', ${state}, case when ${state} in ('failed', 'completed') then ${at}::timestamptz end, ${at}::timestamptz)`);
    }
    await add("failed", "2 hours");
    expect((await look()).unwell.jobs).toMatchObject(of("bad", /due-prices/));
    await add("completed", "1 hour");
    expect((await look()).unwell.jobs).toBeUndefined();
    await add("created", "31 minutes");
    const { unwell, figure } = await look();
    expect(unwell.jobs).toMatchObject(of("bad", /^Not begun in time: due-prices/));
    expect(figure("shop_job_wait_seconds", "due-prices")).toBeGreaterThan(1800);
  });

  it("reports backups that are missing, fail, or were never restored on trial", async () => {
    await database.db.update(seeds).set({ plantedAt: ago("27 hours") });
    expect((await look()).unwell.backups).toMatchObject(of("bad", /^There is no backup yet\./));
    await addRun({ age: "27 hours" });
    await addRun({ age: "1 hour", outcome: "failed", message: "There is no more room." });
    expect((await look()).unwell.backups).toMatchObject(
      of("bad", /^The last backup is 1 day old\. There is no more room\.$/),
    );
    await addRun({ age: "0 hours" });
    expect((await look()).unwell).toEqual({});
    expect((await look({ backups: undefined })).unwell.backups).toMatchObject(
      of("warn", /^Nightly backups are off/),
    );
    const problem = async () => "/proc/x is not there, and cannot be made.";
    await database.db.delete(backupRuns);
    expect((await look({ backups: { problem, elsewhere: null } })).unwell.proof).toMatchObject(
      of("warn", /^None was restored on trial/),
    );
    await addRun({ age: "0 hours" });
    expect((await look({ backups: { problem, elsewhere: null } })).unwell.backups).toMatchObject(
      of("bad", /^No backup can be made now\. \/proc\/x is not there/),
    );

    await addRun({ age: "20 days" });
    expect((await look()).unwell.proof).toMatchObject(
      of("bad", /^No backup was restored on trial/),
    );
    await addRun({ kind: "proof", age: "15 days" });
    expect((await look()).unwell.proof).toMatchObject(of("bad", /14 days/));
    await addRun({ kind: "proof", age: "3 days" });
    expect((await look()).figure("shop_backup_proof_age_seconds")).toBeCloseTo(3 * 86_400, -2);
    await addRun({
      kind: "proof",
      age: "1 day",
      outcome: "failed",
      message: "It differs: orders.",
    });
    expect((await look()).unwell.proof).toMatchObject(of("bad", /It differs: orders\.$/));
    expect((await listBackupRuns(database.db, admin))[0]).toMatchObject({
      kind: "backup",
      outcome: "done",
    });
  });

  it("reports a disk that fills up, and ignores a folder that doesn't exist yet", async () => {
    const freeBytes = (free: number) => async (folder: string) => {
      if (folder === "/nowhere") throw new Error("ENOENT");
      return free;
    };
    const folders = { data: "/", backups: "/nowhere" };
    expect((await look({ folders, freeBytes: freeBytes(4e9) })).unwell.disk).toMatchObject(
      of("warn", /^4.0 GB free for the shop's data\.$/),
    );
    const { unwell, figure } = await look({ folders, freeBytes: freeBytes(90e6) });
    expect(unwell.disk).toMatchObject(of("bad", /^90 MB/));
    expect(figure("shop_disk_free_bytes", "backups")).toBeUndefined();
  });

  it.each([
    ["expires", 9, 90, null, of("bad", /good for [89] days/)],
    ["is new", 60, 90, null, undefined],
    ["lives for six days, and is new", 5, 6, null, undefined],
    ["lives for six days, and was not renewed", 1.2, 6, null, of("bad", /good for 1 day/)],
    ["has expired", -1, 90, "CERT_HAS_EXPIRED", of("bad", /has expired/)],
    [
      "nobody trusts",
      60,
      90,
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      of("bad", /do not trust .+SELF_SIGNED/),
    ],
  ])("judges a certificate that %s", async (_, left, lifetime, problem, found) => {
    const day = 86_400_000;
    const until = new Date(Date.now() + left * day);
    const seen = { until, from: new Date(until.getTime() - lifetime * day), problem };
    const { unwell } = await look({ certificate: async () => seen });
    if (found) expect(unwell.certificate).toMatchObject(found);
    else expect(unwell).toEqual({});
  });

  it("reports expiring authorizations, refusals of the provider, and missing webhook messages", async () => {
    await addPayment({ captureBefore: ago("-20 hours") });
    await addPayment({ captureBefore: ago("-5 days") });
    expect((await look()).unwell.cards).toMatchObject(of("bad", /run out within 22 hours: 1\.$/));
    expect((await look({ hasCards: false })).unwell).toEqual({});
    expect((await look()).unwell.webhooks).toBeUndefined();
    await database.db.update(payments).set({ createdAt: ago("2 hours") });
    expect((await look()).figure("shop_webhooks_missing")).toBe(2);
    await database.db.execute(
      sql`insert into payment_events (id, type) values ('evt_1', 'payment_intent.succeeded')`,
    );
    expect((await look()).unwell.webhooks).toBeUndefined();
  });

  it("reports an incomplete database, and images that can't be written", async () => {
    const found = async (missing: string) =>
      (await look({ readiness: async () => [missing] })).unwell.readiness?.says;
    expect(await found("migrations")).toMatch(/lacks tables/);
    expect(await found("files")).toMatch(/Images/);
  });

  it("is unknown if it fails, without affecting other checks", async () => {
    const { unwell } = await look({
      certificate: async () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.1")),
    });
    expect(unwell).toEqual({
      certificate: expect.objectContaining({ state: "warn", isUnknown: true }),
    });
    expect(JSON.stringify(unwell)).not.toContain("ECONNREFUSED");
  });
});

describe("alerts to the owner", () => {
  const owner = { email: "owner@example.com", shop: sampleShop() };
  const finding = (id: string, state: CheckState, rest: Partial<Finding> = {}): Finding => ({
    id,
    name: `The ${id}`,
    state,
    says: `The ${id} is ${state}.`,
    todo: "Do something.",
    ...rest,
  });
  const tell = (...findings: Finding[]) => tellChanges(database.db, findings, owner);
  const told = async () => {
    const rows = await database.db
      .delete(mailOutbox)
      .returning({ to: mailOutbox.recipient, subject: mailOutbox.subject, text: mailOutbox.text });
    return rows.sort((a, b) => a.subject.localeCompare(b.subject));
  };
  const letPass = (time: string) =>
    database.db.update(healthTroubles).set({ lastSeenAt: ago(time) });

  it("are sent once for each problem, and once it is resolved", async () => {
    await tell(finding("disk", "bad"), finding("mails", "warn"));
    expect(await told()).toEqual([
      {
        to: owner.email,
        subject: "Action needed: The disk",
        text: expect.stringMatching(
          /The disk is bad\. Do something\.[\s\S]+shop.example.com\/admin\/health/,
        ),
      },
    ]);
    await tell(finding("disk", "bad"), finding("mails", "bad"));
    expect((await told()).map(({ subject }) => subject)).toEqual(["Action needed: The mails"]);
    await letPass("31 minutes");
    await tell(finding("disk", "well"), finding("mails", "bad"));
    expect((await told()).map(({ subject }) => subject)).toEqual(["Resolved: The disk"]);
    await tell(finding("disk", "well"), finding("mails", "bad"));
    expect(await told()).toEqual([]);
  });

  it("aren't repeated for an intermittent problem, nor resolved by a check that fails", async () => {
    await tell(finding("disk", "bad"));
    await told();
    await tell(finding("disk", "well"));
    await tell(finding("disk", "bad"));
    await letPass("2 hours");
    await tell(finding("disk", "warn", { isUnknown: true }));
    expect(await told()).toEqual([]);
  });

  it("are sent once by several concurrent processes", async () => {
    await Promise.all([1, 2, 3, 4].map(() => tell(finding("disk", "bad"))));
    expect(await told()).toHaveLength(1);
  });
});
