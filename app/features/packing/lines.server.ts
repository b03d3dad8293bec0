import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { lineTotalCents, mostPounds, promiseCents } from "#app/lib/line-totals.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import { poundsOfPieces } from "#app/lib/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";
import { forgetEmptyBoxes } from "./boxes.server.ts";
import { lockPending, touch } from "./lock-order.server.ts";
import { judgeLine, PackingRefusedError } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";

/**
 * Marks a line as done: packed, short (less than was ordered, which the packer has confirmed), or
 * dropped when nothing of it was packed. Above the promise it needs a decision who bears it, which
 * is audited. Done before in the same way, it does nothing. For staff who pack.
 *
 * @throws PackingRefusedError when the order is not pending, the line was packed by somebody else
 *   meanwhile, or less (`under`) or more (`over`) than was ordered needs a confirmation
 */
export async function finishLine(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { itemId, seenLb, isShort, over, note }: OpOf<"finish">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const line = await lineOf(tx, orderId, itemId);
    refuseChanged(line, seenLb);
    if (line.packState === "substituted") {
      throw new PackingRefusedError("replaced", `${line.productName} has already been replaced.`);
    }
    const verdict = judgeLine(line);
    const nothing = toCents(line.packedLb) === 0;
    if (verdict === "under" && !isShort) {
      const message = `${line.packedLb} lb is less than was ordered. Confirm that it is short.`;
      throw new PackingRefusedError("under", message);
    }
    if (verdict === "over" && !over) {
      const message = `${line.packedLb} lb is ${lbOver(line)} lb over the client's maximum. Say who bears it.`;
      throw new PackingRefusedError("over", message);
    }
    if (over === "customer_agreed" && note === "") {
      throw new PackingRefusedError("over", "Say who agreed to more than the maximum, and how.");
    }
    const packState = nothing ? "dropped" : verdict === "under" ? "short" : "packed";
    const overDecision = verdict === "over" ? over : null;
    if (line.packState === packState && line.overDecision === overDecision) return;
    await tx
      .update(orderItems)
      .set({ packState, overDecision, packNote: note })
      .where(eq(orderItems.id, itemId));
    await forgetEmptyBoxes(tx, orderId);
    await touch(tx, orderId);
    if (packState === "packed" && !overDecision) return;
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: overDecision ? "over the promise" : packState,
      after: {
        product: line.productName,
        ordered: `${line.quantity} lb`,
        packed: `${line.packedLb} lb`,
        ...(overDecision && {
          decision: overDecision === "bill_promise" ? "Bill at the promise" : "Customer agreed",
        }),
        ...(note && { note }),
      },
    });
  });
}

/**
 * Opens a line that was done. One that was replaced is brought back, which is audited: what was to be
 * sent instead leaves the order, or stays as not available where something of it was weighed and
 * voided. For staff who pack.
 *
 * @throws PackingRefusedError when the order is not pending, or packages of the substitute count
 */
export async function reopenLine(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { itemId }: OpOf<"reopen">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const line = await lineOf(tx, orderId, itemId);
    if (line.packState === "open") return;
    if (line.packState === "substituted") await withdrawSubstitutes(tx, staff, line);
    await tx
      .update(orderItems)
      .set({ packState: "open", overDecision: null, packNote: "" })
      .where(eq(orderItems.id, itemId));
    await touch(tx, orderId);
  });
}

/**
 * Adds a line at packing, and audits it: something the client asked for besides, at the client's
 * price; or a substitute, at no more than the price of what it replaces, if the order allows
 * substitutes. What is replaced keeps its line, and both together keep its promise unless the client
 * agreed to more. Idempotent by its request id, which becomes the line's id. For staff who pack.
 *
 * @throws PackingRefusedError
 */
