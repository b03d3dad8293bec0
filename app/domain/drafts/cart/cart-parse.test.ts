import { describe, expect, it, test } from "vitest";
import { type CartItem, maxLines, storedLines, storedProduct, subtotalCents } from "./cart.ts";
import { maxQuantity } from "./cart-on-every-page.ts";
import { parseCart, parseCartProducts } from "./cart-parse.ts";
import { cartItem, cartProduct, pieceItem, productId } from "./test-cart.ts";

const good = cartItem(2);
const stored = (items: CartItem[]) => JSON.stringify(storedLines(items));

/** Parses a valid line and one with replaced parts; returns the second, undefined if dropped. */
function parseWith(product: Record<string, unknown>, quantity: unknown = 1) {
  const odd = {
    product: { ...storedProduct(cartProduct({ id: productId(1) })), ...product },
    quantity,
  };
  const items = parseCart(JSON.stringify([...storedLines([good]), odd]));
  expect(items[0]).toEqual(good);
  return items[1];
}

test("a stored cart is parsed to the same lines", () => {
  const items = [
    cartItem(3),
    cartItem(2.25, { id: productId(1), image: "/photos/stew.avif?width=160" }),
    cartItem(maxQuantity, { id: productId(2), image: "https://photos.example.com/a.jpg" }),
    cartItem(1, { id: productId(3), category: null, centsPerLb: 7 }),
    pieceItem(3, { id: productId(4), overCapPct: 0 }),
  ];
  expect(parseCart(stored(items))).toEqual(items);
});

test.each(["", "{", "undefined", "[object Object]", "NaN", '[{"product":', "<html>"])(
  "%j is refused with a SyntaxError",
  (text) => {
    expect(() => parseCart(text)).toThrow(SyntaxError);
  },
);

test.each(["null", "{}", '"cart"', "7", "true", '{"length":1,"0":{}}', '{"__proto__":[]}'])(
  "%s is an empty cart",
  (text) => {
    expect(parseCart(text)).toEqual([]);
  },
);

test.each([
  null,
  1,
  "line",
  [],
  {},
  { product: null, quantity: 1 },
  { product: [], quantity: 1 },
  { product: cartProduct({ id: productId(1) }) },
])("the line %j is left out, and the others stay", (line) => {
  expect(parseCart(JSON.stringify([line, ...storedLines([good]), line]))).toEqual([good]);
});

describe("the stored quantity", () => {
  it.each([
    [-5, 1],
    [0, 1],
    [0.001, 1],
    [1e9, maxQuantity],
    [1e308, maxQuantity],
    [2.345, 2.35],
    [3.0000000000000004, 3],
  ])("%s becomes %s", (stored, kept) => {
    expect(parseWith({}, stored)?.quantity).toBe(kept);
  });

  it.each([["3"], [null], [true], [[3]], [{}]])("%j drops the line", (stored) => {
    expect(parseWith({}, stored)).toBeUndefined();
  });

  it("drops the line if JSON parses it as infinite", () => {
    const text = stored([good, cartItem(77, { id: productId(1) })]).replace("77", "1e999");
    expect(parseCart(text)).toEqual([good]);
  });
});

describe("the stored price", () => {
  it.each([
    [24.990000000000002, 2499],
    [0, 0],
    [12.345, 1235],
    [99_999_999.99, 9_999_999_999],
  ])("%s dollars become %s cents", (stored, kept) => {
    expect(parseWith({ price: stored })?.product.centsPerLb).toBe(kept);
  });

  it.each([[-1], [1e9], ["24.99"], [null], [undefined], [[1]], [{ valueOf: 1 }]])(
    "%j drops the line",
    (stored) => {
      expect(parseWith({ price: stored })).toBeUndefined();
    },
  );
});

