import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { sendTexts } from "#app/domain/texts/send-texts.server.ts";
import type { TextSender } from "#app/domain/texts/text-sender.ts";
import { twilioSender } from "#app/domain/texts/twilio-sender.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { user } from "#db/schema/accounts.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { mailOutbox, textOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { usualAtDoor } from "../at-door.ts";
import { getDriversRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const shop = sampleShop();
const byText = { ...usualAtDoor, reach: { texts: true, mails: true } };
const byNothing = { ...usualAtDoor, reach: { texts: false, mails: false } };

async function stopOfDriver() {
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("No driver");
  const shown = async (door = byText) =>
    (await getDriversRun(db, driver, door)).stops.find(({ id }) => id === stopId)?.arriving;
  const near = (more: object = {}, door = byText) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        kind: "arriving",
        requestId: randomUUID(),
        stopId,
        at: new Date().toISOString(),
        ...more,
      }),
      shop,
      door,
    );
  return { stopId, email: user.email, near, shown, orderId: order.id };
}

/** Runs the waiting jobs with a sender; returns the errors, after which the queue would retry. */
async function work(sender: TextSender | null): Promise<unknown[]> {
  const failed: unknown[] = [];
  const jobs = {
    async work(_name: string, _how: object, perform: (job: object) => Promise<void>) {
      const signal = new AbortController().signal;
      for (const { id } of await db.select().from(textOutbox)) {
        await perform({ data: { textId: id }, signal }).catch((error) => failed.push(error));
      }
    },
  } as unknown as JobRunner;
  const log = { info() {}, warn() {}, error() {} } as never;
  await sendTexts(jobs, { db, sender, log });
  return failed;
}

it("texts the client once, even for concurrent requests", async () => {
  const { near, shown, stopId } = await stopOfDriver();
  expect(await shown()).toEqual({ by: "sms", to: "…0142", whyNot: "", told: null });
  const requestId = randomUUID();
  const answers = await Promise.all([
    ...[1, 2].map(() => reasonOf(near({ requestId }))),
    reasonOf(near()),
  ]);
  expect(answers.filter((answer) => answer === "told already").length).toBeGreaterThanOrEqual(1);
  const texts = await db.select().from(textOutbox);
  expect(texts).toHaveLength(1);
  expect(texts[0]?.recipient).toBe("+16045550142");
  expect((await shown())?.told?.state).toBe("waiting");
  // Once the provider has it, neither number nor text is kept.
  await work({ send: async () => "SM1" });
  await work({ send: async () => Promise.reject(new Error("Sent twice")) });
  const [sent] = await db.select().from(textOutbox);
  expect(sent).toMatchObject({ recipient: null, body: "", providerRef: "SM1", attempts: 1 });
  expect((await shown())?.told?.state).toBe("sent");
  await db.delete(textOutbox);
  expect(await db.$count(runStops, eq(runStops.id, stopId))).toBe(1);
});

it("emails the client if text messages are off, and explains if neither is possible", async () => {
  const { near, shown, email } = await stopOfDriver();
  expect(await reasonOf(near({}, byNothing))).toBe("not offered");
  expect(await shown(byNothing)).toMatchObject({
    by: null,
    whyNot: "text messages are not set up, and no email is sent",
  });
  await near({}, usualAtDoor);
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  expect(mail?.subject).toContain("ten minutes away");
  expect(mail?.expiresAt).not.toBeNull();
  const told = await shown(usualAtDoor);
  expect(told).toMatchObject({ by: "email", told: { state: "sent" } });
  expect(told?.to).not.toContain(email);
});

it("explains why a client without a phone number and email address can't be notified", async () => {
  const { near, shown, email, orderId } = await stopOfDriver();
  await db.update(orders).set({ deliveryPhone: "ask for Kim" }).where(eq(orders.id, orderId));
  await db
    .update(user)
    .set({ emailVerified: false, isVouched: false })
    .where(eq(user.email, email));
  expect(await shown()).toMatchObject({
    by: null,
    whyNot:
      "there is no number for a text message, and there is no email address that we may write to",
  });
  expect(await reasonOf(near())).toBe("not offered");
});

it("notifies no client who was visited or whose order was delivered", async () => {
  const { near, stopId, orderId } = await stopOfDriver();
  await db
    .update(runStops)
    .set({ state: "delivered", visitedAt: new Date() })
    .where(eq(runStops.id, stopId));
  expect(await reasonOf(near())).toBe("already delivered");
  await db
    .update(runStops)
    .set({ state: "waiting", visitedAt: null })
    .where(eq(runStops.id, stopId));
  await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, orderId));
  expect(await reasonOf(near())).toBe("gone");
  expect(await db.$count(textOutbox)).toBe(0);
});

it("a text message is retried if it wasn't sent, but not if it may have been", async () => {
  let status = 503;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      asked.push(`${request.headers.authorization} ${request.url} ${decodeURIComponent(body)}`);
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(status < 300 ? { sid: "SM2" } : { code: 21610, message: "No" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sender = twilioSender({ accountSid: "AC1", authToken: "t", from: "+16045550100", apiUrl });
  try {
    const { near, shown } = await stopOfDriver();
    await near();
    status = 429;
    expect(await work(sender)).toHaveLength(1);
    expect((await shown())?.told?.state).toBe("waiting");
    status = 201;
    expect(await work(sender)).toEqual([]);
    expect((await shown())?.told?.state).toBe("sent");
    expect(asked.at(-1)).toContain(
      `${Buffer.from("AC1:t").toString("base64")} /2010-04-01/Accounts/AC1/`,
    );
    expect(asked.at(-1)).toMatch(/From=\+16045550100&To=\+16045550142&Body=.*ten\+minutes\+away/);
    for (const refused of [400, 500]) {
      const other = await stopOfDriver();
      await other.near();
      status = refused;
      expect(await work(sender)).toEqual([]);
      expect((await other.shown())?.told?.state).toBe("failed");
    }
    // Simulates a process that died halfway.
    const lost = await stopOfDriver();
    await lost.near();
    await db
      .update(textOutbox)
      .set({ triedAt: new Date(), attempts: 1 })
      .where(eq(textOutbox.attempts, 0));
    status = 201;
    const before = asked.length;
    await work(sender);
    expect(asked).toHaveLength(before);
    expect((await lost.shown())?.told?.state).toBe("failed");
  } finally {
    server.close();
  }
});
