import { and, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { addLines, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { removeLines, touchOrder, updateLines } from "#app/domain/orders/order-rows.server.ts";
import { wishWithin } from "#app/domain/orders/wishes/wish.ts";
import { lineTotalCents, mostPounds, promiseCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import {
  isNoWeight,
  lbLess,
  poundsOfPieces,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { forgetEmptyBoxes } from "./boxes.server.ts";
import { lockPending, openAgain } from "./lock-for-packing.server.ts";
import { judgeLine, type PackingRefusal } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";

/** A line that raises an order's total, in words; `from` is null for an added line. */
export interface LineRaised {
  productName: string;
  from: string | null;
  to: string;
  /** The line, unless it was added. */
  subject?: string;
}

/**
 * Marks a line as done: packed, short (less than ordered, confirmed by the packer), or dropped if
 * nothing was packed. Weight beyond the promise needs an audited decision on who bears it.
 * Idempotent. For staff who pack; the caller has locked the order (`lockPending`) and then checks
 * the new total.
 *
 * @returns what the client agreed to beyond the promise; null if they weren't asked
 * @throws Refusal when somebody else packed the line in the meantime, or less (`under`) or more
 *   (`over`) than was ordered needs confirmation
 */
export async function markLineDone(
  tx: Transaction,
  staff: Staff<"pack">,
  orderId: string,
  { itemId, seenLb, isShort, over, note }: OpOf<"finish">,
): Promise<LineRaised | null> {
  const line = await lineOf(tx, orderId, itemId);
  refuseChanged(line, seenLb);
  if (line.packState === "substituted") {
    throw new Refusal<PackingRefusal>("replaced", `${line.productName} has already been replaced.`);
  }
  const verdict = judgeLine(line);
  const nothing = isNoWeight(line.packedLb);
  if (verdict === "under" && !isShort) {
    const message = `${line.packedLb} lb is less than was ordered. Confirm that it is short.`;
    throw new Refusal<PackingRefusal>("under", message);
  }
  if (verdict === "over" && !over) {
    const message = `${line.packedLb} lb is ${lbOver(line)} lb over the client's maximum. Say who bears it.`;
    throw new Refusal<PackingRefusal>("over", message);
  }
  if (over === "customer_agreed" && note === "") {
    throw new Refusal<PackingRefusal>("over", "Say who agreed to more than the maximum, and how.");
  }
  const packState = nothing ? "dropped" : verdict === "under" ? "short" : "packed";
  const overDecision = verdict === "over" ? over : null;
  if (line.packState === packState && line.overDecision === overDecision) return null;
  await updateLines(tx, [itemId], { packState, overDecision, packNote: note });
  await forgetEmptyBoxes(tx, orderId);
  await touchOrder(tx, orderId);
  if (packState === "packed" && !overDecision) return null;
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: orderId,
    action: overDecision ? "over the promise" : packState,
    after: {
      product: line.productName,
      ordered: `${line.quantity} lb`,
      packed: `${line.packedLb} lb`,
      ...(overDecision && {
        decision: overDecision === "bill_promise" ? "Charge the maximum" : "Customer agreed",
      }),
      ...(note && { note }),
    },
  });
  if (overDecision !== "customer_agreed") return null;
  const to = `${line.packedLb} lb packed, as agreed with you`;
  return { productName: line.productName, from: `${line.quantity} lb`, to, subject: itemId };
}

/**
 * Reopens a line that was done. Reopening a replaced line is audited: its substitute is removed
 * from the order, or stays as unavailable if any of it was weighed and voided. For staff who pack.
 *
 * @param follow applies the consequences of the order's new total
 * @throws Refusal when the order is not pending, or the substitute has packages
 */
export async function reopenLine(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { itemId }: OpOf<"reopen">,
  follow?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const line = await lineOf(tx, orderId, itemId);
    if (line.packState === "open") return;
    if (line.packState === "substituted") await withdrawSubstitutes(tx, staff, line);
    await updateLines(tx, [itemId], openAgain);
    await touchOrder(tx, orderId);
    await follow?.(tx);
  });
}

/**
 * Adds a line at packing, and audits it: an extra that the client asked for, at the client's price;
 * or, if the order allows substitutes, a substitute at no more than the replaced line's price. A
 * replaced line stays, and both together keep its promise unless the client agreed to more. The
 * request id becomes the line's id. For staff who pack; the caller has locked the order
 * (`lockPending`, unless it `wasAdded`), then checks and stores the new total.
 *
 * @throws Refusal
 */
export async function addLine(
  tx: Transaction,
  staff: Staff<"pack">,
  orderId: string,
  { requestId, productId, amount, substitutes, over, note }: OpOf<"add">,
): Promise<LineRaised> {
  const product = await productToAdd(tx, orderId, productId);
  const replaced = substitutes ? await lineToReplace(tx, orderId, substitutes) : null;
  const pieces = product.soldBy === "piece" ? wholePieces(amount) : null;
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
      throw new Refusal<PackingRefusal>("over", message);
    }
    if (note === "") {
      throw new Refusal<PackingRefusal>(
        "over",
        "Say who agreed to more than the maximum, and how.",
      );
    }
  }
  const fields = {
    id: requestId,
    pricePerLb: toDollars(price),
    substitutesItemId: substitutes,
    // A substitute is cut and packed like the line it replaces, as far as possible: ground beef has
    // no thickness and no trim.
    wish: wishWithin(replaced?.wish ?? null, product.category),
    overCapPct: kept && !kept.lbOver ? kept.tolerance : product.overCapPct,
  };
  await addLines(tx, orderId, [{ product, quantity, pieces, fields }]);
  if (replaced) {
    await updateLines(tx, [replaced.id], {
      packState: "substituted",
      overDecision: judgeLine(replaced) === "over" ? over : null,
      packNote: note,
    });
  }
  await touchOrder(tx, orderId);
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
  const asked = orderedInWords({ orderedPieces: pieces, quantity });
  return { productName: product.name, from: null, to: `${asked} at $${toDollars(price)}/lb` };
}

