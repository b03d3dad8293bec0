import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { addLine } from "#app/domain/packages/lines.server.ts";
import { addPackage, voidPackage } from "#app/domain/packages/packages.server.ts";
import { countStock, setTracking, wasteStock } from "#app/domain/stock/keep-stock.server.ts";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { availableOn } from "#app/domain/stock/stock.ts";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { productStock, stockEntries, stockIncoming } from "#db/schema/meat/stock.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeOrder, changeOwnOrder } from "../changing/change-order.server.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";
import { OrderRefusedError, type PlaceOrderInput, PriceChangedError } from "./order-rules.ts";
import { placeOrder } from "./place-order.server.ts";

type Product = typeof products.$inferSelect;

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
const today = pacificDay(new Date());

// 40 clients order 10 pieces at once, this many times; 1,000 in `npm run test:stock`.
const rounds = Number(process.env.STOCK_ROUNDS ?? 25);

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
});
afterAll(() => database.close());

function place(input: PlaceOrderInput, by = client) {
  return placeOrder(db, by, input, { shop, minOrderCents: 0, needsConfirmedEmail: false });
}

const refusedFor = (placing: Promise<unknown>) =>
  placing.then(
    () => "placed",
    (error: unknown) => {
      if (error instanceof OrderRefusedError || error instanceof PriceChangedError) {
        return error.problems.map(({ message }) => message).join(" ");
      }
      if (error instanceof Error) return error.message;
      throw error;
    },
  );

/** Returns the outcome of an order; retries if a slow machine timed out. */
async function onceThereIsTime(attempt: () => Promise<unknown>): Promise<string> {
  const placing = attempt().catch((error) => {
    const { code } = databaseErrorOf(error) ?? {};
    // 57014 is a statement that timed out; a deadlock would be 40P01.
    throw code ? new Error(`sqlstate ${code}`) : error;
  });
  const outcome = await refusedFor(placing);
  const isTooSlow = outcome === "sqlstate 57014" || /trying to connect|timeout/i.test(outcome);
  return isTooSlow ? onceThereIsTime(attempt) : outcome;
}

async function kept(
  tracking: "lb" | "pieces",
  amount: number,
  over: Partial<typeof products.$inferInsert> = {},
): Promise<Product> {
  const product = await insertProduct(db, {
    name: `Striploin ${randomUUID().slice(0, 6)}`,
    ...(tracking === "pieces" && { soldBy: "piece", typicalPieceLb: "1.25" }),
    ...over,
  });
  await db.insert(productStock).values({ productId: product.id, tracking });
  const lb = tracking === "lb" ? amount.toFixed(2) : (amount * 1.25).toFixed(2);
  const pieces = tracking === "pieces" ? amount : 0;
  if (amount !== 0) {
    await db.transaction((tx) =>
      enterStock(tx, null, [{ productId: product.id, lotId: null, kind: "received", lb, pieces }]),
    );
  }
  return product;
}

async function left({ id }: Product, day = today): Promise<number> {
  const [facts] = await readStock(db, [id]);
  if (!facts) throw new Error("No stock is kept");
  const available = availableOn(facts, day);
  return facts.tracking === "pieces" ? available : available / 100;
}

const linesOf = (orderId: string) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, orderId));

async function changeTo(orderId: string, quantity: string, product: Product, override?: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [line] = await linesOf(orderId);
  const wanted = {
    version: order?.version ?? 0,
    notes: order?.notes ?? "",
    products: [],
    override,
    lines: [
      {
        lineId: line?.id ?? "",
        quantity,
        isRemoved: false,
        seenPricePerLb: product.pricePerLb,
      },
    ],
  };
  return changeOrder(db, admin, orderId, wanted, shop, { changePricePct: 0 });
}

