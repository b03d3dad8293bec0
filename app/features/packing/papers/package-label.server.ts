import { and, eq, or } from "drizzle-orm";
import type { Company } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import type { LabelSettings } from "#app/domain/packages/labels/label-settings.ts";
import { type Picture, pictureIn } from "#app/domain/papers/picture.server.ts";
import type { Print } from "#app/domain/papers/print-job.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { getStationOrder } from "../station-order.server.ts";
import { packPictureJob } from "./labels.ts";
import { packLabelsOf } from "./order-papers.ts";
import type { PackLabel } from "./papers.ts";

export type FoundLabel = { label: PackLabel } | "voided" | null;

/**
 * Returns the label of an order's package by its id or request id; null for none. "voided" if the
 * package was taken back: its label must not be printed. For staff who pack.
 */
export async function packageLabel(
  db: Database,
  staff: Staff<"pack">,
  { orderId, packageId }: { orderId: string; packageId: string },
  company: Company,
  settings: LabelSettings,
): Promise<FoundLabel> {
  if (!isUuid(orderId) || !isUuid(packageId)) return null;
  const [found] = await db
    .select({ id: packages.id, voidedAt: packages.voidedAt })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(
      and(
        or(eq(packages.id, packageId), eq(packages.requestId, packageId)),
        eq(orderItems.orderId, orderId),
      ),
    );
  if (!found) return null;
  if (found.voidedAt) return "voided";
  const order = await getStationOrder(db, staff, orderId);
  if (!order) return null;
  const prices = await shelfPrices(db, orderId);
  const labels = packLabelsOf(order, company, { facts: settings.products, prices });
  const label = labels.find(({ id }) => id === found.id);
  // Voided meanwhile.
  return label ? { label } : "voided";
}

/** Renders the label as printer dots. */
export async function printPicture(print: Print, label: PackLabel): Promise<Picture> {
  return pictureIn(await print(packPictureJob(label)));
}

/** Returns shelf prices of an order's products in dollars per pound; used for labels only. */
export async function shelfPrices(db: Database, orderId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinct({ id: products.id, price: products.pricePerLb })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId));
  return new Map(rows.map(({ id, price }) => [id, price]));
}
