import { and, eq, ne, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { products } from "#db/schema/products.ts";
import {
  type AdminProduct,
  fieldTaken,
  isProductId,
  noSuchProduct,
  type UniqueField,
} from "../product.ts";
import { adminColumns } from "../products.server.ts";

type Changeable = Omit<typeof products.$inferInsert, "id" | "createdAt" | "updatedAt">;

/**
 * Writes and logs the fields of `wanted` that differ, and returns the product. Without a difference
 * it writes nothing, as every write invalidates the cached pages of every server. `agree` is called
 * with the locked product before a write, and may throw.
 *
 * @throws Refusal; what `agree` throws
 */
export async function changeProduct(
  db: Database,
  staff: Staff<"catalogue">,
  id: string,
  action: string,
  wanted: Partial<Changeable>,
  agree: (product: AdminProduct) => void = () => {},
): Promise<AdminProduct> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      const product = await lockedProduct(tx, id);
      const { before, after } = difference(product, wanted);
      if (Object.keys(after).length === 0) return product;
      agree(product);
      if (typeof after.name === "string") await refuseTakenName(tx, after.name, product.id);
      await tx.update(products).set(after).where(eq(products.id, id));
      await logProduct(tx, staff, { id: product.id, action, before, after });
      return { ...product, ...after };
    }),
  );
}

/** Records who changed a product, in the same transaction. */
export async function logProduct(
  tx: Transaction,
  staff: Staff<"catalogue">,
  entry: { id: string; action: string; before: object | null; after: object },
): Promise<void> {
  const { id, ...change } = entry;
  await recordAudit(tx, staff, { entity: "product", entityId: id, ...change });
}

const uniqueFields: Record<string, UniqueField> = {
  products_slug_unique: "slug",
  products_item_number_unique: "itemNumber",
  products_gtin_unique: "gtin",
};

/** Turns a violation of a unique field into a refusal. */
export async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = uniqueFields[databaseErrorOf(error)?.constraint ?? ""];
    throw field ? fieldTaken(field, { cause: error }) : error;
  }
}

/**
 * Refuses a name that another product has, active or not, ignoring case, as nobody could tell the
 * two apart. The database doesn't enforce this, as older products may share a name.
 *
 * @throws Refusal
 */
export async function refuseTakenName(tx: Transaction, name: string, ownId?: string) {
  // Serializes concurrent writes of the same name.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('product name ' || lower(${name}), 0))`,
  );
  const [taken] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sql`lower(${products.name}) = lower(${name})`,
        ownId ? ne(products.id, ownId) : undefined,
      ),
    )
    .limit(1);
  if (taken) throw fieldTaken("name");
}

async function lockedProduct(tx: Transaction, id: string): Promise<AdminProduct> {
  if (!isProductId(id)) throw noSuchProduct();
  const [product] = await tx
    .select(adminColumns)
    .from(products)
    .where(eq(products.id, id))
    .for("update");
  if (!product) throw noSuchProduct();
  return product;
}

function difference(product: AdminProduct, wanted: Partial<Changeable>) {
  const stored = new Map<string, unknown>(Object.entries(product));
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== stored.get(field),
  );
  const after: Partial<Changeable> = Object.fromEntries(changes);
  return {
    before: Object.fromEntries(changes.map(([field]) => [field, stored.get(field)])),
    after,
  };
}
