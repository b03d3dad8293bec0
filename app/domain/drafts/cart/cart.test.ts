import { describe, expect, it, test } from "vitest";
import { orderCosts } from "#app/domain/orders/order-costs.ts";
import {
  addItem,
  type CartItem,
  clampQuantity,
  costOf,
  maxLines,
  orderableItems,
  removeItem,
  restatedLine,
  setAmount,
  subtotalCents,
  toCartProduct,
} from "./cart.ts";
import { itemCount, maxQuantity } from "./cart-on-every-page.ts";
import { cartItem, cartProduct, pieceItem, productId } from "./test-cart.ts";

const promised = (items: CartItem[]) => orderCosts(items.map(costOf)).mostCents;

const ribeye = cartProduct();
const stew = cartProduct({
  id: productId(1),
  name: "Beef Stew",
  centsPerLb: 1149,
  slug: "beef-stew",
});

describe("addItem", () => {
  it("appends a new product with one pound unless another amount is given", () => {
    expect(addItem([], ribeye)).toEqual([{ product: ribeye, quantity: 1 }]);
    expect(addItem(addItem([], ribeye), stew, 3)).toEqual([
      { product: ribeye, quantity: 1 },
      { product: stew, quantity: 3 },
    ]);
  });

  it("raises the quantity of a product already present, in its place", () => {
    const items = addItem(addItem(addItem([], ribeye, 2), stew), ribeye);
    expect(items).toEqual([
      { product: ribeye, quantity: 3 },
      { product: stew, quantity: 1 },
    ]);
    expect(addItem(items, ribeye, 4)[0]?.quantity).toBe(7);
  });

  it("adds fractions of a pound without floating-point errors", () => {
    expect(addItem([cartItem(1.1)], ribeye, 2.2)[0]?.quantity).toBe(3.3);
  });

  it("never passes the limit of an order", () => {
    expect(addItem([], ribeye, 1e9)[0]?.quantity).toBe(maxQuantity);
    expect(addItem([cartItem(9_999)], ribeye, 5)[0]?.quantity).toBe(maxQuantity);
    const full = [cartItem(maxQuantity)];
    expect(addItem(full, ribeye)).toBe(full);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("ignores an amount of %s", (amount) => {
    const items = [cartItem(2)];
    expect(addItem(items, ribeye, amount)).toBe(items);
    expect(addItem(items, stew, amount)).toBe(items);
  });

  it("accepts no more than `maxLines` products, but raises the quantity of those present", () => {
    const full = Array.from({ length: maxLines }, (_, n) => cartItem(1, { id: productId(n) }));
    expect(addItem(full, cartProduct({ id: productId(maxLines) }))).toBe(full);
    expect(addItem(full, cartProduct({ id: productId(7) }))[7]?.quantity).toBe(2);
  });
});

describe("setAmount", () => {
  const items = [cartItem(2), cartItem(5, { id: stew.id })];

  it("changes only the line of that product", () => {
    expect(setAmount(items, ribeye.id, 4).map((item) => item.quantity)).toEqual([4, 5]);
  });

  it.each([0, 0.99, -3, Number.NEGATIVE_INFINITY])("removes the line at %s", (quantity) => {
    expect(setAmount(items, ribeye.id, quantity)).toEqual([items[1]]);
  });

  it("limits the amount to the maximum of an order", () => {
    expect(setAmount(items, ribeye.id, 1e9)[0]?.quantity).toBe(maxQuantity);
    expect(setAmount(items, ribeye.id, Number.POSITIVE_INFINITY)[0]?.quantity).toBe(maxQuantity);
  });

  it("changes nothing for the same quantity, not a number, or an unknown product", () => {
    expect(setAmount(items, ribeye.id, 2)).toBe(items);
    expect(setAmount(items, ribeye.id, Number.NaN)).toBe(items);
    expect(setAmount(items, "unknown", 3)).toBe(items);
    expect(setAmount(items, "unknown", 0)).toBe(items);
  });
});

describe("pieces", () => {
  it("are counted in whole numbers, at their typical weight", () => {
    const three = addItem(addItem([], pieceItem(1).product), pieceItem(1).product, 2);
    expect(three).toEqual([{ product: pieceItem(1).product, quantity: 3.75, pieces: 3 }]);
    expect(setAmount(three, ribeye.id, 2)).toEqual([pieceItem(2)]);
    expect(setAmount(three, ribeye.id, 2.4)).toEqual([pieceItem(2)]);
    expect(setAmount(three, ribeye.id, 3)).toBe(three);
    expect(setAmount(three, ribeye.id, 0.9)).toEqual([]);
  });

  it("may weigh less than a pound, and together no more than an order's limit", () => {
    const burger = pieceItem(1, { typicalPieceLb: "0.33" });
    expect(burger.quantity).toBe(0.33);
    const most = setAmount([burger], ribeye.id, 1e9);
    expect(most).toEqual([{ ...burger, quantity: 9999.99, pieces: 30_303 }]);
    expect(addItem(most, burger.product)).toBe(most);
  });

  it("are converted from pounds to the nearest number, at least one, and back", () => {
    const { product } = pieceItem(1);
    expect(restatedLine(cartItem(3), product)).toEqual(pieceItem(2));
    expect(restatedLine(cartItem(3.2), product)).toEqual(pieceItem(3));
    expect(restatedLine(cartItem(1), pieceItem(1, { typicalPieceLb: "9.50" }).product).pieces).toBe(
      1,
    );
    expect(restatedLine(pieceItem(3), ribeye)).toEqual(cartItem(3.75));
  });

  it("keep their number if the typical weight changes", () => {
    const heavier = { ...pieceItem(1).product, typicalPieceLb: "1.40" };
    expect(restatedLine(pieceItem(3), heavier)).toEqual({
      product: heavier,
      quantity: 4.2,
      pieces: 3,
    });
  });

  it("are added as pieces to a line in pounds, which is converted", () => {
    expect(addItem([cartItem(2.5)], pieceItem(1).product)).toEqual([pieceItem(3)]);
  });
});

test("removeItem removes by product id", () => {
  const items = [cartItem(2), cartItem(5, { id: stew.id })];
  expect(removeItem(items, ribeye.id)).toEqual([items[1]]);
  expect(removeItem(items, "constructor")).toBe(items);
});

test.each([
  [1, 1],
  [2.345, 2.35],
  [0.4, 1],
  [-5, 1],
  [10_000.004, 10_000],
  [1e9, 10_000],
])("clampQuantity turns %s lb into %s lb", (quantity, held) => {
  expect(clampQuantity(quantity)).toBe(held);
});

test("any sequence of additions and changes leaves a valid cart", () => {
  // A generator with a fixed seed: the same thousand steps in every run.
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let items: readonly CartItem[] = [];
  const expected = new Map<string, number>();
  for (let step = 0; step < 1_000; step++) {
    const product = cartProduct({ id: productId(next(12)), centsPerLb: next(10_000) });
    const quantity = next(400) - 50;
    const was = expected.get(product.id) ?? 0;
    if (next(3) === 0) {
      items = setAmount(items, product.id, quantity);
      if (quantity < 1) expected.delete(product.id);
      else if (was > 0) expected.set(product.id, quantity);
    } else {
      items = addItem(items, product, quantity);
      if (quantity > 0) expected.set(product.id, Math.min(maxQuantity, was + quantity));
    }
    expect(items.map((item) => [item.product.id, item.quantity])).toEqual([...expected]);
    expect(itemCount(items)).toBe([...expected.values()].reduce((sum, lb) => sum + lb, 0));
    expect(subtotalCents(items)).toBe(
      items.reduce((sum, item) => sum + item.product.centsPerLb * item.quantity, 0),
    );
  }
});

test("toCartProduct turns a page's product into one of the cart", () => {
  const summary = {
    id: ribeye.id,
    name: "Ribeye Steak",
    category: "prime-rib",
    pricePerLb: "24.90",
    imageUrl: null,
    slug: "ribeye-steak",
    soldBy: "lb" as const,
    typicalPieceLb: null,
    orderStepLb: "0.01",
    overCapPct: 10,
    taxCode: "Z" as const,
  };
  expect(toCartProduct(summary)).toEqual({ ...ribeye, centsPerLb: 2490 });
});

it("the cost of a line is exact to the cent for every price up to $50 and many quantities", () => {
  for (let cents = 0; cents <= 5_000; cents++) {
    for (const quantity of [1, 3, 7, 999, maxQuantity]) {
      const item = cartItem(quantity, { centsPerLb: cents });
      expect(costOf(item).cents).toBe(cents * quantity);
    }
  }
});

it("three lines of ten cents add up to thirty cents", () => {
  const items = [1, 2, 3].map((n) => cartItem(1, { id: productId(n), centsPerLb: 10 }));
  expect(subtotalCents(items)).toBe(30);
});

it("the subtotal is the sum of the lines, each rounded to the cent", () => {
  expect(
    subtotalCents([cartItem(2.5), cartItem(1.33, { id: productId(1), centsPerLb: 1149 })]),
  ).toBe(6248 + 1528);
  expect(subtotalCents([])).toBe(0);
});

it("orderableItems leaves out products that are no longer for sale", () => {
  const items = [cartItem(2), cartItem(5, { id: productId(1) })];
  expect(orderableItems(items, new Set([cartItem(2).product.id]))).toEqual([items[1]]);
});

it("the promise for 3 pieces of about 1.25 lb at $24.99 includes the over-cap of 10 %", () => {
  expect(subtotalCents([pieceItem(3)])).toBe(9371);
  expect(promised([pieceItem(3)])).toBe(10308);
});

it("the promise of a cart is the sum of its lines' promises, each with its own over-cap", () => {
  const lines = [
    cartItem(1, { centsPerLb: 5 }),
    cartItem(1, { id: productId(1), centsPerLb: 5 }),
    cartItem(2, { id: productId(2), centsPerLb: 1000, overCapPct: 0 }),
  ];
  // Twice 5.5 cents, each rounded up.
  expect(promised(lines)).toBe(6 + 6 + 2000);
  expect(promised([])).toBe(0);
});
