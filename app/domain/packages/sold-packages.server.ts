import { and, eq, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { lotMeat, soldAs } from "#app/domain/lots/lot-products.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatLb, sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import type { PackageSource, WeightUnit } from "#db/schema/values/meat/packages.ts";
import { packageOfLabel } from "./labels/own-label.server.ts";
import { deadLabelInWords } from "./labels/own-label-words.ts";
import { checkLot } from "./packable-lot.server.ts";
import { refuseOwnLabel } from "./packages.server.ts";
import type { PackingRefusal } from "./packing.ts";

export interface SoldPackage {
  orderItemId: string;
  /** Null if the product is gone. */
  productId: string | null;
  productName: string;
  isTraced: boolean;
  value: string;
  unit: WeightUnit;
  tareG: number;
  netLb: string;
  netG: number;
  pieces: number | null;
  source: PackageSource;
  rawScan: string;
  serial: string | null;
  lotId: string | null;
}

/**
 * Stores packages that are weighed and sold in one step; this also takes them from stock. Refuses a
 * lot that is on hold, void, expired or missing, one of another product's meat, and a label that
 * was packed or voided before. Taking more than is left of a lot must be confirmed (`isMeant`). A
 * sale already paid for offline (`isPaidFor`) is never refused for these: it is stored without the
 * used label's serial number, or an unknown lot.
 *
 * @returns for a sale paid for offline, what would have been refused, in words
 * @throws Refusal<PackingRefusal>
 */
export async function storeSoldPackages(
  tx: Transaction,
  staff: Staff<"till">,
  sold: readonly SoldPackage[],
  { isPaidFor, isMeant }: { isPaidFor: boolean; isMeant: boolean },
): Promise<string[]> {
  const remarks: string[] = [];
  const unlessPaidFor = async (check: Promise<unknown>) => {
    try {
      await check;
      return true;
    } catch (error) {
      if (!isPaidFor || !isRefusal(error)) throw error;
      remarks.push(error.message.replace(/ (Nothing was added|Choose another)\.$/, ""));
      return false;
    }
  };
  const serials = new Set<string>();
  if (!isMeant) await unlessPaidFor(refuseMoreThanThere(tx, sold));
  for (const { productId, productName, isTraced, value, unit, ...one } of sold) {
    const isNew = await unlessPaidFor(refuseSeen(tx, one.serial, serials));
    await unlessPaidFor(checkLot(tx, isTraced, one.lotId));
    await unlessPaidFor(refuseOtherMeat(tx, one.lotId, { productId, productName }));
    if (isNew && one.serial) serials.add(one.serial);
    await tx.insert(packages).values({
      ...one,
      readingValue: value,
      readingUnit: unit,
      packedBy: staff.userId,
      serial: isNew ? one.serial : null,
      lotId: one.lotId && (await tx.$count(lots, eq(lots.id, one.lotId))) > 0 ? one.lotId : null,
    });
  }
  return remarks;
}

/** @throws Refusal that may be confirmed, as people at the counter have the meat in hand */
async function refuseMoreThanThere(tx: Transaction, sold: readonly SoldPackage[]): Promise<void> {
  const byLot = Map.groupBy(sold, ({ lotId }) => lotId ?? "");
  byLot.delete("");
  const sums = await sumsOfLots(tx, [...byLot.keys()]);
  for (const [lotId, ofLot] of byLot) {
    const lot = sums.get(lotId);
    if (!lot || lot.leftLb === null) continue;
    const lb = sumLb(ofLot.map(({ netLb }) => netLb));
    const left = Math.max(0, toHundredthsLb(lot.leftLb));
    if (lb <= left) continue;
    const message = `Lot ${lot.code} has ${formatLb(left / 100)} left by the books, and this sale has ${formatLb(lb / 100)} of it.`;
    throw new Refusal<PackingRefusal>("more than there", message);
  }
}

/** @throws Refusal for a lot known to be other meat */
async function refuseOtherMeat(
  tx: Transaction,
  lotId: string | null,
  { productId, productName }: Pick<SoldPackage, "productId" | "productName">,
): Promise<void> {
  if (!lotId || !productId) return;
  const [lot] = await tx
    .select({ code: lots.code, meat: lotMeat, soldAs })
    .from(lots)
    .where(eq(lots.id, lotId));
  if (!lot?.soldAs || lot.soldAs.includes(productId)) return;
  const message = `Lot ${lot.code} is ${lot.meat}, not ${productName}. Choose another.`;
  throw new Refusal<PackingRefusal>("other meat", message);
}

async function refuseSeen(
  tx: Transaction,
  serial: string | null,
  before: ReadonlySet<string>,
): Promise<void> {
  if (!serial) return;
  if (before.has(serial)) throw seen("This package is in this sale already.");
  await refuseOwnLabel(tx, serial);
  const own = await packageOfLabel(tx, serial.split(":").at(-1) ?? "");
  if (own?.voidedAt) throw seen(`${deadLabelInWords(own)} Weigh the meat again.`);
  const [sold] = await tx
    .select({
      number: orders.number,
      productName: orderItems.productName,
      stayedHere: sql<boolean>`exists (select from returned_goods
        where returned_goods.order_item_id = ${orderItems.id} and place = 'counter')`,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(packages.serial, serial), isNull(packages.voidedAt)));
  if (!sold) return;
  const where = `${sold.productName} in order ${orderNumber(sold.number)}`;
  // A label belongs to one sale, so a returned package can't be sold by it again.
  const instead = sold.stayedHere ? " It went back to its lot since: type its weight instead." : "";
  throw seen(`This package was sold before, as ${where}.${instead}`);
}

const seen = (message: string) => new Refusal<PackingRefusal>("serial seen", message);

/** Says why one of our own labels (as for `packageOfLabel`) can't be sold. For staff at a till. */
export async function ownLabelInWords(
  db: Database,
  _staff: Staff<"till">,
  label: string,
): Promise<string> {
  const unknown = "This label is of no package that we know. Weigh the meat.";
  const found = await packageOfLabel(db, label);
  if (!found) return unknown;
  if (found.voidedAt) return `${deadLabelInWords(found)} Weigh the meat again.`;
  const what = `This package is ${found.productName} of order ${orderNumber(found.orderNumber)}.`;
  return found.isHeld
    ? `${what} Its lot ${found.lotCode} is on hold: set it aside and tell the owner.`
    : `${what} It can’t be sold here.`;
}
