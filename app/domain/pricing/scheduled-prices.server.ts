import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { updateProducts } from "#app/domain/catalogue/save-products.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, Log } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { user } from "#db/schema/accounts.ts";
import { scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";

/** In seconds: new prices are in the shop within a minute of midnight. */
const lookEvery = 60;

/** Runs the job that puts due prices into the catalogue, in one process at a time. */
export function applyScheduledPrices(
  jobs: JobRunner,
  { db, log }: { db: Database; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("due-prices", lookEvery, async () => {
    const changed = await applyDuePrices(db);
    if (changed > 0) log.info({ changed }, "scheduled prices took effect");
  });
}

/**
 * Writes the prices due by a Pacific day into the catalogue, and returns the number of changed
 * products. Idempotent, and safe in several processes. Orders for deliveries from that day on
 * already had them (`prices_for`). Audited as the user who scheduled them.
 */
export function applyDuePrices(db: Database, today = pacificDay(new Date())): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        productId: scheduledPrices.productId,
        pricePerLb: scheduledPrices.pricePerLb,
        before: products.pricePerLb,
        actorId: user.id,
        actorEmail: sql<string>`coalesce(${user.email}, 'deleted account')`,
      })
      .from(scheduledPrices)
      .innerJoin(products, eq(products.id, scheduledPrices.productId))
      .leftJoin(user, eq(user.id, scheduledPrices.createdBy))
      .where(and(isNull(scheduledPrices.appliedAt), lte(scheduledPrices.appliesOn, today)))
      .orderBy(asc(products.id), asc(scheduledPrices.appliesOn))
      .for("update", { of: [scheduledPrices, products] });
    if (due.length === 0) return 0;
    // The latest price of a product applies.
    const last = new Map(due.map((price) => [price.productId, price]));
    const ids = [...last.keys()];
    const changed = [...last.values()].filter(({ pricePerLb, before }) => pricePerLb !== before);
    await updateProducts(
      tx,
      changed.map(({ productId, pricePerLb }) => ({ id: productId, fields: { pricePerLb } })),
    );
    for (const { productId, pricePerLb, before, actorId, actorEmail } of changed) {
      await recordAudit(
        tx,
        { userId: actorId, email: actorEmail },
        {
          entity: "product",
          entityId: productId,
          action: "scheduled price applied",
          before: { pricePerLb: before },
          after: { pricePerLb },
        },
      );
    }
    await tx
      .update(scheduledPrices)
      .set({ appliedAt: sql`now()` })
      .where(
        and(
          inArray(scheduledPrices.productId, ids),
          isNull(scheduledPrices.appliedAt),
          lte(scheduledPrices.appliesOn, today),
        ),
      );
    return changed.length;
  });
}