export async function addLineAtPacking(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { requestId, productId, amount, substitutes, over, note }: OpOf<"add">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    if ((await tx.$count(orderItems, eq(orderItems.id, requestId))) > 0) return;
    const product = await productToAdd(tx, orderId, productId);
    const replaced = substitutes ? await lineToReplace(tx, orderId, substitutes) : null;
    const isByPiece = product.soldBy === "piece" && product.typicalPieceLb !== null;
    const pieces = isByPiece ? wholePieces(amount) : null;
    const quantity =
      pieces && product.typicalPieceLb ? poundsOfPieces(pieces, product.typicalPieceLb) : amount;
    const price = Math.min(
      toCents(product.pricePerLb),
      replaced ? toCents(replaced.pricePerLb) : Number.POSITIVE_INFINITY,
    );
    const kept =
      replaced && keptPromise(replaced, { quantity, price, tolerance: product.overCapPct });
    if (kept?.lbOver) {
      if (over !== "customer_agreed") {
        const message = `${product.name} for ${replaced?.productName} is about ${kept.lbOver} lb over the client's maximum. Send less, or say who agreed to more.`;
        throw new PackingRefusedError("over", message);
      }
      if (note === "") {
        throw new PackingRefusedError("over", "Say who agreed to more than the maximum, and how.");
      }
    }
    await tx.insert(orderItems).values({
      id: requestId,
      orderId,
      position: sql`(select max(position) + 1 from order_items where order_id = ${orderId})`,
      productId,
      productName: product.name,
      soldBy: isByPiece ? "piece" : "lb",
      orderedPieces: pieces,
      typicalPieceLb: isByPiece ? product.typicalPieceLb : null,
      quantity,
      pricePerLb: toDollars(price),
      priceSource: product.priceSource,
      priceSourceName: product.priceSourceName,
      basePricePerLb: product.basePricePerLb,
      overCapPct: kept && !kept.lbOver ? kept.tolerance : product.overCapPct,
      taxCode: product.taxCode,
      substitutesItemId: substitutes,
    });
    if (replaced) {
      await tx
        .update(orderItems)
        .set({
          packState: "substituted",
          overDecision: judgeLine(withMost(replaced)) === "over" ? over : null,
          packNote: note,
        })
        .where(eq(orderItems.id, replaced.id));
    }
    // What is asked for besides is expected to cost more; a substitute instead of something isn't.
    if (!replaced) {
      const estimate = sql`(select subtotal from order_items where id = ${requestId})`;
      await tx
        .update(orders)
        .set({ totalPrice: sql`${orders.totalPrice} + ${estimate}` })
        .where(eq(orders.id, orderId));
    }
    await touch(tx, orderId);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: replaced ? "substituted" : "line added",
      ...(replaced && { before: { product: replaced.productName } }),
      after: {
        product: product.name,
        quantity: `${quantity} lb`,
        ...(kept?.lbOver && { decision: "Customer agreed" }),
        ...(note && { note }),
      },
    });
  });
}

async function lineOf(tx: Transaction, orderId: string, itemId: string) {
  const [line] = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)));
  if (line) return withMost(line);
  throw new PackingRefusedError("gone", "This line is no longer in the order.");
}

/** A stored line with the most pounds that its promise pays for, by which it is judged. */
function withMost<Line extends { pricePerLb: string; promisedAmount: string }>(line: Line) {
  const mostLb = mostPounds(toCents(line.pricePerLb), toCents(line.promisedAmount));
  return { ...line, mostLb };
}

function lbOver({ packedLb, mostLb }: { packedLb: string; mostLb: string }): string {
  return toDollars(toCents(packedLb) - toCents(mostLb));
}

type Replaced = Awaited<ReturnType<typeof lineOf>>;

/**
 * How a substitute keeps the promise for what it replaces, less what was packed of that: with which
 * tolerance, at most the product's own, or by how many pounds it is over.
 */
