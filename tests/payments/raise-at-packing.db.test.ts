import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { getLinkedOrder } from "#app/domain/ordering/links/linked-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import {
  addLineAtPacking,
  coverOrder,
  finishLine,
} from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import {
  fulfilOrder,
  fulfilPackedOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { makeOrderLink, openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { listOrdersForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { howToPay } from "#app/domain/orders/payment-words.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import { addPackage, voidPackage } from "#app/domain/packages/packages.server.ts";
import { attentionText } from "#app/domain/payments/payment.ts";
import { getCardPayment, listCardPayments } from "#app/domain/payments/payments-admin.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orderItems } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { heldCents, openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
/** $10.00/lb, of which 10 lb cost at most $110.00. */
let bones: typeof products.$inferSelect;

beforeAll(async () => {
  shop = await openCardShop();
  bones = await insertProduct(shop.db, { name: "Bones", pricePerLb: "10.00", overCapPct: 10 });
});
afterAll(() => shop.close());

const ownShop = sampleShop("https://shop.example");
const raisedCents = heldCents + 110_00;

/** Adds 10 lb at $10.00 to an order. */
async function add(orderId: string): Promise<string> {
  const requestId = randomUUID();
  const line = { productId: bones.id, amount: "10", substitutes: null, over: null, note: "" };
  await addLineAtPacking(
    shop.db,
    shop.admin,
    orderId,
    { kind: "add", requestId, ...line },
    ownShop,
  );
  return requestId;
}

const linesOf = (orderId: string) =>
  shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position);

const weigh = (orderId: string, itemId: string, value: string) =>
  addPackage(
    shop.db,
    shop.admin,
    orderId,
    {
      kind: "package",
      requestId: randomUUID(),
      itemId,
      value,
      unit: "lb",
      pieces: null,
      source: "typed",
      rawScan: "",
      serial: null,
      isNet: true,
      isSure: true,
      lotId: null,
      boxId: null,
    },
    coverOrder(shop.admin, orderId, ownShop),
  );

const done = (orderId: string, itemId: string, seenLb: string, isShort = false) =>
  finishLine(
    shop.db,
    shop.admin,
    orderId,
    { kind: "finish", itemId, seenLb, isShort, over: null, note: "" },
    ownShop,
  );

const currentOf = async (orderId: string) => {
  const own = and(eq(payments.orderId, orderId), payments.isCurrent);
  return (await shop.db.select().from(payments).where(own))[0];
};

const holdsOf = async (orderId: string) =>
  (await getStationOrder(shop.db, shop.admin, orderId))?.holds;

const finish = async (orderId: string) => {
  const version = (await getStationOrder(shop.db, shop.admin, orderId))?.version ?? -1;
  return fulfilPackedOrder(shop.db, shop.admin, { id: orderId, version }, ownShop);
};

const invoiceOf = async (customerId: string) =>
  (await shop.db.select().from(documents).where(eq(documents.customerId, customerId)))[0];

async function toldTo(customerId: string) {
  const [guest] = await shop.db.select().from(customers).where(eq(customers.id, customerId));
  const to = eq(mailOutbox.recipient, guest?.guestEmail ?? "");
  const mails = await shop.db.select().from(mailOutbox).where(to).orderBy(mailOutbox.createdAt);
  return mails.map(({ subject, text }) => `${subject}: ${text.replace(/\s+/g, " ")}`);
}

async function onItsPage(orderId: string): Promise<string[]> {
  const path = await shop.db.transaction((tx) => makeOrderLink(tx, orderId));
  const link = await openOrderLink(shop.db, path.replace("/orders/", ""));
  if (!link) throw new Error("The link opens nothing");
  const { invoices } = await getLinkedOrder(shop.db, link);
  const settings = { etransferEmail: "pay@example.com", etransferNote: "" };
  const facts = { kind: null, isDelivered: false, phone: "604-555-0100", settings };
  return howToPay("card", { ...facts, invoices });
}

async function toLookAt(orderId: string): Promise<string[]> {
  const { rows } = await listCardPayments(shop.db, shop.admin, { view: "attention", page: 1 });
  return rows
    .filter((row) => row.orderId === orderId)
    .map((row) => attentionText(row, shop.fake.now()));
}

describe("an addition at packing to an order paid by card", () => {
  it("raises the authorization before the order is finished", async () => {
    const { orderId, customerId } = await shop.paid();
    const added = await add(orderId);
    const [first] = await linesOf(orderId);
    await weigh(orderId, first?.id ?? "", "10");
    await weigh(orderId, added, "10");
    await done(orderId, first?.id ?? "", "10.00");
    await done(orderId, added, "10.00");
    await expect(finish(orderId)).rejects.toMatchObject({ code: "card asked" });
    expect(await invoiceOf(customerId)).toBeUndefined();
    await shop.doJobs();
    expect(await currentOf(orderId)).toMatchObject({ state: "held", heldCents: raisedCents });
    await finish(orderId);
    await shop.doJobs();
    expect(await shop.books({ customerId, orderId })).toMatchObject({ paid: 349_90, open: 0 });
    expect((await invoiceOf(customerId))?.words?.payment).toEqual(["Charged to your card."]);
    expect((await toldTo(customerId)).join(" ")).toContain(
      "is packed: $349.90 charged to your card",
    );
    expect(await toLookAt(orderId)).toEqual([]);
  });

  it("doesn't wait for a bank that does not answer: the rest stays open, and the order's page shows it", async () => {
    const { orderId, customerId } = await shop.paid();
    await add(orderId);
    await shop.db
      .update(payments)
      .set({ createdAt: sql`now() - interval '3 minutes'` })
      .where(and(eq(payments.orderId, orderId), eq(payments.state, "holding")));
    await fulfilOrder(shop.db, shop.admin, orderId, ownShop);
    expect(await onItsPage(orderId)).toEqual([
      "$274.89 will be charged to your card, all that your bank holds.",
      expect.stringMatching(/^\$75\.01 of invoice INV-\d+ is not charged to your card/),
      expect.stringContaining("Send an Interac e-Transfer of $75.01"),
    ]);
    await shop.doJobs();
    expect(await shop.books({ customerId, orderId })).toMatchObject({
      paid: heldCents,
      open: 75_01,
    });
  });

  it("doesn't wait if the packed amount is already covered", async () => {
    const { orderId, customerId } = await shop.paid();
    const added = await add(orderId);
    const [first] = await linesOf(orderId);
    await weigh(orderId, first?.id ?? "", "10");
    await done(orderId, first?.id ?? "", "10.00");
    await weigh(orderId, added, "2");
    await done(orderId, added, "2.00", true);
    await finish(orderId);
    await shop.doJobs();
    expect(await shop.books({ customerId, orderId })).toMatchObject({ paid: 269_90, open: 0 });
    expect(await toLookAt(orderId)).toEqual([]);
    expect((await toldTo(customerId)).join(" ")).toContain(
      "is packed: $269.90 charged to your card",
    );
  });
});

describe("an order whose bank refuses the higher authorization", () => {
  let order: Awaited<ReturnType<typeof shop.paid>>;
  let added: string;
  beforeEach(async () => {
    order = await shop.paid({ card: "pm_card_authenticationRequired" });
    added = await add(order.orderId);
    await shop.doJobs();
  });

  it("can't be packed, as the station, the list and the email show", async () => {
    const { orderId, customerId } = order;
    expect(await getStationOrder(shop.db, shop.admin, orderId)).toMatchObject({
      holds: ["card"],
      isCardShort: true,
    });
    await expect(add(orderId)).rejects.toThrow("on hold");
    await expect(weigh(orderId, added, "10")).rejects.toThrow("on hold");
    await expect(finish(orderId)).rejects.toThrow();
    const { rows } = await listOrdersForAdmin(shop.db, shop.admin, { held: "hold" });
    expect(rows.find(({ id }) => id === orderId)?.holds).toEqual(["card"]);
    expect(await toLookAt(orderId)).toEqual([
      expect.stringMatching(/^The card was refused: .*The customer was asked to pay\.$/),
    ]);
    const told = await toldTo(customerId);
    expect(told.at(-1)).toMatch(/^Your bank did not agree/);
    expect(told.at(-1)).toContain("Your order now comes to $384.89 at most.");
    expect(told.at(-1)).toContain("Nothing was charged, and what was held before still is.");
  });

  it("comes off hold when the packer removes the addition, and goes back on hold with it", async () => {
    const { orderId, customerId } = order;
    await done(orderId, added, "0.00", true);
    expect(await holdsOf(orderId)).toEqual([]);
    expect((await toldTo(customerId)).at(-1)).toMatch(/is no longer on hold/);
    await shop.doJobs();
    expect(await toLookAt(orderId)).toEqual([]);
    await weigh(orderId, added, "10");
    await shop.doJobs();
    expect(await holdsOf(orderId)).toEqual(["card"]);
    const [line] = (await getStationOrder(shop.db, shop.admin, orderId))?.lines.slice(-1) ?? [];
    const off = { kind: "void" as const, packageId: line?.packages[0]?.id ?? "", reason: "" };
    await voidPackage(shop.db, shop.admin, orderId, off, coverOrder(shop.admin, orderId, ownShop));
    expect(await holdsOf(orderId)).toEqual(["card"]);
    await done(orderId, added, "0.00", true);
    expect(await holdsOf(orderId)).toEqual([]);
    const follow = coverOrder(shop.admin, orderId, ownShop);
    await reopenLine(shop.db, shop.admin, orderId, { kind: "reopen", itemId: added }, follow);
    await shop.doJobs();
    expect(await holdsOf(orderId)).toEqual(["card"]);
  });

  it("comes off hold when the packer removes a package over the maximum that the client had agreed to", async () => {
    const { orderId } = await shop.paid({ card: "pm_card_authenticationRequired" });
    const [line] = await linesOf(orderId);
    const itemId = line?.id ?? "";
    await weigh(orderId, itemId, "10");
    await weigh(orderId, itemId, "2");
    const agreed = { kind: "finish" as const, itemId, seenLb: "12.00", isShort: false };
    const yes = { ...agreed, over: "customer_agreed" as const, note: "Kim, by telephone" };
    await finishLine(shop.db, shop.admin, orderId, yes, ownShop);
    await shop.doJobs();
    expect(await holdsOf(orderId)).toEqual(["card"]);
    // The request was repeated, and had been done before.
    await finishLine(shop.db, shop.admin, orderId, yes, ownShop);
    const [shown] = (await getStationOrder(shop.db, shop.admin, orderId))?.lines ?? [];
    const off = { kind: "void" as const, packageId: shown?.packages.at(-1)?.id ?? "", reason: "" };
    await voidPackage(shop.db, shop.admin, orderId, off, coverOrder(shop.admin, orderId, ownShop));
    expect(await holdsOf(orderId)).toEqual([]);
    await done(orderId, itemId, "10.00");
    await finish(orderId);
  });

  it("keeps the addition while it is on hold for another reason too", async () => {
    const { orderId } = order;
    await shop.db.execute(
      sql`insert into order_holds (order_id, reason) values (${orderId}, 'manual')`,
    );
    await expect(done(orderId, added, "0.00", true)).rejects.toThrow("on hold");
  });

  it("is charged the authorized amount once the owner releases it, and the rest is shown as open everywhere", async () => {
    const { orderId, customerId, paymentId } = order;
    const release = { id: orderId, reason: "card" as const, note: "They pay the rest" };
    await releaseOrder(shop.db, shop.admin, release, ownShop, officeSettings.defaults);
    await fulfilOrder(shop.db, shop.admin, orderId, ownShop);
    const invoice = await invoiceOf(customerId);
    expect(invoice?.words?.payment).toEqual([
      "Charged to your card as far as your bank holds it. What that leaves is open.",
    ]);
    const told = (await toldTo(customerId)).join(" ");
    expect(told).toContain("$274.89 will be charged to your card, all that your bank holds.");
    const open = `$75.01 of invoice ${invoice?.documentNumber} is not charged to your card, and is still open.`;
    expect(told).toContain(open);
    expect(told).not.toMatch(/\$349\.90 (will be )?charged/);
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: heldCents, open: 75_01 });
    expect(await onItsPage(orderId)).toEqual([
      open,
      expect.stringContaining("Send an Interac e-Transfer of $75.01"),
    ]);
    expect((await toldTo(customerId)).at(-1)).toContain("Still open: $75.01");
    expect(await toLookAt(orderId)).toEqual([
      "More was packed than the card was held for. The rest of the invoice is open.",
    ]);
    const seen = await getCardPayment(shop.db, shop.admin, paymentId);
    expect(seen).toMatchObject({ state: "captured", isRestOpen: true });
    await bookPayment(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      cents: 75_01,
      method: "cash",
      note: "",
      receivedOn: pacificDay(new Date()),
      reference: "",
      settles: "oldest first",
    });
    expect(await toLookAt(orderId)).toEqual([]);
  });
});
