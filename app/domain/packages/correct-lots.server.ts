import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { refuseHeldLots } from "#app/domain/lots/holds/lot-holds.server.ts";
import { lotMeat, packableAs } from "#app/domain/lots/lot-products.server.ts";
import { refuseVoidLots } from "#app/domain/lots/void-lots.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { filledTitle } from "#app/lib/form/form-texts.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isLiveReturn, returnedGoods } from "#db/schema/money/door.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

// Corrects the lot of billed packages. A lot traces meat and changes no amount, so weights, prices
// and the document stay.

export interface PackageOfLot {
  id: string;
  productName: string;
  /** Null if the product is gone. */
  productId: string | null;
  netLb: string;
  lotId: string | null;
  lotCode: string | null;
}

/** Returns a finished order's valid packages, by line; otherwise null. For staff who pack. */
export async function packagesToCorrect(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
): Promise<{ number: number; packages: PackageOfLot[] } | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ number: orders.number, status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || !isFinished(order.status)) return null;
  return { number: order.number, packages: await packagesOf(db, eq(orderItems.orderId, orderId)) };
}

const isFinished = (status: OrderStatus) => status === "fulfilled" || status === "delivered";

function packagesOf(db: Database | Transaction, which: SQL | undefined): Promise<PackageOfLot[]> {
  return db
    .select({
      id: packages.id,
      productName: orderItems.productName,
      productId: orderItems.productId,
      netLb: packages.netLb,
      lotId: packages.lotId,
      lotCode: lots.code,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .where(and(which, isNull(packages.voidedAt)))
    .orderBy(asc(orderItems.position), asc(packages.packedAt), asc(packages.id));
}

const chosenName = /^package-([\da-f-]{36})$/;

/** Returns the ids of the packages ticked in the form, whose fields are named "package-<id>". */
export function chosenPackages(fields: Record<string, string>): string[] {
  return Object.keys(fields).flatMap((name) => {
    const id = chosenName.exec(name)?.[1];
    return id && isUuid(id) ? [id] : [];
  });
}

export const correctLotSchema = z.object({
  lot: filledTitle(250, "Please enter the code of the lot that it is of").prefault(""),
  reason: filledTitle(200, "Please say why").prefault(""),
  /** Confirms a lot that is known to be other meat. */
  isMeant: z
    .string()
    .optional()
    .transform((ticked) => ticked === "yes"),
});

interface Correction {
  packageIds: readonly string[];
  lotId: string;
  reason: string;
  isMeant: boolean;
}

/**
 * Corrects the lot of packages of a finished order, and audits it. Tracing, stock, recalls and
 * margins follow. The new lot may be on hold or expired by now, since it is what was packed.
 * Idempotent: packages that already have the lot are skipped. For staff who pack.
 *
 * @throws Refusal if no package is chosen, the order is not finished or lacks one, the lot is
 *   unknown or void, or the former lot is on hold or had returns of that line; "other meat" can be
 *   confirmed (`isMeant`)
 */
export async function correctLots(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { packageIds, lotId, reason, isMeant }: Correction,
): Promise<void> {
  if (packageIds.length === 0) {
    throw new Refusal("none", "Please choose at least one package.", { field: "packages" });
  }
  await db.transaction(async (tx) => {
    const number = await lockFinished(tx, orderId);
    const isNamed = and(
      eq(orderItems.orderId, orderId),
      inArray(packages.id, packageIds.filter(isUuid)),
    );
    const found = await packagesOf(tx, isNamed);
    if (found.length < new Set(packageIds).size) {
      const message = `A package that you chose is not in ${orderName(number).toLowerCase()} any more. Nothing was changed.`;
      throw new Refusal("gone", message);
    }
    const wrong = found.filter((one) => one.lotId !== lotId);
    if (wrong.length === 0) return;
    const [lot] = await tx
      .select({ code: lots.code, meat: lotMeat, packableAs })
      .from(lots)
      .where(eq(lots.id, lotId));
    if (!lot) throw new Refusal("gone", "This lot is not known.", { field: "lot" });
    await refuseVoidLots(tx, [lotId], "Nothing was changed.");
    // Naming another lot must not take meat off hold.
    const from = wrong.flatMap((one) => one.lotId ?? []);
    await refuseHeldLots(tx, [...new Set(from)], "The owner has to release it first.");
    await refuseReturned(tx, wrong);
    const [other] = wrong.filter(
      ({ productId }) =>
        lot.packableAs !== null && !(productId && lot.packableAs.includes(productId)),
    );
    if (other && !isMeant) {
      const message = `Lot ${lot.code} is ${lot.meat}, not ${other.productName}. If it is right, tick that it is.`;
      throw new Refusal("other meat", message, { field: "isMeant" });
    }
    const ids = wrong.map(({ id }) => id);
    await tx.update(packages).set({ lotId, lotBy: staff.userId }).where(inArray(packages.id, ids));
    const of = (facts: (string | null)[]) =>
      [...new Set(facts)].map((one) => one ?? "none").join(", ");
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "lot corrected",
      before: { lot: of(wrong.map(({ lotCode }) => lotCode)) },
      after: {
        lot: lot.code,
        product: of(wrong.map(({ productName }) => productName)),
        packages: wrong
          .map(({ netLb }) => `${netLb} lb`)
          .join(", ")
          .slice(0, 2000),
        reason,
      },
    });
  });
}

/** Locks a finished order and returns its number. @throws Refusal if unknown or not finished */
async function lockFinished(tx: Transaction, orderId: string): Promise<number> {
  const [order] = isUuid(orderId)
    ? await tx
        .select({ number: orders.number, status: orders.status })
        .from(orders)
        .where(eq(orders.id, orderId))
        .for("update")
    : [];
  if (!order) throw new Refusal("gone", "There is no such order.");
  if (isFinished(order.status)) return order.number;
  const how =
    order.status === "pending"
      ? "is still to be packed: put its lots right at the station."
      : "was cancelled.";
  throw new Refusal("not finished", `${orderName(order.number)} ${how} Nothing was changed.`);
}

/** Refuses packages if their line had returns to their lot, as those pounds are booked on it. */
async function refuseReturned(tx: Transaction, wrong: readonly PackageOfLot[]): Promise<void> {
  const [back] = await tx
    .select({
      productName: orderItems.productName,
      code: lots.code,
      place: returnedGoods.place,
    })
    .from(packages)
    .innerJoin(
      returnedGoods,
      and(
        eq(returnedGoods.orderItemId, packages.orderItemId),
        sql`${returnedGoods.lotId} is not distinct from ${packages.lotId}`,
        isLiveReturn,
      ),
    )
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .leftJoin(lots, eq(lots.id, returnedGoods.lotId))
    .where(
      inArray(
        packages.id,
        wrong.map(({ id }) => id),
      ),
    )
    .limit(1);
  if (!back) return;
  const lot = back.code ? `lot ${back.code}` : "no lot";
  if (back.place === "counter") {
    const message = `Some ${back.productName} of this sale never left the counter and went back to ${lot} with its refund, so its packages stay of it. Nothing was changed.`;
    throw new Refusal("returned", message);
  }
  const message = `Some ${back.productName} of this order came back and was weighed as of ${lot}, so its packages stay of it. Take that weighing back first. Nothing was changed.`;
  throw new Refusal("returned", message);
}
