import { isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { type SmtpInbox, smtpError, startSmtpInbox } from "#tests/setup/smtp-inbox.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { type MailSender, startMailSender } from "./mail-sender.server.ts";
import { queueMail } from "./outbox.server.ts";
import { smtpTransport } from "./smtp-transport.server.ts";

const patiently = { timeout: 10_000 };
const mail = { to: "chef@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" };

let database: OpenDatabase;
let opened: { stop?(): Promise<void>; close?(): Promise<void> }[];
let recording: ReturnType<typeof recordingLog>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  opened = [];
  recording = recordingLog();
  await database.db.delete(mailOutbox);
});
afterEach(async () => {
  for (const it of opened.reverse()) await (it.close ?? it.stop)?.();
});
afterAll(() => database.close());

async function inbox(options?: Parameters<typeof startSmtpInbox>[0]): Promise<SmtpInbox> {
  const started = await startSmtpInbox(options);
  opened.push(started);
  return started;
}

async function sender(
  url: string,
  times: Parameters<typeof startMailSender>[0]["times"] = {},
): Promise<MailSender> {
  const { db, listen } = database;
  const transport = smtpTransport(url);
  const started = await startMailSender({ db, listen, transport, log: recording.log, times });
  opened.push(started);
  return started;
}

async function only() {
  const [row] = await database.db.select().from(mailOutbox);
  return row;
}

const sent = () => vi.waitFor(async () => expect((await only())?.sentAt).not.toBeNull(), patiently);

describe("what is queued", () => {
  it("leaves at once, whether before or after the sender started", async () => {
    await queueMail(database.db, { ...mail, subject: "Before" });
    const { url, mails } = await inbox();
    await sender(url, { poll: 600 });
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await database.db.transaction((tx) => queueMail(tx, { ...mail, subject: "After" }));
    await vi.waitFor(() => expect(mails).toHaveLength(2), patiently);
    expect(mails.map(({ subject }) => subject)).toEqual(["Before", "After"]);
    await vi.waitFor(async () => expect(await unsent()).toBe(0), patiently);
    expect(recording.lines).toEqual([]);
  });

  it("leaves by the poll where no notification arrives", async () => {
    const { url, mails } = await inbox();
    const { db } = database;
    const transport = smtpTransport(url);
    const times = { poll: 0.05 };
    opened.push(await startMailSender({ db, transport, log: recording.log, times }));
    await queueMail(db, mail);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
  });

  it("leaves all of it, more than travel at once", async () => {
    const { url, mails } = await inbox();
    for (let number = 1; number <= 23; number += 1) {
      await queueMail(database.db, { ...mail, to: `chef${number}@example.com` });
    }
    await sender(url);
    await vi.waitFor(() => expect(mails).toHaveLength(23), patiently);
    expect(new Set(mails.flatMap(({ envelope }) => envelope.to)).size).toBe(23);
    await vi.waitFor(async () => expect(await unsent()).toBe(0), patiently);
  });

  it("leaves once where several senders share the outbox", async () => {
    const { url, mails } = await inbox();
    await Promise.all([sender(url), sender(url), sender(url)]);
    for (let number = 1; number <= 20; number += 1) {
      await queueMail(database.db, { ...mail, subject: String(number) });
    }
    await vi.waitFor(async () => expect(await unsent()).toBe(0), patiently);
    expect(mails).toHaveLength(20);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(20);
  });
});

