import { between, desc, eq, isNull } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isHeldLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { replacedFor } from "../package-rows.server.ts";
import { idsOfSerial } from "./label-gtin.ts";
import { deadLabelInWords, labelledInWords } from "./own-label-words.ts";

/**
 * Returns the package of one of our own labels, voided or not; undefined for another label. `label`
 * is the package's id, the number in the label's bar code, or its serial number.
 */
export async function packageOfLabel(db: Database | Transaction, label: string) {
  const ids = idsOfSerial(label);
  const isNumber = /^\d{6,9}$/.test(label);
  if (!ids && !isNumber && !isUuid(label)) return undefined;
  const [found] = await db
    .select({
      labelNumber: packages.labelNumber,
      voidedAt: packages.voidedAt,
      replaced: replacedFor,
      netLb: packages.netLb,
      orderNumber: orders.number,
      productName: orderItems.productName,
      lotCode: lots.code,
      isHeld: isHeldLot,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .where(
      ids
        ? between(packages.id, ids.first, ids.last)
        : isNumber
          ? eq(packages.labelNumber, Number(label))
          : eq(packages.id, label),
    )
    .orderBy(desc(isNull(packages.voidedAt)))
    .limit(1);
  return found;
}

/**
 * Names the package of one of our own labels, scanned at another order's station, and says if the
 * label must be destroyed. `label` is as for `packageOfLabel`. For staff who pack.
 */
export async function labelAtStationInWords(
  db: Database,
  _staff: Staff<"pack">,
  label: string,
): Promise<string> {
  const found = await packageOfLabel(db, label);
  if (!found) return "This label is of no package that we know. Weigh the meat.";
  if (found.voidedAt) return deadLabelInWords(found);
  return `This is ${labelledInWords(found)}. Nothing was added.`;
}
