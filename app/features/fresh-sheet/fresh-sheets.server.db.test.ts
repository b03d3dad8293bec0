import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import {
  createStopLinks,
  setOwnMailChoice,
} from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { freshSends, freshSheets } from "#db/schema/fresh-sheets.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getDraft, listSent, noteOwnPress, saveDraft, sendDraft } from "./fresh-sheets.server.ts";
import { readership } from "./readers.server.ts";
import { mailSheet, mailTrial } from "./send-fresh-sheets.server.ts";

const links = createStopLinks("a secret of the tests, long enough");
const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let cut: typeof products.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  cut = await insertProduct(db, { pricePerLb: "24.99" });
});
beforeEach(async () => {
  for (const table of [freshSheets, mailOutbox, orders, zones]) await db.delete(table);
  await db.update(customers).set({ wantsFreshSheets: false });
});
afterAll(() => database.close());

const options = () => ({ db, links, shop, minOrderCents: 0 });
const sheet = (version = 0) => ({
  note: "The grass was good.",
  version,
  picks: [{ productId: cut.id, line: "Dry-aged for 28 days" }],
});

async function buyer({ daysAgo = 20, user = {} } = {}) {
  const client = await insertClient(db, { user, profile: { companyName: "Sumas Grocers" } });
  const placedAt = new Date(Date.now() - daysAgo * 24 * 3_600_000);
  const order = await insertOrder(db, client.user.id, { placedAt });
  return { ...client.user, order };
}

async function sent(): Promise<string> {
  await saveDraft(db, admin, sheet());
  await sendDraft(db, admin, 1);
  const [stored] = await db.select({ id: freshSheets.id }).from(freshSheets);
  return stored?.id ?? "";
}

const mails = () => db.select().from(mailOutbox).orderBy(mailOutbox.recipient);

describe("the draft of a fresh sheet", () => {
  it("exists once, with its last saved values", async () => {
    await saveDraft(db, admin, sheet());
    await saveDraft(db, admin, { ...sheet(1), note: "Again" });
    expect(await getDraft(db, admin)).toEqual({ ...sheet(2), note: "Again" });
    expect(await db.$count(freshSheets)).toBe(1);
  });

  it("is not saved from an outdated form, nor by the second of two concurrent saves", async () => {
    const both = await Promise.allSettled(
      [sheet(), sheet()].map((one) => saveDraft(db, admin, one)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(saveDraft(db, admin, sheet())).rejects.toThrow(Refusal);
    expect((await getDraft(db, admin)).version).toBe(1);
  });

  it("has only cuts that are sold", async () => {
    const gone = await insertProduct(db, { isActive: false });
    const picks = [...sheet().picks, { productId: gone.id, line: "" }];
    await expect(saveDraft(db, admin, { ...sheet(), picks })).rejects.toMatchObject({
      answer: { errors: { cut2: ["This cut is not sold now"] } },
    });
  });

  it("is mailed only to the owner for review", async () => {
    const id = await saveDraft(db, admin, sheet());
    await mailTrial(options(), admin, id);
    const [mail, ...more] = await mails();
    expect([mail?.recipient, more.length]).toEqual([admin.email, 0]);
    expect(await db.$count(freshSends)).toBe(0);
  });
});

describe("the recipients", () => {
  it("are clients who recently bought, asked for it or opened an account, and nobody else", async () => {
    const old = { daysAgo: 800 };
    const one = await buyer();
    const asked = await buyer(old);
    const newcomer = await insertClient(db);
    const lapsed = await buyer(old);
    const refused = await buyer();
    const stranger = await buyer({ user: { emailVerified: false } });
    const longAgo = new Date(Date.now() - 800 * 24 * 3_600_000);
    await db
      .update(customers)
      .set({ createdAt: longAgo })
      .where(sql`id in (${asked.id}, ${lapsed.id})`);
    await db
      .update(customers)
      .set({ askedForFreshSheetsAt: new Date() })
      .where(eq(customers.id, asked.id));
    await db.update(customers).set({ wantsFreshSheets: false }).where(eq(customers.id, refused.id));
    await mailSheet(options(), await sent());
    const told = await db
      .select({ id: freshSends.customerId, consent: freshSends.consent })
      .from(freshSends);
    expect(new Map(told.map(({ id, consent }) => [id, consent]))).toEqual(
      new Map([
        [one.id, "bought"],
        [asked.id, "asked"],
        [newcomer.user.id, "inquired"],
      ]),
    );
    const listed = await readership(db, admin);
    expect(listed).toMatchObject({ readers: 3, unreachable: 1, lapsed: 1 });
    expect(stranger.emailVerified).toBe(false);
  });

  it("are mailed once, even if the job runs again or in two processes concurrently", async () => {
    for (let n = 0; n < 5; n += 1) await buyer();
    const id = await sent();
    const counts = await Promise.all([mailSheet(options(), id), mailSheet(options(), id)]);
    expect((counts[0] ?? 0) + (counts[1] ?? 0) + (await mailSheet(options(), id))).toBe(5);
    expect(await mails()).toHaveLength(5);
  });

  it("get nothing while the sheet is a draft; a sheet without recipients or cuts is refused", async () => {
    const id = await saveDraft(db, admin, sheet());
    expect(await mailSheet(options(), id)).toBe(0);
    await expect(sendDraft(db, admin, 1)).rejects.toThrow("no client");
    await buyer();
    await expect(sendDraft(db, admin, 2)).rejects.toThrow("colleague");
    await saveDraft(db, admin, { ...sheet(1), picks: [] });
    await expect(sendDraft(db, admin, 2)).rejects.toThrow("no cut");
  });
});

describe("the email", () => {
  it("has the client's own price for their next day, and states its cut-off", async () => {
    const client = await buyer();
    const zone = await insertZone(db, {});
    await db.insert(zonePrefixes).values({ zoneId: zone.id, prefix: "V2S" });
    await db.update(shipTos).set({ postalCode: "V2S1A2" }).where(eq(shipTos.customerId, client.id));
    const hours = { windowFrom: "08:00", windowTo: "15:00", minOrder: "0.00" };
    await db.insert(zoneDays).values(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        ...hours,
        zoneId: zone.id,
        weekday,
        cutOffDaysBefore: 1,
        cutOffTime: "14:00",
      })),
    );
    await db.insert(customerPrices).values({
      customerId: client.id,
      productId: cut.id,
      pricePerLb: "21.50",
      startsOn: "2020-01-01",
    });
    await mailSheet(options(), await sent());
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: client.email,
      subject: "Good this week: Ribeye Steak",
    });
    expect(mail?.text).toContain("$21.50/lb");
    expect(mail?.text).toMatch(/For delivery: .*Order by: /s);
    expect(mail?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 2 * 3_600_000);
    expect(mail?.text).toContain("Dry-aged for 28 days");
    expect(mail?.text).toContain("The grass was good.");
    expect(mail?.unsubscribeUrl).toContain("/api/fresh-sheets/stop?token=");
  });

  it("isn't sent to clients who can't buy any of its cuts", async () => {
    const client = await buyer();
    await db.update(products).set({ isActive: false }).where(eq(products.id, cut.id));
    const [stored] = await db
      .insert(freshSheets)
      .values({ sentAt: new Date() })
      .returning({ id: freshSheets.id });
    expect(await mailSheet(options(), stored?.id ?? "")).toBe(0);
    expect(await mails()).toHaveLength(0);
    expect((await db.select().from(freshSends))[0]?.customerId).toBe(client.id);
    await db.update(products).set({ isActive: true }).where(eq(products.id, cut.id));
  });

  it("has an unsubscribe link for its client and for fresh sheets only", async () => {
    const client = await buyer();
    await mailSheet(options(), await sent());
    const url = new URL((await mails())[0]?.unsubscribeUrl ?? "");
    const token = url.searchParams.get("token") ?? "";
    expect(links.customerOf("fresh-sheets", token)).toBe(client.id);
    expect(links.customerOf("order-reminders", token)).toBeNull();
  });
});

