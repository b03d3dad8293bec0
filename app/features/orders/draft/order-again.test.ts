import { describe, expect, it } from "vitest";
import { type OrderAgain, orderAgain, startAgain } from "./order-again.ts";
import { draftLine, draftOf, orderable, productId } from "./test-draft.ts";

const item = (n: number | null, quantity = "2.50", more = {}) => ({
  productId: n === null ? null : productId(n),
  productName: `Product ${n}`,
  quantity,
  pricePerLb: "10.00",
  ...more,
});

const past = (...items: ReturnType<typeof item>[]) => ({ id: productId(99), notes: "", items });

describe("a past order", () => {
  it("is had again at today's names and prices, and says what is different", () => {
    const products = [orderable(1, { name: "New name", pricePerLb: "12.00" }), orderable(3)];
    const deleted = item(null, "1.00", { productName: "Deleted" });
    const order = past(item(3), item(2), item(1), deleted, item(2));
    expect(orderAgain({ ...order, notes: " Thick \n" }, products)).toEqual({
      orderId: productId(99),
      lines: [draftLine(3), draftLine(1, { name: "New name", seenPricePerLb: "12.00" })],
      gone: ["Product 2", "Deleted"],
      repriced: [{ name: "New name", before: "10.00", now: "12.00" }],
      notes: "Thick",
    });
  });

  it("makes one line of two of the same product, as far as a line goes", () => {
    const { lines } = orderAgain(past(item(1, "0.10"), item(1, "0.20")), [orderable(1)]);
    expect(lines).toEqual([draftLine(1, { quantity: "0.3" })]);
    const much = orderAgain(past(item(1, "9000.00"), item(1, "9000.00")), [orderable(1)]);
    expect(much.lines).toEqual([draftLine(1, { quantity: "10000" })]);
  });
});

describe("adding a past order to a draft", () => {
  const again = (more: Partial<OrderAgain> = {}): OrderAgain => ({
    ...{ orderId: productId(99), lines: [], gone: [], repriced: [], notes: "" },
    ...more,
  });

  it("adds the pounds of what both have, and says what they are together", () => {
    const draft = draftOf(draftLine(1, { quantity: "7", seenPricePerLb: "9.00" }), draftLine(2));
    const lines = [draftLine(3), draftLine(1, { quantity: "2.5" })];
    const { draft: added, joined } = startAgain(draft, again({ lines }));
    expect(added.lines).toEqual([
      // The price that was seen first stays, so that a new one is still pointed out.
      draftLine(1, { quantity: "9.5", seenPricePerLb: "9.00" }),
      draftLine(2),
      draftLine(3),
    ]);
    expect(joined).toEqual([{ name: "Product 1", quantity: "9.5" }]);
  });

  it("takes the past order's pounds where what was typed is no weight", () => {
    const draft = draftOf(draftLine(1, { quantity: "x" }));
    const { draft: added } = startAgain(draft, again({ lines: [draftLine(1)] }));
    expect(added.lines).toEqual([draftLine(1)]);
  });

  it("goes no further than a line may", () => {
    const draft = draftOf(draftLine(1, { quantity: "9999" }));
    const { joined } = startAgain(draft, again({ lines: [draftLine(1)] }));
    expect(joined).toEqual([{ name: "Product 1", quantity: "10000" }]);
  });

  it.each([
    ["", "Thick", "Thick", productId(99)],
    ["Friday", "Thick", "Friday\nThick", productId(99)],
    ["Friday, Thick", "Thick", "Friday, Thick", ""],
    ["Friday", "", "Friday", ""],
  ])("to the notes %j adds %j", (own, notes, together, notesFrom) => {
    const { draft } = startAgain({ ...draftOf(), notes: own }, again({ notes }));
    expect(draft).toMatchObject({ notes: together, notesFrom });
  });
});