describe("a shop that tracks nothing", () => {
  it("accepts any quantity, even after a receipt", async () => {
    const product = await insertProduct(db);
    await db.transaction((tx) =>
      enterStock(tx, admin.userId, [
        { productId: product.id, lotId: null, kind: "received", lb: "5.00" },
        { productId: product.id, lotId: null, kind: "cut from", lb: "-9.00" },
      ]),
    );
    await place(askedOrder(askFor(product, "900")));
    expect(await readStock(db, [product.id])).toEqual([]);
    const { id } = await place(askedOrder(askFor(product, "2")));
    const [line] = await linesOf(id);
    await insertPackage(db, line?.id ?? "", { value: "2", unit: "lb" });
    expect(await db.$count(stockEntries, eq(stockEntries.kind, "packed"))).toBe(0);
  });
});

describe("placing", () => {
  it("reserves the estimate, and refuses more than is left, naming the product and the rest", async () => {
    const product = await kept("lb", 20);
    await place(askedOrder(askFor(product, "8")));
    expect(await left(product)).toBe(12);
    expect(await refusedFor(place(askedOrder(askFor(product, "12.01"))))).toBe(
      `Only 12 lb of ${product.name} are left.`,
    );
    await place(askedOrder(askFor(product, "12")));
    expect(await left(product)).toBe(0);
    expect(await refusedFor(place(askedOrder(askFor(product, "1"))))).toBe(
      `${product.name} is sold out.`,
    );
  });

  it("counts all lines of a product together", async () => {
    const product = await kept("lb", 10);
    const wish = { thickness: "1.5", perPack: "", trim: "", note: "" };
    const asked = askedOrder(askFor(product, "6"), { ...askFor(product, "5"), wish });
    expect(await refusedFor(place(asked))).toBe(`Only 10 lb of ${product.name} are left.`);
  });

  it("reports a new price and too little stock together", async () => {
    const product = await kept("lb", 3);
    const other = await insertProduct(db, { name: "Beef Stew" });
    const asked = askedOrder(askFor(product, "5"), askFor(other, "1", "9.99"));
    const failure = await place(asked).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PriceChangedError);
    expect(failure).toMatchObject({
      changes: [{ productId: other.id, seenPricePerLb: "9.99" }],
      problems: [
        { productId: product.id, message: `Only 3 lb of ${product.name} are left.`, isStock: true },
      ],
    });
  });

  it("counts incoming stock from its day on, and ignores it once it is overdue", async () => {
    const product = await kept("lb", 0);
    const later = daysAfter(today, 5);
    await db.insert(stockIncoming).values({ productId: product.id, arrivesOn: later, lb: "10.00" });
    expect([await left(product), await left(product, later)]).toEqual([0, 10]);
    const overdue = { productId: product.id, arrivesOn: daysAfter(today, -1), lb: "50.00" };
    await db.insert(stockIncoming).values(overdue);
    expect([await left(product), await left(product, later)]).toEqual([0, 10]);
  });

  it("can be forced by staff with a reason, but not by a client", async () => {
    const product = await kept("lb", 1);
    const staff = { ...client, onBehalf: true } as Client;
    expect(await refusedFor(place(askedOrder(askFor(product, "5")), staff))).toContain("Only 1 lb");
    const asked = { ...askedOrder(askFor(product, "5")), override: "The truck is here" };
    await place(asked, staff);
    expect(await left(product)).toBe(-4);
    const theirs = { ...askedOrder(askFor(product, "1")), override: "Please" };
    expect(await refusedFor(place(theirs))).toContain("is sold out");
  });

  it("is refused for a product closed by hand until its day", async () => {
    const product = await insertProduct(db);
    await setTracking(db, admin, product.id, {
      tracking: "closed",
      lowAt: null,
      closedUntil: null,
      version: 0,
    });
    expect(await refusedFor(place(askedOrder(askFor(product, "1"))))).toBe(
      `${product.name} is sold out.`,
    );
    await setTracking(db, admin, product.id, {
      tracking: "closed",
      lowAt: null,
      closedUntil: today,
      version: 1,
    });
    await place(askedOrder(askFor(product, "1000")));
  });
});