describe("the stored product", () => {
  it.each([
    ["id", ""],
    ["id", 7],
    ["id", null],
    ["id", "../../admin"],
    ["id", "a b"],
    ["name", ""],
    ["name", " \u0000\n "],
    ["name", 7],
    ["name", undefined],
  ])("with the %s %j drops the line", (field, value) => {
    expect(parseWith({ [field]: value })).toBeUndefined();
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,hello",
    "vbscript:x",
    "//elsewhere.example.com/a.jpg",
    "/\\elsewhere.example.com/a.jpg",
    "photo.jpg",
    7,
    undefined,
    {},
  ])("loses an image at %j, and keeps its line", (image) => {
    expect(parseWith({ image })?.product.image).toBeNull();
  });

  it("loses an image with an overlong URL, and its line if the id is overlong", () => {
    expect(parseWith({ image: `/${"a".repeat(3_000)}` })?.product.image).toBeNull();
    expect(parseWith({ id: "x".repeat(101) })).toBeUndefined();
  });

  it("has its name cleaned and shortened, an invalid slug replaced by the id, and an invalid category by null", () => {
    const name = `Ribeye\u0000 \n<b>Steak</b>${"x".repeat(500_000)}`;
    const kept = parseWith({ name, slug: "../../admin", category: "a/b" })?.product;
    expect(kept?.name.slice(0, 21)).toBe("Ribeye <b>Steak</b>xx");
    expect(kept?.name.length).toBeLessThanOrEqual(200);
    expect(kept?.slug).toBe(productId(1));
    expect(kept?.category).toBeNull();
  });

  it("keeps known fields only", () => {
    const text = `[{"product":{"id":"a","name":"b","price":1,"isAdmin":true,"__proto__":{"x":1}},
      "quantity":1,"total":0,"constructor":{"prototype":{"y":1}}}]`;
    const [item] = parseCart(text);
    expect(Object.keys(item ?? {})).toEqual(["product", "quantity"]);
    expect(Object.keys(item?.product ?? {}).sort()).toEqual(
      [
        ...["category", "centsPerLb", "id", "image", "name", "overCapPct"],
        ...["slug", "soldBy", "taxCode", "typicalPieceLb"],
      ].sort(),
    );
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(({} as Record<string, unknown>).y).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "may have the id %s",
    (id) => {
      const items = parseCart(stored([cartItem(1, { id }), cartItem(2, { id })]));
      expect(items).toEqual([cartItem(3, { id })]);
    },
  );
});

describe("a stored line", () => {
  const selling = { soldBy: "piece", typicalPieceLb: "1.25" };

  it("is in pounds if it was stored before there were units", () => {
    const { soldBy, typicalPieceLb, overCapPct, taxCode, ...before } = storedProduct(cartProduct());
    expect(parseCart(JSON.stringify([{ product: before, quantity: 2 }]))).toEqual([cartItem(2)]);
  });

  it.each([
    [3, 99, { pieces: 3, quantity: 3.75 }],
    [undefined, 3.75, { pieces: 3, quantity: 3.75 }],
    ["3", 2.5, { pieces: 2, quantity: 2.5 }],
    [null, 0.01, { pieces: 1, quantity: 1.25 }],
    [2.6, 1, { pieces: 3, quantity: 3.75 }],
    [-7, 1, { pieces: 1, quantity: 1.25 }],
    [1e300, 1, { pieces: 8_000, quantity: 10_000 }],
  ])("with %j pieces and %j lb becomes %j", (pieces, quantity, kept) => {
    const line = { product: { ...storedProduct(cartProduct()), ...selling }, quantity, pieces };
    expect(parseCart(JSON.stringify([line]))).toMatchObject([kept]);
  });

  it.each([
    "1.2",
    "0.04",
    "1000.01",
    "-1.25",
    "1e3",
    "1.25 ",
    "",
    1.25,
    null,
    undefined,
    {},
    ["1.25"],
  ])("is in pounds if a piece weighs %j lb", (typicalPieceLb) => {
    const line = parseWith({ soldBy: "piece", typicalPieceLb }, 2);
    expect(line?.product).toMatchObject({ soldBy: "lb", typicalPieceLb: null });
    expect(line?.quantity).toBe(2);
    expect(line).not.toHaveProperty("pieces");
  });

  it.each([["box"], [null], [7], [{}], ["PIECE"]])("is in pounds if its unit is %j", (soldBy) => {
    expect(parseWith({ ...selling, soldBy })?.product.soldBy).toBe("lb");
  });

  it.each([
    [0, 0],
    [30, 30],
    [31, 10],
    [-1, 10],
    [2.5, 10],
    ["15", 10],
    [undefined, 10],
    [null, 10],
  ])("with an over-cap of %j has %s percent", (stored, kept) => {
    expect(parseWith({ overCapPct: stored })?.product.overCapPct).toBe(kept);
  });

  it.each([
    ["GP", "GP"],
    ["X", "Z"],
    [undefined, "Z"],
    [5, "Z"],
  ])("with the tax code %j has %s", (taxCode, kept) => {
    expect(parseWith({ taxCode })?.product.taxCode).toBe(kept);
  });

  it("is merged with others of its product, in the first one's unit", () => {
    expect(parseCart(stored([pieceItem(2), cartItem(2.6)]))).toEqual([pieceItem(4)]);
    expect(parseCart(stored([cartItem(2), pieceItem(2)]))).toEqual([cartItem(4.5)]);
  });
});

describe("a stored cart with many lines", () => {
  it("has lines of one product merged in the first one's place, up to the limit", () => {
    const other = cartItem(1, { id: productId(1) });
    const items = [cartItem(2), other, cartItem(3.5, { centsPerLb: 100 }), cartItem(9_999)];
    expect(parseCart(stored(items))).toEqual([cartItem(maxQuantity), other]);
    expect(parseCart(stored(items.slice(0, 3)))).toEqual([cartItem(5.5), other]);
  });

  it("keeps the first hundred products", () => {
    const items = Array.from({ length: 5_000 }, (_, n) => cartItem(1, { id: productId(n) }));
    expect(parseCart(stored(items))).toEqual(items.slice(0, maxLines));
  });
});

test("any JSON as a line leaves the total of the other lines right", () => {
  const junk = [null, -1, 0, 1e9, "1", "", "javascript:x", true, [], {}, [[]], { length: 9 }];
  for (const first of junk) {
    for (const second of junk) {
      for (const field of ["id", "name", "image", "price", "category", "slug"]) {
        const product = {
          ...storedProduct(cartProduct({ id: productId(1), centsPerLb: 0 })),
          [field]: first,
        };
        const items = parseCart(
          JSON.stringify([...storedLines([good]), { product, quantity: second }]),
        );
        expect(items[0]).toEqual(good);
        const rest = items.slice(1);
        expect(rest.every(({ quantity }) => quantity >= 1 && quantity <= maxQuantity)).toBe(true);
        expect(subtotalCents(items)).toBe(4998 + subtotalCents(rest));
        expect(subtotalCents(rest)).toBe(0);
      }
    }
  }
});

describe("parseCartProducts", () => {
  it("returns the products of a response, without invalid ones", () => {
    const products = [storedProduct(cartProduct()), null, { id: "x" }];
    expect(parseCartProducts({ products })).toEqual([cartProduct()]);
    expect(parseCartProducts({ products: [] })).toEqual([]);
  });

  it.each([[null], [[]], [{}], ["products"], [{ products: {} }]])("refuses %j", (answer) => {
    expect(() => parseCartProducts(answer)).toThrow(TypeError);
  });
});
