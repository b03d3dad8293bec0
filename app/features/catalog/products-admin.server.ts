import { asc, eq, isNotNull } from "drizzle-orm";
import type { Admin, ImageEditor } from "#app/features/auth/capability.ts";
import { checkedImageUrl } from "#app/features/images/image-url.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { products } from "#db/schema/products.ts";
import type { Category } from "./category.ts";
import { type AdminProduct, isProductId, ProductNotFoundError } from "./product.ts";
import { productColumns } from "./product-columns.server.ts";

const adminColumns = { ...productColumns, isActive: products.isActive };

/** All products by name, active or not, of one category if given. For administrators. */
export function listProductsForAdmin(
  db: Database,
  _admin: Admin,
  category?: Category,
): Promise<AdminProduct[]> {
  return db
    .select(adminColumns)
    .from(products)
    .where(category && eq(products.category, category))
    .orderBy(asc(products.name), asc(products.id));
}

/** The categories that products, active or not, are in; by name. For administrators. */
export async function productCategories(db: Database, _admin: Admin): Promise<Category[]> {
  const rows = await db
    .selectDistinct({ category: products.category })
    .from(products)
    .where(isNotNull(products.category))
    .orderBy(asc(products.category));
  return rows.flatMap(({ category }) => category ?? []);
}

/**
 * Shows a product in the shop or hides it, and answers it as it is then. Doing so twice is once.
 * For administrators.
 *
 * @throws ProductNotFoundError
 */
export function setProductActive(
  db: Database,
  admin: Admin,
  id: string,
  isActive: boolean,
): Promise<AdminProduct> {
  const action = isActive ? "activated" : "deactivated";
  return changeProduct(db, admin, id, action, { isActive });
}

/**
 * Gives a product its picture, and answers it as it is then. For the designated administrator.
 *
 * @throws ProductNotFoundError, InvalidImageUrlError
 */
export async function setProductImage(
  db: Database,
  imageEditor: ImageEditor,
  id: string,
  url: string,
): Promise<AdminProduct> {
  const imageUrl = checkedImageUrl(url);
  return changeProduct(db, imageEditor, id, "image changed", { imageUrl });
}

type Change = Partial<Pick<AdminProduct, "isActive" | "imageUrl">>;

function changeProduct(
  db: Database,
  admin: Admin,
  id: string,
  action: string,
  change: Change,
): Promise<AdminProduct> {
  return db.transaction(async (tx) => {
    const product = await lockedProduct(tx, id);
    const before: Change = {};
    if (change.isActive !== undefined) before.isActive = product.isActive;
    if (change.imageUrl !== undefined) before.imageUrl = product.imageUrl;
    // Writing what already stands there would drop every server's cached pages for nothing.
    if (before.isActive === change.isActive && before.imageUrl === change.imageUrl) return product;

    await tx.update(products).set(change).where(eq(products.id, id));
    await tx.insert(auditLog).values({
      actorId: admin.userId,
      actorEmail: admin.email,
      entity: "product",
      entityId: product.id,
      action,
      before,
      after: change,
    });
    return { ...product, ...change };
  });
}

async function lockedProduct(tx: Transaction, id: string): Promise<AdminProduct> {
  if (!isProductId(id)) throw new ProductNotFoundError(id);
  const [product] = await tx
    .select(adminColumns)
    .from(products)
    .where(eq(products.id, id))
    .for("update");
  if (!product) throw new ProductNotFoundError(id);
  return product;
}