describe("concurrent requests", () => {
  const sold = `by 40 orders for 10 pieces, ${rounds} times, place exactly 10 without a deadlock`;
  it(sold, { timeout: 60_000 + rounds * 5_000 }, async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => signedInClient(db, { phone: "604-555-0102" })),
    );
    for (let round = 0; round < rounds; round += 1) {
      const one = await kept("pieces", 10);
      const two = await kept("lb", 1000);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, nth) => {
          const lines = [askFor(one, "1"), askFor(two, "1")];
          const asked = askedOrder(...(nth % 2 === 0 ? lines : lines.reverse()));
          return onceThereIsTime(() => place(asked, clients[nth % clients.length]));
        }),
      );
      expect(outcomes.filter((outcome) => outcome === "placed")).toHaveLength(10);
      expect(new Set(outcomes)).toEqual(new Set(["placed", `${one.name} is sold out.`]));
      expect([await left(one), await left(two)]).toEqual([0, 990]);
      if ((round + 1) % 100 === 0) process.stderr.write(`${round + 1} rounds of 40 orders\n`);
    }
  });

  it("to pack, cancel, order and throw away add up", async () => {
    const product = await kept("lb", 100);
    const placed = await Promise.all(
      Array.from({ length: 6 }, () => place(askedOrder(askFor(product, "5")))),
    );
    await Promise.all([
      ...placed.slice(0, 3).map(async ({ id }) => {
        const [line] = await linesOf(id);
        await pack(id, line?.id ?? "", "5.25");
      }),
      ...placed.slice(3).map(({ id }) => cancelOrder(db, admin, id, shop)),
      ...Array.from({ length: 6 }, () => place(askedOrder(askFor(product, "1")))),
      waste(product, "2"),
    ]);
    // 100 − 3 × 5.25 − 2 on hand, of which six orders have one pound each.
    expect(await left(product)).toBe(76.25);
  });
});

function waste(product: Product, amount: string) {
  const reason = { requestId: randomUUID(), lot: "", amount, reason: "Dropped" };
  return wasteStock(db, admin, product.id, reason);
}

function pack(orderId: string, itemId: string, value: string, requestId = randomUUID()) {
  const reading = { value, unit: "lb" as const, source: "typed" as const, rawScan: "" };
  return addPackage(db, admin, orderId, {
    kind: "package" as const,
    requestId,
    itemId,
    ...reading,
    pieces: null,
    serial: null,
    lotId: null,
    boxId: null,
    isNet: false,
    isSure: true,
  });
}

