import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { usualWishes } from "#app/domain/orders/wishes/usual-wishes.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, problemsOf, shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { OrderAlreadyPlacedError, type PlaceOrderInput } from "./order-rules.ts";
import { getPlacedOrder, placeOrder } from "./place-order.server.ts";

type Product = typeof products.$inferSelect;

let database: OpenDatabase;
let db: Database;
let client: Client;
let other: Client;
let ribeye: Product;
let stew: Product;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  other = await signedInClient(db);
});
beforeEach(async () => {
  ribeye = await insertProduct(db);
  stew = await insertProduct(db, { name: "Beef Stew", pricePerLb: "9.35", category: "pre-cuts" });
});
afterAll(() => database.close());

function place(input: PlaceOrderInput, by = client) {
  return placeOrder(db, by, input, { shop, minOrderCents: 0, needsConfirmedEmail: false });
}

describe("a placed order", () => {
  it("has a unique number, even among concurrent orders", async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => signedInClient(db)));
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        place(askedOrder(askFor(stew, "1")), clients[nth % clients.length]),
      ),
    );
    const numbers = placed.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(20);
    for (const { id, number } of placed) {
      expect(await numberOfOrder(db, id)).toBe(number);
    }
  });

  it("is stored whole, with today's names and prices", async () => {
    const input = askedOrder(askFor(stew, "2.5"), askFor(ribeye, "12,75"));
    const placed = await place({ ...input, notes: "  Back door,\r\nbefore 10 am.\0 " });

    // 2.5 × 9.35 = 23.375, half up; 12.75 × 24.99 = 318.6225.
    expect(placed).toMatchObject({ totalPrice: "342.00", placedAt: expect.any(Date) });
    expect(await getOrder(db, client, placed.id)).toMatchObject({
      status: "pending",
      totalPrice: "342.00",
      notes: "Back door,\nbefore 10 am.",
      invoiceUrl: null,
      invoiceTotal: null,
      invoicedOrders: 0,
      differences: [],
      noteNumber: null,
      noteUrl: null,
      items: [
        { productId: stew.id, productName: "Beef Stew", quantity: "2.50", subtotal: "23.38" },
        { productId: ribeye.id, quantity: "12.75", pricePerLb: "24.99", subtotal: "318.62" },
      ],
    });
    const { totalPrice: _, ...answered } = placed;
    const seen = await getPlacedOrder(db, client, placed.id);
    expect(seen).toMatchObject({ ...answered, requestId: input.requestId });
    expect(await db.transaction((tx) => costsNow(tx, placed.id))).toMatchObject({
      estimate: "342.00",
      mostCents: 376_20,
    });
    expect(await auditEntries(db, "order", placed.id)).toEqual([
      {
        actorId: client.userId,
        actorEmail: client.email,
        action: "placed",
        before: null,
        after: { status: "pending", totalPrice: "342.00" },
      },
    ]);
  });

  it("keeps lines of one product with different wishes apart, in its emails too", async () => {
    await db.delete(mailOutbox);
    const thick = { thickness: "1.25", perPack: "2", trim: "lean", note: " tied  twice " };
    const input = {
      ...askedOrder({ ...askFor(ribeye, "5"), wish: thick }, askFor(ribeye, "3")),
      allowsSubstitutes: true,
      callFirst: true,
    };
    const placed = await place(input);
    const wish = { ...thick, note: "tied twice" };
    expect(await getOrder(db, client, placed.id)).toMatchObject({
      callFirst: true,
      items: [
        { productId: ribeye.id, quantity: "5.00", wish },
        { productId: ribeye.id, quantity: "3.00", wish: null },
      ],
    });
    expect(await usualWishes(db, client)).toEqual({ [ribeye.id]: wish });
    expect(await usualWishes(db, other)).toEqual({});
    expect(await place(input)).toEqual(placed);
    const otherwise = { ...input, lines: [askFor(ribeye, "5"), { ...askFor(ribeye, "3"), wish }] };
    await expect(place(otherwise)).rejects.toBeInstanceOf(OrderAlreadyPlacedError);
    const mails = await db.select().from(mailOutbox);
    for (const { text } of mails) {
      expect(text).toContain("5 lb (1¼ in, 2 per pack, closely trimmed, tied twice)");
    }
    expect(mails.map(({ text }) => /call you before|Call before/.test(text))).toEqual([true, true]);
  });

  it.each([
    [{ note: "x".repeat(81) }, "Please keep the wish within 80 characters."],
    [{ thickness: "9" }, "Choose a thickness from the list."],
  ])("is refused with an invalid wish: %j", async (wish, message) => {
    const asked = askedOrder({ ...askFor(ribeye, "5"), wish });
    expect(await problemsOf(db, client, asked)).toMatchObject([{ field: "lines.0.wish", message }]);
  });

  it("queues an email to the client and one to the company", async () => {
    await db.delete(mailOutbox);
    const placed = await place({ ...askedOrder(askFor(ribeye, "3")), notes: "Thick, please." });
    const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.replyTo);
    expect(mails).toHaveLength(2);
    const [toCompany, toClient] = mails;
    expect(toClient).toMatchObject({ recipient: client.email, replyTo: null });
    expect(toCompany).toMatchObject({ recipient: "hello@example.com", replyTo: client.email });
    for (const text of [toClient?.text, toClient?.html, toCompany?.text, toCompany?.html]) {
      expect(text).toMatch(new RegExp(`\\b${placed.number}\\b`));
      expect(text).toContain("$74.97");
      expect(text).toContain("Thick, please.");
    }
    expect(toClient?.text).toContain(`${shop.siteUrl}/dashboard/orders/${placed.id}`);
    expect(toCompany?.text).toContain("604-555-0101");
  });

  it("keeps the client's standing notes as they were when it was placed", async () => {
    const noted = await signedInClient(db, { notes: "Back door." });
    await db.delete(mailOutbox);
    const placed = await place(askedOrder(askFor(ribeye)), noted);
    await updateCustomer(db, noted.userId, { notes: "Front door." });
    expect(await getOrder(db, noted, placed.id)).toMatchObject({ standingNotes: "Back door." });
    const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.replyTo, noted.email));
    expect(mail?.text).toContain("Notes for every order:\n  Back door.");
    expect(mail?.html).toContain("Back door.");
  });

  it("totals 100 lines to the cent", async () => {
    const prices = ["0.01", "0.33", "19.99", "24.95", "10000.00"];
    const many = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        insertProduct(db, { pricePerLb: prices[n % prices.length] }),
      ),
    );
    const placed = await place(
      askedOrder(...many.map((it, n) => askFor(it, `${n % 7}.${10 + (n % 90)}`))),
    );
    const [sum] = await db
      .select({ total: sql<string>`sum(subtotal)`, lines: sql<number>`count(*)::int` })
      .from(orderItems)
      .where(eq(orderItems.orderId, placed.id));
    expect(sum).toEqual({ total: placed.totalPrice, lines: 100 });
  });

  it("takes the largest quantity, and a shown price without cents", async () => {
    const placed = await place(
      askedOrder(askFor(ribeye, "10000", "24.99"), askFor(stew, "0.01", "9.35")),
    );
    expect(placed.totalPrice).toBe("249900.09");
    const even = await insertProduct(db, { pricePerLb: "8.00" });
    expect((await place(askedOrder(askFor(even, "1", "8")))).totalPrice).toBe("8.00");
  });

  it("belongs to the member who placed it", async () => {
    const { id } = await place(askedOrder(askFor(ribeye)));
    expect(await getPlacedOrder(db, other, id)).toBeNull();
    for (const none of ["", "'", "\0", randomUUID()]) {
      expect(await getPlacedOrder(db, client, none)).toBeNull();
    }
  });

  it("needs a phone number and an address, also from an account without a customer", async () => {
    const bare = await signedInClient(db, { companyName: "", contactName: "", phone: "" });
    await db.execute(sql`delete from customers where id = ${bare.customerId}`);
    await expect(place(askedOrder(askFor(ribeye)), bare)).rejects.toMatchObject({
      problems: [{ field: "account" }],
    });
  });
});

