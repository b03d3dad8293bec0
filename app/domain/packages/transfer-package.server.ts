import { eq } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { updateLines } from "#app/domain/orders/order-rows.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { boxToPack, forgetEmptyBoxes } from "./boxes.server.ts";
import { lockSeveralPending, openAgain } from "./lock-for-packing.server.ts";
import { checkLot } from "./packable-lot.server.ts";
import {
  isStored,
  lineToPack,
  packageOf,
  replacedLine,
  storedAnew,
  voidRow,
} from "./package-rows.server.ts";
import { lbOverWith, type PackingRefusal } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";

type Found = Awaited<ReturnType<typeof packageOf>>;

/**
 * Moves a package of a pending order to the line of the same product in another pending order, and
 * audits it in both. The package is voided and stored again as it was weighed, with its lot, in the
 * other order's last box and at that line's price; both lines are open again. Idempotent by request
 * id. Its label names the order and must be printed again. For staff who pack.
 *
 * @param follow applies the consequences of an order's new total
 * @throws Refusal when one of the orders is not pending, the package was taken off in the meantime,
 *   the other line is of another product, was replaced, or would exceed its promise (`over`), or
 *   its lot may not be packed from
 */
export function transferPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { packageId, requestId, toOrderId, toItemId }: OpOf<"transfer">,
  follow?: (tx: Transaction, orderId: string) => Promise<void>,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const wasMade = () => isStored(tx, requestId);
    if (!(await lockSeveralPending(tx, orderId, [toOrderId], { wasMade, isLess: true }))) return;
    const found = await packageOf(tx, orderId, packageId);
    if (found.row.voidedAt) {
      const message = "Someone took this package off meanwhile. Nothing was changed.";
      throw new Refusal<PackingRefusal>("changed", message);
    }
    const line = await lineToPack(tx, toOrderId, toItemId);
    if (toOrderId === orderId || found.productId === null || line.productId !== found.productId) {
      const message = `${found.productName} can only go to a line of the same product in another order.`;
      throw new Refusal<PackingRefusal>("other meat", message);
    }
    if (line.packState === "substituted") throw replacedLine(line.productName);
    const { id, labelNumber: _, ...row } = found.row;
    const name = await nameOf(tx, toOrderId);
    const over = lbOverWith(line, row);
    if (over) {
      const message = `${name} would be ${over} lb over the client's maximum of ${line.productName}. Nothing was changed.`;
      throw new Refusal<PackingRefusal>("over", message);
    }
    await checkLot(tx, line.isTraced, row.lotId);
    await takeOut(tx, staff, found, toOrderId);
    if (line.packState !== "open") await updateLines(tx, [toItemId], openAgain);
    const boxId = await boxToPack(tx, toOrderId, null);
    await tx.insert(packages).values({ ...row, orderItemId: toItemId, boxId, requestId });
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: toOrderId,
      action: "package from another order",
      after: {
        product: line.productName,
        weight: `${row.netLb} lb`,
        order: await nameOf(tx, orderId),
      },
    });
    await follow?.(tx, orderId);
    if (line.packState === "dropped") await follow?.(tx, toOrderId);
  });
}

/**
 * Takes a package out of its order because it is stored in another one, and audits it. Reopens its
 * line, unless it was replaced. The transaction must hold the locks of both orders.
 */
export async function takeOut(
  tx: Transaction,
  staff: Staff<"pack">,
  { row, orderId, productName, packState }: Found,
  toOrderId: string,
): Promise<void> {
  const name = await nameOf(tx, toOrderId);
  if (packState !== "substituted") await updateLines(tx, [row.orderItemId], openAgain);
  await voidRow(tx, staff, row.id, `${storedAnew.order}${name}`);
  await forgetEmptyBoxes(tx, orderId);
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: orderId,
    action: "package to another order",
    after: { product: productName, weight: `${row.netLb} lb`, order: name },
  });
}

async function nameOf(tx: Transaction, orderId: string): Promise<string> {
  const [order] = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new Refusal<PackingRefusal>("gone", "There is no such order.");
  return orderName(order.number);
}
