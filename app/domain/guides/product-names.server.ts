import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { foldName } from "#app/domain/drafts/paste/paste-lines.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { insertMany } from "#db/many-rows.ts";
import { products } from "#db/schema/products.ts";
import { productAliases } from "#db/schema/usual-orders.ts";

// A customer's own names for products, from lists that they paste, or that staff paste for them.

/** Per customer; the oldest are dropped. */
export const mostNames = 500;

export interface ProductName {
  name: string;
  productId: string;
}

/** Returns product ids by the customer's names (`foldName`). For members, and staff for them. */
export async function productNames(
  db: Database,
  { customerId }: Pick<Client, "customerId">,
): Promise<Record<string, string>> {
  const known = await db
    .select({ phrase: productAliases.phrase, productId: productAliases.productId })
    .from(productAliases)
    .where(eq(productAliases.customerId, customerId));
  return Object.fromEntries(known.map(({ phrase, productId }) => [phrase, productId]));
}

/**
 * Stores a customer's names for products, replacing earlier uses of the same names. Skips products
 * that are gone and empty names. For members who may order, and staff on their behalf.
 *
 * @throws Refusal if the client may not order
 */
export async function keepProductNames(
  db: Database,
  client: Client,
  names: readonly ProductName[],
): Promise<void> {
  if (!may(client, "order")) throw new Refusal("forbidden", roleMayNotOrder);
  const { customerId } = client;
  const byPhrase = new Map(
    names
      .slice(0, mostNames)
      .map(({ name, productId }) => [foldName(name), productId] as const)
      .filter(([phrase, productId]) => phrase !== "" && isUuid(productId)),
  );
  if (byPhrase.size === 0) return;
  await db.transaction(async (tx) => {
    await lockName(tx, `product names ${customerId}`);
    const sold = await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, [...byPhrase.values()]));
    const known = new Set(sold.map(({ id }) => id));
    const rows = [...byPhrase].flatMap(([phrase, productId]) =>
      known.has(productId) ? { customerId, phrase, productId } : [],
    );
    if (rows.length === 0) return;
    const phrases = rows.map(({ phrase }) => phrase);
    await tx
      .delete(productAliases)
      .where(
        and(eq(productAliases.customerId, customerId), inArray(productAliases.phrase, phrases)),
      );
    await insertMany(tx, productAliases, rows);
    const kept = tx
      .select({ phrase: productAliases.phrase })
      .from(productAliases)
      .where(eq(productAliases.customerId, customerId))
      .orderBy(desc(productAliases.usedAt), productAliases.phrase)
      .limit(mostNames);
    await tx
      .delete(productAliases)
      .where(
        and(
          eq(productAliases.customerId, customerId),
          sql`${productAliases.phrase} not in ${kept}`,
        ),
      );
  });
}
