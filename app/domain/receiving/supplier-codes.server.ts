import { and, asc, desc, eq } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isKeptInPieces } from "#app/domain/stock/stock-entries.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { supplierCodes } from "#db/schema/meat/receiving.ts";
import { products } from "#db/schema/products.ts";
import type { ReceivedProduct, SupplierCode } from "./receiving.ts";
import { noSuchSupplier } from "./refusals.ts";
import { lockSupplier, type Receiver } from "./suppliers.server.ts";

// Codes on cartons are specific to a supplier; the product of each is asked only once.

/** Returns the active products, by name. For staff who pack or keep the books. */
export function receivedProducts(db: Database, _staff: Receiver): Promise<ReceivedProduct[]> {
  return db
    .select({
      id: products.id,
      name: products.name,
      gtin: products.gtin,
      storage: products.storage,
      isKeptInPieces,
    })
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(asc(products.name), asc(products.id));
}

/** Returns a supplier's known codes. For staff who pack or keep the books. */
export async function codesOf(
  db: Database,
  _staff: Receiver,
  supplierId: string,
): Promise<SupplierCode[]> {
  if (!isUuid(supplierId)) return [];
  return db
    .select({
      code: supplierCodes.code,
      productId: supplierCodes.productId,
      productName: products.name,
    })
    .from(supplierCodes)
    .innerJoin(products, eq(products.id, supplierCodes.productId))
    .where(eq(supplierCodes.supplierId, supplierId))
    .orderBy(asc(products.name), asc(supplierCodes.code));
}

/** Codes loaded into a form, newest first. */
const mostKnown = 5000;

/** Returns all suppliers' known codes, for scans. For staff who pack. */
export function knownCodes(
  db: Database,
  _staff: Staff<"pack">,
): Promise<{ supplierId: string; code: string; productId: string }[]> {
  const { supplierId, code, productId, createdAt } = supplierCodes;
  return db
    .select({ supplierId, code, productId })
    .from(supplierCodes)
    .orderBy(desc(createdAt), asc(code))
    .limit(mostKnown);
}

/** Remembers the products of new lines' codes; known codes stay unchanged. */
export async function rememberCodes(
  tx: Transaction,
  by: Actor & { userId: string },
  supplierId: string,
  lines: readonly { code: string; productId: string | null }[],
): Promise<void> {
  const named = lines.flatMap(({ code, productId }) =>
    code !== "" && productId ? [{ code, productId }] : [],
  );
  for (const { code, productId } of named) {
    await tx
      .insert(supplierCodes)
      .values({ supplierId, code, productId, createdBy: by.userId })
      .onConflictDoNothing();
  }
}

/**
 * Sets the product of a supplier's code for future receipts. Null forgets the code, so that it is
 * asked again. Audited. For staff who pack.
 *
 * @throws Refusal
 */
export async function setSupplierCode(
  db: Database,
  staff: Staff<"pack">,
  supplierId: string,
  code: string,
  productId: string | null,
): Promise<void> {
  if (!isUuid(supplierId)) throw noSuchSupplier();
  await db.transaction(async (tx) => {
    if (!(await lockSupplier(tx, { id: supplierId }))) throw noSuchSupplier();
    const own = and(eq(supplierCodes.supplierId, supplierId), eq(supplierCodes.code, code));
    const [stored] = await tx
      .select({ productId: supplierCodes.productId, name: products.name })
      .from(supplierCodes)
      .innerJoin(products, eq(products.id, supplierCodes.productId))
      .where(own);
    if ((stored?.productId ?? null) === productId) return;
    const after = productId === null ? null : await nameOf(tx, productId);
    if (productId === null) await tx.delete(supplierCodes).where(own);
    else {
      await tx
        .insert(supplierCodes)
        .values({ supplierId, code, productId, createdBy: staff.userId })
        .onConflictDoUpdate({
          target: [supplierCodes.supplierId, supplierCodes.code],
          set: { productId },
        });
    }
    await recordAudit(tx, staff, {
      entity: "supplier",
      entityId: supplierId,
      action: "code changed",
      before: { code, product: stored?.name ?? null },
      after: { code, product: after },
    });
  });
}

async function nameOf(tx: Transaction, productId: string): Promise<string> {
  const [product] = isUuid(productId)
    ? await tx.select({ name: products.name }).from(products).where(eq(products.id, productId))
    : [];
  if (product) return product.name;
  throw new Refusal("invalid", "Please choose a product.", { field: "product" });
}
