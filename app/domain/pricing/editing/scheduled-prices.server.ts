import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit, recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";

export interface ScheduledPrice {
  productId: string;
  name: string;
  appliesOn: string;
  pricePerLb: string;
}

/** The first scheduled prices, and the number on each day. */
export interface ScheduledPrices {
  rows: ScheduledPrice[];
  days: { appliesOn: string; count: number }[];
}

/** Listed prices; a raise of the whole catalogue has one per product. */
const rowsAtOnce = 50;

/** Returns the scheduled catalogue prices, soonest first. For staff who keep prices. */
export async function listScheduled(
  db: Database,
  _staff: Staff<"prices">,
): Promise<ScheduledPrices> {
  const isToCome = isNull(scheduledPrices.appliedAt);
  const [rows, days] = await Promise.all([
    db
      .select({
        productId: scheduledPrices.productId,
        name: products.name,
        appliesOn: scheduledPrices.appliesOn,
        pricePerLb: scheduledPrices.pricePerLb,
      })
      .from(scheduledPrices)
      .innerJoin(products, eq(products.id, scheduledPrices.productId))
      .where(isToCome)
      .orderBy(asc(scheduledPrices.appliesOn), asc(products.name))
      .limit(rowsAtOnce),
    db
      .select({
        appliesOn: scheduledPrices.appliesOn,
        count: sql<number>`count(*)::integer`,
      })
      .from(scheduledPrices)
      .where(isToCome)
      .groupBy(scheduledPrices.appliesOn)
      .orderBy(asc(scheduledPrices.appliesOn)),
  ]);
  return { rows, days };
}

/** Cancels a scheduled price; false if there is none. Audited. For staff who keep prices. */
export function cancelScheduled(
  db: Database,
  staff: Staff<"prices">,
  { productId, appliesOn }: Pick<ScheduledPrice, "productId" | "appliesOn">,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isUuid(productId)) return false;
    const [gone] = await tx
      .delete(scheduledPrices)
      .where(
        and(
          eq(scheduledPrices.productId, productId),
          sql`${scheduledPrices.appliesOn}::text = ${appliesOn}`,
          isNull(scheduledPrices.appliedAt),
        ),
      )
      .returning();
    if (!gone) return false;
    await recordAudit(tx, staff, {
      entity: "product",
      entityId: productId,
      action: "scheduled price taken back",
      before: { pricePerLb: gone.pricePerLb, appliesOn },
    });
    return true;
  });
}

/**
 * Cancels all scheduled prices of a day, and returns their number; those in effect stay. Each is
 * audited. For staff who keep prices.
 *
 * @param appliesOn unvalidated
 */
export function cancelScheduledDay(
  db: Database,
  staff: Staff<"prices">,
  appliesOn: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const day = dayIn(appliesOn);
    if (!day) return 0;
    const gone = await tx
      .delete(scheduledPrices)
      .where(and(eq(scheduledPrices.appliesOn, day), isNull(scheduledPrices.appliedAt)))
      .returning();
    await recordManyAudits(
      tx,
      staff,
      gone.map(({ productId, pricePerLb }) => ({
        entity: "product",
        entityId: productId,
        action: "scheduled price taken back",
        before: { pricePerLb, appliesOn: day },
      })),
    );
    return gone.length;
  });
}
