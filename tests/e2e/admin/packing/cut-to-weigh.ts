import { randomUUID } from "node:crypto";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { makeClient } from "#tests/e2e/client-area.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

/** Creates a product that several clients ordered in turn, in pounds or pieces of 1.25 lb. */
export async function cutOf({ db }: ShopWithin, wanted: { pounds?: string; pieces?: number }[]) {
  const name = `Rib Steak ${randomUUID().slice(0, 6)}`;
  const soldBy = wanted[0]?.pieces ? ("piece" as const) : ("lb" as const);
  const itemNumber = 30_000 + Math.floor(Math.random() * 60_000);
  const product = await insertProduct(db, {
    name,
    soldBy,
    pricePerLb: "10.00",
    itemNumber,
    slug: `weighed-${randomUUID()}`,
    typicalPieceLb: soldBy === "piece" ? "1.25" : null,
  });
  const lines = [];
  for (const [index, { pounds, pieces }] of wanted.entries()) {
    const client = await makeClient(db);
    const companyName = `Bistro ${index + 1} ${name.slice(-6)}`;
    await updateCustomer(db, client.userId, { companyName });
    const order = await insertOrder(db, client.userId, { placedAt: new Date(index * 1000) });
    const item = await insertOrderItem(db, order.id, {
      productId: product.id,
      productName: name,
      soldBy,
      pricePerLb: "10.00",
      ...(pieces
        ? { orderedPieces: pieces, typicalPieceLb: "1.25", quantity: (pieces * 1.25).toFixed(2) }
        : { quantity: pounds ?? "10.00" }),
    });
    // As on the station, since a client may have several orders.
    const called = `${companyName}, order ${order.number}`;
    lines.push({ itemId: item.id, orderId: order.id, companyName, called });
  }
  return { name, lines, itemNumber, path: `/admin/packing/cuts/${withoutDay}/${product.id}` };
}
