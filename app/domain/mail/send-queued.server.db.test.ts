import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { type JobRunner, startJobs } from "#db/jobs/jobs.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { endPauses } from "#tests/setup/due-jobs.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { type SmtpInbox, smtpError, startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { listWrittenMails } from "./failed-mails.server.ts";
import { folderTransport } from "./folder-transport.server.ts";
import { smtpTransport } from "./mail-transport.server.ts";
import { queueMail } from "./outbox.server.ts";
import { deliverMails } from "./send-queued.server.ts";

const patiently = { timeout: 45_000 };
const mail = { to: "chef@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" };

let database: OpenDatabase;
let cleanUp: (() => Promise<unknown>)[];
let recording: ReturnType<typeof recordingLog>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  cleanUp = [];
  recording = recordingLog();
  await database.db.delete(mailOutbox);
  await database.db.execute(sql`delete from pgboss.job`);
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});
afterAll(() => database.close());

async function inbox(options?: Parameters<typeof startSmtpInbox>[0]): Promise<SmtpInbox> {
  const started = await startSmtpInbox(options);
  cleanUp.push(() => started.stop());
  return started;
}

async function deliverTo(url: string): Promise<JobRunner> {
  const { db } = database;
  const jobs = await startJobs(database, recording.log);
  cleanUp.push(() => jobs.close(1_000));
  await deliverMails(jobs, { db, transport: smtpTransport(url, sampleShop()), log: recording.log });
  return jobs;
}

const rows = () => database.db.select().from(mailOutbox).orderBy(asc(mailOutbox.createdAt));
const only = async () => (await rows())[0];
const unsent = () => database.db.$count(mailOutbox, isNull(mailOutbox.sentAt));
const allSent = () => expect.poll(unsent, patiently).toBe(0);
/** Makes a failed attempt due again; the job is rescheduled just after the email's row. */
async function timePasses() {
  const waiting = sql`select from pgboss.job where state = 'retry'`;
  await expect
    .poll(async () => (await database.db.execute(waiting)).rows.length, patiently)
    .toBeGreaterThan(0);
  await database.db.execute(sql.raw(endPauses));
}

describe("a queued email", () => {
  it("is sent immediately, whether it was queued before or after the shop started", async () => {
    await queueMail(database.db, { ...mail, subject: "Before" });
    const { url, mails } = await inbox();
    await deliverTo(url);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await database.db.transaction((tx) => queueMail(tx, { ...mail, subject: "After" }));
    await vi.waitFor(() => expect(mails).toHaveLength(2), patiently);
    expect(mails.map(({ subject }) => subject)).toEqual(["Before", "After"]);
    await allSent();
    expect(recording.lines).toEqual([]);
  });

  it("keeps only its subject once it is sent", async () => {
    const { url } = await inbox();
    await queueMail(database.db, mail);
    await deliverTo(url);
    await allSent();
    expect(await only()).toMatchObject({ subject: "Hello", text: "", html: null });
  });

  it("does not wait for an earlier one to the same recipient", async () => {
    const { url, mails } = await inbox({
      async onArrival({ subject }) {
        if (subject === "Stuck") await new Promise(() => undefined);
      },
    });
    await queueMail(database.db, { ...mail, subject: "Stuck" });
    await queueMail(database.db, { ...mail, subject: "Later" });
    await deliverTo(url);
    await expect
      .poll(async () => (await rows()).find(({ sentAt }) => sentAt)?.subject, patiently)
      .toBe("Later");
    expect(mails.map(({ subject }) => subject).sort()).toEqual(["Later", "Stuck"]);
  });

  it("is given up once it has expired, and the cause is reported", async () => {
    const { url, mails } = await inbox();
    await queueMail(database.db, { ...mail, expiresAt: new Date(Date.now() - 1000) });
    await deliverTo(url);
    await expect.poll(async () => (await only())?.failedAt, patiently).toBeInstanceOf(Date);
    expect((await only())?.lastError).toBe("It expired before it could be delivered.");
    expect(mails).toEqual([]);
  });

  it("is sent once if several processes deliver", { timeout: 60_000 }, async () => {
    const { url, mails } = await inbox();
    await Promise.all([deliverTo(url), deliverTo(url), deliverTo(url)]);
    for (let number = 1; number <= 20; number += 1) {
      await queueMail(database.db, { ...mail, to: `chef${number}@example.com` });
    }
    await allSent();
    expect(mails).toHaveLength(20);
    expect(new Set(mails.flatMap(({ envelope }) => envelope.to)).size).toBe(20);
  });

  it("is sent even if its job was lost, as after a restore", async () => {
    await queueMail(database.db, mail);
    await database.db.execute(sql`delete from pgboss.job`);
    const { url, mails } = await inbox();
    await Promise.all([deliverTo(url), deliverTo(url)]);
    await allSent();
    expect(mails).toHaveLength(1);
  });
});