/** True if a line was already marked as done with this agreement of the client. */
export async function wasAgreed(
  tx: Transaction,
  { itemId, seenLb, over }: OpOf<"finish">,
): Promise<boolean> {
  if (over !== "customer_agreed") return false;
  const [line] = await tx.select().from(orderItems).where(eq(orderItems.id, itemId));
  return line?.packState === "packed" && line.packedLb === seenLb && line.overDecision === over;
}

/** True if this request already added its line. */
export async function wasAdded(tx: Transaction, requestId: string): Promise<boolean> {
  return (await tx.$count(orderItems, eq(orderItems.id, requestId))) > 0;
}

/** Returns a line with the most pounds that its promise pays for, by which it is judged. */
async function lineOf(tx: Transaction, orderId: string, itemId: string) {
  const [line] = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)));
  if (!line) throw new Refusal<PackingRefusal>("gone", "This line is no longer in the order.");
  return { ...line, mostLb: mostPounds(toCents(line.pricePerLb), toCents(line.promisedAmount)) };
}

function lbOver({ packedLb, mostLb }: { packedLb: string; mostLb: string }): string {
  return toPounds(lbLess(packedLb, mostLb));
}

type Replaced = Awaited<ReturnType<typeof lineOf>>;

/**
 * Returns the tolerance, at most the product's own, with which a substitute keeps the rest of the
 * replaced line's promise, or the pounds by which it exceeds that.
 */
function keptPromise(
  { promisedAmount, finalAmount }: Pick<Replaced, "promisedAmount" | "finalAmount">,
  { quantity, price, tolerance }: { quantity: string; price: number; tolerance: number },
): { tolerance: number; lbOver?: never } | { tolerance?: never; lbOver: string } {
  const left = toCents(promisedAmount) - toCents(finalAmount);
  const estimate = lineTotalCents(price, toHundredthsLb(quantity));
  if (estimate > left) {
    return { lbOver: toPounds(lbLess(quantity, mostPounds(price, Math.max(0, left)))) };
  }
  let most = tolerance;
  while (promiseCents(estimate, most) > left) most -= 1;
  return { tolerance: most };
}

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
      // Or billed, on a document that was cancelled.
      wasWeighed: sql<boolean>`exists (select from packages where order_item_id = order_items.id)
        or exists (select from document_lines where order_item_id = order_items.id)`,
    })
    .from(orderItems)
    .where(eq(orderItems.substitutesItemId, line.id));
  const packed = sent.find(({ packedLb }) => !isNoWeight(packedLb));
  if (packed) {
    const message = `Take the packages of ${packed.productName} off first.`;
    throw new Refusal<PackingRefusal>("changed", message);
  }
  const idsOf = (were: boolean) => sent.flatMap((one) => (one.wasWeighed === were ? one.id : []));
  await updateLines(tx, idsOf(true), { packState: "dropped" });
  await removeLines(tx, idsOf(false));
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: line.orderId,
    action: "brought back",
    before: { product: sent.map(({ productName }) => productName).join(", ") },
    after: { product: line.productName },
  });
}

function refuseChanged({ packedLb }: { packedLb: string }, seenLb: string): void {
  const more = lbLess(packedLb, seenLb);
  if (more === 0) return;
  const how =
    more > 0 ? `added ${toPounds(more)} lb` : `voided ${toPounds(lbLess(seenLb, packedLb))} lb`;
  throw new Refusal<PackingRefusal>("changed", `Someone ${how} meanwhile. Look at the line again.`);
}

async function lineToReplace(tx: Transaction, orderId: string, itemId: string) {
  const line = await lineOf(tx, orderId, itemId);
  const [order] = await tx
    .select({ allowsSubstitutes: orders.allowsSubstitutes })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order?.allowsSubstitutes) {
    const message = "This client does not take substitutes. Call them, or mark the line short.";
    throw new Refusal<PackingRefusal>("no substitutes", message);
  }
  if (line.packState === "substituted") {
    throw new Refusal<PackingRefusal>("changed", `${line.productName} has already been replaced.`);
  }
  return line;
}

async function productToAdd(tx: Transaction, orderId: string, productId: string) {
  const [order] = await tx
    .select({ customerId: orders.customerId, day: orders.deliveryDay })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new Refusal<PackingRefusal>("gone", "This order is no longer there.");
  const [product] = await soldTo(tx, order, [productId]);
  if (product) return product;
  throw new Refusal<PackingRefusal>(
    "product gone",
    "This client can’t be sent this product: it is not on sale, or not in their prices.",
  );
}

function wholePieces(amount: string): number {
  const pieces = Number(amount);
  if (Number.isInteger(pieces) && pieces > 0) return pieces;
  throw new Refusal<PackingRefusal>("too light", "Enter whole pieces, for instance 3.");
}