describe("after an order is placed,", () => {
  let product: Product;
  let orderId: string;
  beforeEach(async () => {
    product = await kept("lb", 20);
    orderId = (await place(askedOrder(askFor(product, "8")))).id;
  });

  it("cancelling releases all of its stock", async () => {
    await cancelOrder(db, admin, orderId, shop);
    expect(await left(product)).toBe(20);
  });

  it("lowering releases stock, raising takes what is left and no more", async () => {
    await changeTo(orderId, "3", product);
    expect(await left(product)).toBe(17);
    await changeTo(orderId, "20", product);
    expect(await left(product)).toBe(0);
    const refusal = await changeTo(orderId, "20.5", product).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "invalid",
      answer: {
        isStock: true,
        errors: {
          [`quantity.${(await linesOf(orderId))[0]?.id}`]: [expect.stringContaining("Only 20 lb")],
        },
      },
    });
    await changeTo(orderId, "21", product, "They insist");
    expect(await left(product)).toBe(-1);
    // An order beyond the stock can be reduced a little.
    await changeTo(orderId, "20.5", product);
    expect(await left(product)).toBe(-0.5);
  });

  it("a client's own change is limited by the stock, and their reason is ignored", async () => {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    const [line] = await linesOf(orderId);
    const wanted = {
      version: order?.version ?? 0,
      notes: "",
      products: [],
      override: "Because",
      lines: [
        {
          lineId: line?.id ?? "",
          quantity: "21",
          isRemoved: false,
          seenPricePerLb: product.pricePerLb,
        },
      ],
    };
    const rules = { shop, minOrderCents: 0 };
    expect(
      await refusedFor(changeOwnOrder(db, client, orderId, wanted, rules).then(() => null)),
    ).not.toBe("placed");
    expect(await left(product)).toBe(12);
  });

  it("packing takes what was weighed and is never refused, and voiding returns it", async () => {
    const [line] = await linesOf(orderId);
    const itemId = line?.id ?? "";
    await pack(orderId, itemId, "5");
    // 15 on hand, and 3 lb still to pack.
    expect(await left(product)).toBe(12);
    const requestId = randomUUID();
    await pack(orderId, itemId, "30", requestId);
    await pack(orderId, itemId, "30", requestId);
    expect(await left(product)).toBe(-15);
    const taken = { kind: "void" as const, packageId: requestId, reason: "Wrong" };
    await voidPackage(db, admin, orderId, taken);
    expect(await left(product)).toBe(12);
    // The rest is released when the line is done short.
    await db.update(orderItems).set({ packState: "short" }).where(eq(orderItems.id, itemId));
    expect(await left(product)).toBe(15);
  });

  it("a substitute and an added line take their own stock at packing and are never refused", async () => {
    const sent = await kept("lb", 1);
    await db.update(orders).set({ allowsSubstitutes: true }).where(eq(orders.id, orderId));
    const [line] = await linesOf(orderId);
    const added = (substitutes: string | null) => ({
      kind: "add" as const,
      requestId: randomUUID(),
      productId: sent.id,
      amount: "4",
      substitutes,
      over: null,
      note: "",
    });
    await db.transaction((tx) => addLine(tx, admin, orderId, added(line?.id ?? null)));
    // The replaced line releases its stock, the substitute takes some.
    expect([await left(product), await left(sent)]).toEqual([20, -3]);
    await db.transaction((tx) => addLine(tx, admin, orderId, added(null)));
    expect(await left(sent)).toBe(-7);
  });

  it("deleting a product removes its stock entries", async () => {
    const other = await kept("lb", 5);
    await db.delete(products).where(eq(products.id, other.id));
    expect(await db.$count(stockEntries, eq(stockEntries.productId, other.id))).toBe(0);
  });

  it("a product changed from pieces to pounds is counted in pounds", async () => {
    const pieces = await kept("pieces", 8);
    await place(askedOrder(askFor(pieces, "2")));
    expect(await left(pieces)).toBe(6);
    const [byPound] = await db
      .update(products)
      .set({ soldBy: "lb", typicalPieceLb: null })
      .where(eq(products.id, pieces.id))
      .returning();
    // 8 × 1.25 lb on hand, 2 × 1.25 lb promised.
    expect(await left(byPound as Product)).toBe(7.5);
    expect(await refusedFor(place(askedOrder(askFor(byPound as Product, "8"))))).toContain(
      "Only 7.5 lb",
    );
    await db
      .update(products)
      .set({ soldBy: "piece", typicalPieceLb: "1.25" })
      .where(eq(products.id, pieces.id));
    expect(await left(pieces)).toBe(6);
  });

  it("a product changed from pounds to pieces is sold in whole pieces", async () => {
    const pounds = await kept("lb", 10);
    await place(askedOrder(askFor(pounds, "2.5")));
    const [byPiece] = await db
      .update(products)
      .set({ soldBy: "piece", typicalPieceLb: "1.25" })
      .where(eq(products.id, pounds.id))
      .returning();
    // 7.5 lb are left: six pieces.
    expect(await refusedFor(place(askedOrder(askFor(byPiece as Product, "7"))))).toBe(
      `Only 6 pieces of ${pounds.name} are left.`,
    );
    await place(askedOrder(askFor(byPiece as Product, "6")));
    expect(await left(pounds)).toBe(0);
  });

  it("voiding returns nothing that was packed before the product was tracked", async () => {
    const before = await insertProduct(db);
    const { id } = await place(askedOrder(askFor(before, "2")));
    const [line] = await linesOf(id);
    const one = await insertPackage(db, line?.id ?? "", { value: "2", unit: "lb" });
    await db.insert(productStock).values({ productId: before.id, tracking: "lb" });
    await db
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: admin.userId, voidReason: "Wrong" })
      .where(eq(packages.id, one.id));
    expect(await db.$count(stockEntries, eq(stockEntries.productId, before.id))).toBe(0);
    await countStock(db, admin, before.id, {
      requestId: randomUUID(),
      reason: "",
      rows: [{ lotId: null, counted: "9", seen: 0 }],
    });
    expect(await left(before)).toBe(7);
  });
});