function keptPromise(
  { promisedAmount, finalAmount }: Pick<Replaced, "promisedAmount" | "finalAmount">,
  { quantity, price, tolerance }: { quantity: string; price: number; tolerance: number },
): { tolerance: number; lbOver?: never } | { tolerance?: never; lbOver: string } {
  const left = toCents(promisedAmount) - toCents(finalAmount);
  const estimate = lineTotalCents(price, quantity);
  if (estimate > left) {
    return { lbOver: toDollars(toCents(quantity) - toCents(mostPounds(price, Math.max(0, left)))) };
  }
  let most = tolerance;
  while (promiseCents(estimate, most) > left) most -= 1;
  return { tolerance: most };
}

/** Takes out what was to be sent instead of a line. */
async function withdrawSubstitutes(
  tx: Transaction,
  staff: Staff<"pack">,
  line: Replaced,
): Promise<void> {
  const sent = await tx
    .select({
      id: orderItems.id,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      wasWeighed: sql<boolean>`exists (select from packages where order_item_id = order_items.id)`,
    })
    .from(orderItems)
    .where(eq(orderItems.substitutesItemId, line.id));
  const packed = sent.find(({ packedLb }) => toCents(packedLb) > 0);
  if (packed) {
    const message = `Take the packages of ${packed.productName} off first.`;
    throw new PackingRefusedError("changed", message);
  }
  for (const { id, wasWeighed } of sent) {
    if (wasWeighed)
      await tx.update(orderItems).set({ packState: "dropped" }).where(eq(orderItems.id, id));
    else await tx.delete(orderItems).where(eq(orderItems.id, id));
  }
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: line.orderId,
    action: "brought back",
    before: { product: sent.map(({ productName }) => productName).join(", ") },
    after: { product: line.productName },
  });
}

function refuseChanged({ packedLb }: { packedLb: string }, seenLb: string): void {
  const more = toCents(packedLb) - toCents(seenLb);
  if (more === 0) return;
  const how = more > 0 ? `added ${toDollars(more)} lb` : `voided ${toDollars(-more)} lb`;
  throw new PackingRefusedError("changed", `Somebody ${how} meanwhile. Look at the line again.`);
}

async function lineToReplace(tx: Transaction, orderId: string, itemId: string) {
  const line = await lineOf(tx, orderId, itemId);
  const [order] = await tx
    .select({ allowsSubstitutes: orders.allowsSubstitutes })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order?.allowsSubstitutes) {
    const message = "This client does not take substitutes. Call them, or mark the line short.";
    throw new PackingRefusedError("no substitutes", message);
  }
  if (line.packState === "substituted") {
    throw new PackingRefusedError("changed", `${line.productName} has already been replaced.`);
  }
  return line;
}

/** A product at the price of the order's customer on its day of delivery, or today without one. */
async function productToAdd(tx: Transaction, orderId: string, productId: string) {
  const [order] = await tx
    .select({ customerId: orders.customerId, day: orders.deliveryDay })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new PackingRefusedError("gone", "This order is no longer there.");
  const [product] = await tx
    .select({
      name: products.name,
      pricePerLb: pricedFor.pricePerLb,
      priceSource: pricedFor.source,
      priceSourceName: pricedFor.sourceName,
      basePricePerLb: pricedFor.basePricePerLb,
      soldBy: products.soldBy,
      typicalPieceLb: products.typicalPieceLb,
      overCapPct: toleranceInForce,
      taxCode: products.taxCode,
    })
    .from(products)
    .innerJoin(pricesOn(order.customerId, order.day ?? pacificDay(new Date())), ofProduct)
    .where(and(eq(products.id, productId), eq(products.isActive, true)));
  if (product) return product;
  throw new PackingRefusedError(
    "product gone",
    "This client can’t be sent this product: it is not on sale, or not in their prices.",
  );
}

function wholePieces(amount: string): number {
  const pieces = Number(amount);
  if (Number.isInteger(pieces) && pieces > 0) return pieces;
  throw new PackingRefusedError("too light", "Enter whole pieces, for instance 3.");
}