describe("the result of a sent sheet", () => {
  it("counts each client who pressed a cut once, and their orders within a week", async () => {
    const client = await buyer();
    const other = await buyer();
    const id = await sent();
    await mailSheet(options(), id);
    const press = { sheetId: id, productId: cut.id };
    expect(await noteOwnPress(db, { customerId: client.id }, press)).toBe(true);
    expect(await noteOwnPress(db, { customerId: client.id }, press)).toBe(true);
    const order = await insertOrder(db, client.id);
    await insertOrderItem(db, order.id, { productId: cut.id });
    const unpressed = await insertOrder(db, other.id);
    await insertOrderItem(db, unpressed.id, { productId: cut.id });
    const [listed] = await listSent(db, admin);
    expect(listed).toMatchObject({ mailed: 2, pressed: 1, orders: 1 });
    expect(listed?.picks).toEqual([
      { productId: cut.id, name: cut.name, line: "Dry-aged for 28 days", pressed: 1 },
    ]);
  });

  it("ignores clients it was not sent to, and other cuts", async () => {
    await buyer();
    const id = await sent();
    await mailSheet(options(), id);
    const stranger = await insertClient(db);
    expect(
      await noteOwnPress(db, { customerId: stranger.user.id }, { sheetId: id, productId: cut.id }),
    ).toBe(false);
    const [reader] = await db.select({ id: freshSends.customerId }).from(freshSends);
    const another = await insertProduct(db);
    const press = { sheetId: id, productId: another.id };
    expect(await noteOwnPress(db, { customerId: reader?.id ?? "" }, press)).toBe(false);
  });
});

it("an owner who stopped fresh sheets in their account gets none", async () => {
  const client = await buyer();
  const own = { ...admin, customerId: client.id, userId: client.id, role: "owner" } as const;
  await setOwnMailChoice(db, own, "fresh-sheets", false);
  await expect(sent()).rejects.toThrow("no client");
});
