import { expect, it } from "vitest";
import { orderAgain } from "./order-again.ts";
import { draftLine, orderable, productId } from "./test-draft.ts";

const item = (n: number | null, quantity = "2.50", productName = `Product ${n}`) => ({
  productId: n === null ? null : productId(n),
  productName,
  quantity,
});

it("takes what is still sold at today's name and price, and names what is not", () => {
  const products = [orderable(1, { name: "New name", pricePerLb: "12.00" }), orderable(3)];
  const items = [item(3), item(2), item(1), item(null, "1.00", "Deleted"), item(2)];
  expect(orderAgain("order-1", items, products)).toEqual({
    orderId: "order-1",
    lines: [draftLine(3), draftLine(1, { name: "New name", seenPricePerLb: "12.00" })],
    gone: ["Product 2", "Deleted"],
  });
});

it("makes one line of two of the same product, as far as a line goes", () => {
  const { lines } = orderAgain("order-1", [item(1, "0.10"), item(1, "0.20")], [orderable(1)]);
  expect(lines).toEqual([draftLine(1, { quantity: "0.3" })]);
  const much = orderAgain("order-1", [item(1, "9000.00"), item(1, "9000.00")], [orderable(1)]);
  expect(much.lines).toEqual([draftLine(1, { quantity: "10000" })]);
});