describe("the same request", () => {
  it("places one order and gets one answer, even if it is repeated in another notation", async () => {
    const input = { ...askedOrder(askFor(ribeye, "2.5"), askFor(stew)), notes: "Thanks" };
    const first = await place(input);
    const after = await orderTraces(db);
    expect(await place(input)).toEqual(first);
    expect(
      await place({
        requestId: input.requestId.toUpperCase(),
        lines: [askFor(stew, "10.00"), askFor(ribeye, "2,50")],
        notes: " Thanks\n",
      }),
    ).toEqual(first);
    expect(await orderTraces(db)).toEqual(after);
  });

  it("places one order when it is sent many times concurrently", async () => {
    const input = askedOrder(askFor(ribeye), askFor(stew));
    const before = await orderTraces(db);
    const answers = await Promise.all(Array.from({ length: 12 }, () => place(input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await orderTraces(db)).toEqual({
      orders: before.orders + 1,
      lines: before.lines + 2,
      audit: before.audit + 1,
      mails: before.mails + 2,
    });
  });

  it("gets the same answer after prices changed and products were removed", async () => {
    const input = askedOrder(askFor(ribeye), askFor(stew));
    const first = await place(input);
    await db.update(products).set({ pricePerLb: "99.00" }).where(eq(products.id, ribeye.id));
    await db.update(products).set({ isActive: false }).where(eq(products.id, stew.id));
    expect(await place(input)).toEqual(first);
    await db.delete(products).where(eq(products.id, stew.id));
    expect(await place(input)).toEqual(first);
  });

  it("can be retried after a refusal", async () => {
    const input = askedOrder(askFor(ribeye));
    await db.update(products).set({ isActive: false }).where(eq(products.id, ribeye.id));
    await problemsOf(db, client, input);
    await db.update(products).set({ isActive: true }).where(eq(products.id, ribeye.id));
    expect(await place(input)).toMatchObject({ totalPrice: "249.90" });
  });

  it("is refused with other contents, names the placed order, and changes nothing", async () => {
    const input = askedOrder(askFor(ribeye), askFor(stew));
    const first = await place(input);
    const after = await orderTraces(db);
    const changed: Partial<PlaceOrderInput>[] = [
      { lines: [askFor(ribeye)] },
      { lines: [askFor(ribeye), askFor(stew, "11")] },
      { lines: [...input.lines, askFor(await insertProduct(db))] },
      { notes: "And one thing more" },
    ];
    for (const change of changed) {
      const again = place({ ...input, ...change });
      await expect(again).rejects.toThrow(OrderAlreadyPlacedError);
      await expect(again).rejects.toMatchObject({ order: first });
    }
    expect(await orderTraces(db)).toEqual(after);
  });

  it("is refused from another client without naming the order", async () => {
    const input = askedOrder(askFor(ribeye));
    await place(input, other);
    expect(await problemsOf(db, client, input)).toEqual([
      { field: "requestId", message: "Please reload the page and try again." },
    ]);
    const [mine, theirs] = await Promise.allSettled([
      place({ ...askedOrder(askFor(stew)), requestId: input.requestId }),
      place(input, other),
    ]);
    expect([mine.status, theirs.status]).toEqual(["rejected", "fulfilled"]);
  });
});

describe("many concurrent orders", () => {
  it("are all placed, each once", async () => {
    const inputs = Array.from({ length: 20 }, (_, n) =>
      // Half of them name the same products in the opposite order.
      n % 2 ? askedOrder(askFor(ribeye), askFor(stew)) : askedOrder(askFor(stew), askFor(ribeye)),
    );
    const before = await orderTraces(db);
    const placed = await Promise.all(
      inputs.map((input, n) => place(input, n % 3 ? client : other)),
    );
    expect(new Set(placed.map(({ id }) => id)).size).toBe(20);
    expect(await orderTraces(db)).toEqual({
      orders: before.orders + 20,
      lines: before.lines + 40,
      audit: before.audit + 20,
      mails: before.mails + 40,
    });
  });
});

describe("a failure on the way", () => {
  it("leaves no order, line, log entry or email", async () => {
    const input = askedOrder(askFor(ribeye));
    const before = await orderTraces(db);
    await db.execute(
      sql`alter table mail_outbox add constraint outbox_full check (false) not valid`,
    );
    try {
      await expect(place(input)).rejects.toThrow();
    } finally {
      await db.execute(sql`alter table mail_outbox drop constraint outbox_full`);
    }
    expect(await orderTraces(db)).toEqual(before);
    expect(await place(input)).toMatchObject({ totalPrice: "249.90" });
  });
});