describe("a mail that does not arrive", () => {
  it("is sent when the server is up again", async () => {
    const first = await inbox();
    await first.stop();
    await queueMail(database.db, mail);
    await sender(first.url, { waits: [0.2] });
    await vi.waitFor(async () => expect((await only())?.attempts).toBeGreaterThan(1), patiently);
    expect((await only())?.lastError).toContain("ECONNREFUSED");
    const second = await inbox({ port: first.port });
    await vi.waitFor(() => expect(second.mails).toHaveLength(1), patiently);
    await sent();
    expect(await only()).toMatchObject({ lastError: null });
  });

  it("waits ever longer, with a warning, and at the end with an error, but for ever", async () => {
    let attempts = 0;
    const { url, mails } = await inbox({
      onRecipient() {
        attempts += 1;
        if (attempts < 6) throw smtpError(451, "try again later, chef@example.com");
      },
    });
    await queueMail(database.db, mail);
    await sender(url, { waits: [0.01, 0.02, 0.03] });
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await sent();
    expect(recording.lines.map(({ level }) => level).join(" ")).toBe("warn warn error error error");
    expect(recording.lines.map(({ facts }) => facts)).toMatchObject([
      { attempts: 1, nextInSeconds: 0.01, responseCode: 451 },
      { attempts: 2, nextInSeconds: 0.02 },
      { attempts: 3, nextInSeconds: 0.03 },
      { attempts: 4, nextInSeconds: 0.03 },
      { attempts: 5, nextInSeconds: 0.03 },
    ]);
    expect(JSON.stringify(recording.lines)).not.toContain("example.com");
  });

  it("is told as an error at once when the server refuses it for good", async () => {
    const { url } = await inbox({
      onRecipient() {
        throw smtpError(550, "no such user here");
      },
    });
    await queueMail(database.db, mail);
    await sender(url, { waits: [0.01, 3600] });
    await vi.waitFor(() => expect(recording.lines).toHaveLength(1), patiently);
    expect(recording.lines[0]).toMatchObject({
      level: "error",
      facts: { attempts: 1, nextInSeconds: 3600, code: "EENVELOPE", responseCode: 550 },
    });
    await expect.poll(async () => (await only())?.lastError).toContain("no such user here");
    expect(await only()).toMatchObject({ sentAt: null, attempts: 1 });
  });

  it("does not hold up the others", async () => {
    const { url, mails } = await inbox({
      async onRecipient(address) {
        if (address.startsWith("refused")) throw smtpError(550, "no");
        if (address.startsWith("slow")) await new Promise(() => undefined);
      },
    });
    for (const to of ["slow@example.com", "refused@example.com", "chef@example.com"]) {
      await queueMail(database.db, { ...mail, to });
    }
    await sender(url, { patience: 0 });
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await queueMail(database.db, { ...mail, to: "another@example.com" });
    await vi.waitFor(() => expect(mails).toHaveLength(2), patiently);
  });

  it("is tried again when the server hangs", async () => {
    let asked = 0;
    const { url, mails } = await inbox({
      async onRecipient() {
        asked += 1;
        if (asked === 1) await new Promise(() => undefined);
      },
    });
    await queueMail(database.db, mail);
    await sender(url, { attempt: 1, waits: [0.01, 3600] });
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    expect(recording.lines).toMatchObject([{ level: "warn", facts: { code: "EABORT" } }]);
  });

  it("comes twice, but recognisably, when its receipt was not told", async () => {
    const { url, mails } = await inbox({
      onArrival() {
        if (mails.length === 1) throw smtpError(451, "arrived, but not so told");
      },
    });
    await queueMail(database.db, mail);
    await sender(url, { waits: [0.01] });
    await vi.waitFor(() => expect(mails).toHaveLength(2), patiently);
    const [first, second] = mails;
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.date).toBe(first?.date);
  });
});

describe("a sender that closes", () => {
  it("lets what is under way arrive, and takes no more", async () => {
    const { url, mails } = await inbox();
    const { close } = await sender(url);
    await queueMail(database.db, mail);
    await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
    await close();
    expect((await only())?.sentAt).not.toBeNull();
    await queueMail(database.db, mail);
    expect(await unsent()).toBe(1);
    expect(mails).toHaveLength(1);
  });

  it("gives up what hangs, and leaves it due for the next one", async () => {
    let hanging = false;
    const { url } = await inbox({
      async onRecipient() {
        hanging = true;
        await new Promise(() => undefined);
      },
    });
    const { close } = await sender(url, { patience: 0.05 });
    await queueMail(database.db, mail);
    await vi.waitFor(() => expect(hanging).toBe(true), patiently);
    await close();
    const next = await inbox();
    await sender(next.url);
    await vi.waitFor(() => expect(next.mails).toHaveLength(1), patiently);
  });
});

it("goes on when the database is away for a moment", async () => {
  const { url, mails } = await inbox();
  const { wake } = await sender(url, { poll: 0.05 });
  await database.db.execute(sql`alter table mail_outbox rename to mail_outbox_away`);
  wake();
  await vi.waitFor(() => expect(recording.lines).not.toEqual([]), patiently);
  expect(recording.lines[0]).toMatchObject({ level: "error" });
  await database.db.execute(sql`alter table mail_outbox_away rename to mail_outbox`);
  await queueMail(database.db, mail);
  await vi.waitFor(() => expect(mails).toHaveLength(1), patiently);
});

function unsent() {
  return database.db.$count(mailOutbox, isNull(mailOutbox.sentAt));
}