describe("an email that can't be delivered", () => {
  it("becomes a file, with a warning, if no mail server is configured", async () => {
    const folder = await mkdtemp(join(tmpdir(), "shop-outbox-"));
    cleanUp.push(() => removeFolder(folder));
    await queueMail(database.db, mail);
    const { db } = database;
    const { log } = recording;
    const jobs = await startJobs(database, log);
    cleanUp.push(() => jobs.close(1_000));
    await deliverMails(jobs, { db, transport: folderTransport(folder, sampleShop(), log), log });
    expect(recording.lines[0]).toEqual({
      level: "warn",
      facts: { mails: 1 },
      message: "SMTP_URL is not set: emails that wait become files now and reach nobody",
    });
    await allSent();
    const written = await listWrittenMails(db, await signedInAdmin(db));
    expect(written).toMatchObject([{ recipient: mail.to, file: (await readdir(folder))[0] }]);
  });

  it("is sent once the server is up again", async () => {
    const first = await inbox();
    await first.stop();
    cleanUp.pop();
    await queueMail(database.db, mail);
    await deliverTo(first.url);
    await expect.poll(async () => (await only())?.attempts, patiently).toBe(1);
    expect((await only())?.lastError).toContain("ECONNREFUSED");
    const { mails } = await inbox({ port: first.port });
    await timePasses();
    await allSent();
    expect(mails).toHaveLength(1);
    expect(await only()).toMatchObject({ lastError: null, failedAt: null });
    expect(recording.lines.map(({ level }) => level)).toEqual(["warn"]);
  });

  it("is given up after four days of attempts", async () => {
    const { url, mails } = await inbox({
      onRecipient() {
        throw smtpError(451, "try again later");
      },
    });
    await queueMail(database.db, mail);
    await database.db.execute(sql`update pgboss.job set retry_limit = 1`);
    await deliverTo(url);
    await expect.poll(async () => (await only())?.attempts, patiently).toBe(1);
    expect(await only()).toMatchObject({ failedAt: null });
    await timePasses();
    await expect.poll(async () => (await only())?.failedAt, patiently).toBeInstanceOf(Date);
    expect(mails).toEqual([]);
  });

  it("is given up immediately if the server refuses it permanently, and delays no other", async () => {
    const { url, mails } = await inbox({
      onRecipient(address) {
        if (address.startsWith("refused")) throw smtpError(550, "no such user here");
      },
    });
    await queueMail(database.db, { ...mail, to: "refused@example.com" });
    await queueMail(database.db, mail);
    await deliverTo(url);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await expect.poll(async () => (await only())?.failedAt, patiently).toBeInstanceOf(Date);
    expect((await only())?.lastError).toContain("no such user here");
    expect(recording.lines).toMatchObject([
      { level: "error", facts: { attempts: 1, code: "EENVELOPE", responseCode: 550 } },
    ]);
    expect(JSON.stringify(recording.lines)).not.toContain("example.com");
  });

  it("does not delay emails to others while the server hangs on it", async () => {
    const { url, mails } = await inbox({
      async onRecipient(address) {
        if (address.startsWith("slow")) await new Promise(() => undefined);
      },
    });
    await queueMail(database.db, { ...mail, to: "slow@example.com" });
    await queueMail(database.db, mail);
    await deliverTo(url);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
  });

  it("is delivered twice with the same id if the server didn't confirm the first delivery", async () => {
    const { url, mails } = await inbox({
      onArrival() {
        if (mails.length === 1) throw smtpError(451, "arrived, but not so told");
      },
    });
    await queueMail(database.db, mail);
    await deliverTo(url);
    await expect.poll(async () => (await only())?.attempts, patiently).toBe(1);
    await timePasses();
    await vi.waitFor(() => expect(mails).toHaveLength(2), patiently);
    const [first, second] = mails;
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.date).toBe(first?.date);
  });
});

describe("the shop on shutdown", () => {
  it("finishes deliveries in progress, and starts no more", async () => {
    const { url, mails } = await inbox();
    const { close } = await deliverTo(url);
    await queueMail(database.db, mail);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await close(5_000);
    expect((await only())?.sentAt).not.toBeNull();
    await queueMail(database.db, mail);
    expect(await unsent()).toBe(1);
    expect(mails).toHaveLength(1);
  });

  it("aborts a hanging delivery, and leaves the email to the next process", async () => {
    const isHanging = vi.fn<() => void>();
    const { url } = await inbox({
      async onRecipient() {
        isHanging();
        await new Promise(() => undefined);
      },
    });
    const { close } = await deliverTo(url);
    await queueMail(database.db, mail);
    await vi.waitFor(() => expect(isHanging).toHaveBeenCalled(), patiently);
    await close(1_000);
    const next = await inbox();
    await deliverTo(next.url);
    await timePasses();
    await vi.waitFor(() => expect(next.mails).toHaveLength(1), patiently);
  });
});
