import { describe, expect, it } from "vitest";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { cartProduct } from "./cart/test-cart.ts";
import { type OrderAgain, orderAgain, orderOfCart, startAgain } from "./order-again.ts";
import { lineKey } from "./order-draft.ts";
import {
  draftLine,
  draftOf,
  orderable,
  orderablePiece,
  pieceLine,
  productId,
} from "./test-draft.ts";

const item = (n: number | null, quantity = "2.50", more = {}) => ({
  productId: n === null ? null : productId(n),
  productName: `Product ${n}`,
  orderedPieces: null as number | null,
  quantity,
  pricePerLb: "10.00",
  ...more,
});

const past = (...items: ReturnType<typeof item>[]) => ({
  id: productId(99),
  number: 1042,
  notes: "",
  allowsSubstitutes: false,
  callFirst: false,
  items,
});

describe("a past order", () => {
  it("is ordered again at today's names and prices, and reports what has changed", () => {
    const products = [orderable(1, { name: "New name", pricePerLb: "12.00" }), orderable(3)];
    const deleted = item(null, "1.00", { productName: "Deleted" });
    const order = past(item(3), item(2, "2.50", { isSold: false }), item(1), deleted);
    expect(orderAgain({ ...order, notes: " Thick \n" }, products)).toEqual({
      orderId: productId(99),
      orderNumber: 1042,
      lines: [draftLine(3), draftLine(1, { name: "New name", seenPricePerLb: "12.00" })],
      gone: [
        { name: "Product 2", why: "no longer sold" },
        { name: "Deleted", why: "no longer sold" },
      ],
      repriced: [{ name: "New name", before: "10.00", now: "12.00" }],
      resold: [],
      notes: "Thick",
      allowsSubstitutes: false,
      callFirst: false,
    });
  });

  it("is ordered again without unavailable products, and reports why each is left out", () => {
    const why = (more: { isSold?: boolean }, later = [orderable(2)]) =>
      orderAgain(past(item(1, "1.00", more)), [], later).gone;
    const named = (words: string) => [{ name: "Product 1", why: words }];
    expect(why({ isSold: false })).toEqual(named("no longer sold"));
    expect(why({ isSold: true })).toEqual(named("not on your price list"));
    expect(why({ isSold: true }, [orderable(1)])).toEqual(named("sold on a later day only"));
    expect(why({})).toEqual(named("not available to you"));
  });

  it("has two lines of a product merged, up to the maximum", () => {
    const { lines } = orderAgain(past(item(1, "0.10"), item(1, "0.20")), [orderable(1)]);
    expect(lines).toEqual([draftLine(1, { quantity: "0.3" })]);
    const much = orderAgain(past(item(1, "9000.00"), item(1, "9000.00")), [orderable(1)]);
    expect(much.lines).toEqual([draftLine(1, { quantity: "10000" })]);
  });

  const pieces = (n: number, orderedPieces: number, quantity: string) =>
    item(n, quantity, { orderedPieces, pricePerLb: "24.99" });

  it("is ordered again in pieces, with two lines of a product merged", () => {
    const order = past(pieces(1, 2, "2.50"), pieces(1, 1, "1.25"));
    const again = orderAgain({ ...order, allowsSubstitutes: true }, [orderablePiece(1)]);
    expect(again.lines).toEqual([pieceLine(1)]);
    expect(again).toMatchObject({ resold: [], repriced: [], allowsSubstitutes: true });
  });

  it("is converted and reports it if a product is now sold in another unit", () => {
    const order = past(
      item(1, "4.00"),
      item(2, "0.10"),
      pieces(3, 3, "3.75"),
      pieces(4, 3, "3.75"),
    );
    const again = orderAgain(order, [
      orderablePiece(1, { pricePerLb: "10.00" }),
      orderablePiece(2, { pricePerLb: "10.00" }),
      orderable(3, { orderStepLb: "0.50", pricePerLb: "24.99" }),
      orderablePiece(4, { typicalPieceLb: "1.50" }),
    ]);
    expect(again.lines.map(({ quantity, seenUnit }) => `${quantity} ${seenUnit}`)).toEqual([
      "3 piece 1.25",
      "1 piece 1.25",
      "4 lb",
      "3 piece 1.50",
    ]);
    expect(again.resold).toEqual([
      { name: "Product 1", before: "4 lb", now: "3 pieces, about 3.75 lb" },
      { name: "Product 2", before: "0.1 lb", now: "1 piece, about 1.25 lb" },
      { name: "Product 3", before: "3 pieces, about 3.75 lb", now: "4 lb" },
      {
        name: "Product 4",
        before: "3 pieces, about 3.75 lb",
        now: "3 pieces, about 4.5 lb",
      },
    ]);
    expect(again.repriced).toEqual([]);
  });
});

