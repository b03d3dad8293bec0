import { and, asc, eq, inArray } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { stockWaitlist } from "#db/schema/meat/stock.ts";
import { hasOrHadSlug, products } from "#db/schema/products.ts";
import { backInStockMail } from "./back-in-stock-mail.ts";
import { readStock } from "./read-stock.server.ts";
import { shownStock } from "./stock.ts";

/** In seconds. */
const lookEvery = 5 * 60;

const atOnce = 200;

/**
 * Adds an address to a product's waitlist, by its slug or a former one; idempotent. Drops
 * submissions with a filled honeypot. Anyone may call it; the form was validated by its schema.
 *
 * @throws Refusal if the product is no longer for sale
 */
export async function joinStockWaitlist(
  db: Database,
  { product: slug, email }: { product: string; email: string },
  { robotSign }: { robotSign: string | null },
): Promise<void> {
  if (robotSign === "trap") return;
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(hasOrHadSlug(slug), eq(products.isActive, true)));
  if (!product) throw new Refusal("gone", "This product is no longer for sale.");
  await db.insert(stockWaitlist).values({ productId: product.id, email }).onConflictDoNothing();
}

/** Runs the job that tells waiting customers, until the runner is closed. */
export function tellBackInStock(
  jobs: JobRunner,
  options: { db: Database; shop: Shop; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("back-in-stock", lookEvery, async () => {
    const told = await tellWaiting(options.db, options.shop);
    if (told > 0) options.log.info({ told }, "told who waited for products");
  });
}

/**
 * Emails everybody whose product is available today: one email per address for all its products, as
 * anybody may have entered somebody else's address. Each entry is deleted once told. An address
 * over the limit for emails caused by strangers is told the next time, and nobody is told of a
 * product that is no longer sold. Returns the number of told entries.
 */
export async function tellWaiting(db: Database, shop: Shop): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({
        id: stockWaitlist.id,
        email: stockWaitlist.email,
        productId: stockWaitlist.productId,
        name: products.name,
        slug: products.slug,
        category: products.category,
      })
      .from(stockWaitlist)
      .innerJoin(products, eq(products.id, stockWaitlist.productId))
      .where(eq(products.isActive, true))
      .orderBy(asc(stockWaitlist.createdAt), asc(stockWaitlist.id))
      .for("update", { of: stockWaitlist, skipLocked: true });
    if (waiting.length === 0) return 0;
    const today = pacificDay(new Date());
    const ids = [...new Set(waiting.map(({ productId }) => productId))];
    const out = new Set(
      (await readStock(tx, ids))
        .filter((facts) => shownStock(facts, today)?.kind === "out")
        .map(({ productId }) => productId),
    );
    const back = waiting.filter(({ productId }) => !out.has(productId));
    let told = 0;
    for (const [email, own] of [...Map.groupBy(back, (one) => one.email)].slice(0, atOnce)) {
      if ((await takeMail(tx, "acknowledgement", email)) !== null) continue;
      const entries = own.map(({ id }) => id);
      await tx.delete(stockWaitlist).where(inArray(stockWaitlist.id, entries));
      await queueMail(tx, { to: email, ...backInStockMail(own, shop) });
      told += 1;
    }
    return told;
  });
}

/** Removes an address from all waitlists. */
export async function leaveStockWaitlist(tx: Transaction, email: string): Promise<void> {
  await tx.delete(stockWaitlist).where(eq(stockWaitlist.email, email));
}