describe("a cart", () => {
  it("becomes an order's lines in pounds and in pieces", () => {
    const cart = [
      { product: cartProduct({ id: productId(1), centsPerLb: 1000 }), quantity: 2.5 },
      { product: cartProduct({ id: productId(2), centsPerLb: 2499 }), quantity: 3.75, pieces: 3 },
    ];
    const again = orderOfCart(cart, [orderable(1), orderablePiece(2)]);
    expect(again.lines).toEqual([draftLine(1), pieceLine(2)]);
    expect(again).toMatchObject({ orderId: null, orderNumber: null, resold: [], repriced: [] });
  });
});

describe("adding a past order to a draft", () => {
  const again = (more: Partial<OrderAgain> = {}): OrderAgain => ({
    orderId: productId(99),
    orderNumber: 1042,
    lines: [],
    gone: [],
    repriced: [],
    resold: [],
    notes: "",
    allowsSubstitutes: false,
    callFirst: false,
    ...more,
  });

  const products = [orderable(1), orderable(2), orderable(3), orderablePiece(4)];

  it("adds pieces as pieces, even to an older line in pounds", () => {
    const lines = [pieceLine(4)];
    const same = startAgain(draftOf(pieceLine(4, { quantity: "2" })), again({ lines }), products);
    expect(same.draft.lines).toEqual([pieceLine(4, { quantity: "5" })]);
    expect(same.joined).toEqual([{ name: "Product 4", quantity: "5 pieces, about 6.25 lb" }]);
    const older = draftOf(draftLine(4, { quantity: "2.5" }));
    expect(startAgain(older, again({ lines }), products).draft.lines).toEqual([
      pieceLine(4, { quantity: "5", seenPricePerLb: "10.00" }),
    ]);
  });

  it.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
  ])("allows substitutes if the draft or the past order does", (own, theirs, both) => {
    const draft = { ...draftOf(), allowsSubstitutes: own };
    const added = startAgain(draft, again({ allowsSubstitutes: theirs }), products);
    expect(added.draft.allowsSubstitutes).toBe(both);
  });

  it("adds up the pounds of products in both, and reports the sum", () => {
    const draft = draftOf(draftLine(1, { quantity: "7", seenPricePerLb: "9.00" }), draftLine(2));
    const lines = [draftLine(3), draftLine(1, { quantity: "2.5" })];
    const { draft: added, joined } = startAgain(draft, again({ lines }), products);
    expect(added.lines).toEqual([
      // The price seen first stays, so that a new one is still pointed out.
      draftLine(1, { quantity: "9.5", seenPricePerLb: "9.00" }),
      draftLine(2),
      draftLine(3),
    ]);
    expect(joined).toEqual([{ name: "Product 1", quantity: "9.5 lb" }]);
  });

  it("replaces an invalid quantity by the past order's pounds", () => {
    const draft = draftOf(draftLine(1, { quantity: "x" }));
    const { draft: added } = startAgain(draft, again({ lines: [draftLine(1)] }), products);
    expect(added.lines).toEqual([draftLine(1)]);
  });

  it("does not exceed the maximum of a line", () => {
    const draft = draftOf(draftLine(1, { quantity: "9999" }));
    const { joined } = startAgain(draft, again({ lines: [draftLine(1)] }), products);
    expect(joined).toEqual([{ name: "Product 1", quantity: "10,000 lb" }]);
  });

  it.each([
    ["", "Thick", "Thick", "1042"],
    ["Friday", "Thick", "Friday\nThick", "1042"],
    ["Friday, Thick", "Thick", "Friday, Thick", ""],
    ["Friday", "", "Friday", ""],
  ])("to the notes %j adds %j", (own, notes, together, notesFrom) => {
    const { draft } = startAgain({ ...draftOf(), notes: own }, again({ notes }), products);
    expect(draft).toMatchObject({ notes: together, notesFrom });
  });
});

describe("wishes in a past order", () => {
  const products = [orderable(1)];
  const thick = { ...noWish, thickness: "1.5" };

  it("keep two lines of a product apart unless they are the same", () => {
    const items = [
      { ...item(1), wish: thick },
      { ...item(1), wish: null },
      { ...item(1), wish: { ...thick } },
    ];
    const again = orderAgain(past(...items), products);
    expect(again.lines.map(({ key, wish }) => [key, wish])).toEqual([
      [productId(1), thick],
      [lineKey(productId(1), 2), noWish],
    ]);
    const [first, second] = again.lines;
    expect(Number(first?.quantity)).toBe(2 * Number(second?.quantity));
    const usual = [orderable(1, { usualWish: thick })];
    const wishOf = (...some: ReturnType<typeof item>[]) =>
      orderAgain(past(...some), usual).lines.map((line) => line.wish);
    // The cart doesn't ask for wishes; an order without a wish says so.
    expect(wishOf(item(1))).toEqual([thick]);
    const plain = { ...item(1), wish: null };
    expect(wishOf(plain)).toEqual([noWish]);
    const own = draftOf(draftLine(1, { wish: { ...noWish, note: "tied" } }));
    const { draft } = startAgain(own, again, products);
    expect(draft.lines.map(({ key }) => key)).toEqual([
      productId(1),
      lineKey(productId(1), 2),
      lineKey(productId(1), 3),
    ]);
  });
});
