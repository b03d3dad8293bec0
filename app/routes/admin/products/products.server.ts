import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import type { AdminProduct } from "#app/domain/catalogue/product.ts";
import { productVersion } from "#app/domain/catalogue/product-form/product-form.server.ts";
import { getProductForAdmin } from "#app/domain/catalogue/products-admin.server.ts";
import { documentSettings } from "#app/domain/settings/company-settings.ts";
import { getShopSettings } from "#app/domain/settings/settings.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { isAction, type ProductAction } from "./products-address.ts";

/** The form opened by a URL; no `product` for a new one. */
export interface OpenForm {
  product?: AdminProduct;
  /** The product's current version; see `updateProduct`. */
  version?: string;
  history?: HistoryEntry[] | null;
  /** In percent, for products without their own. */
  shopOverCapPct: number;
  hasTaxNumber: boolean;
}

/** Returns the form of `?add` or `?edit=<id>`, or why it can't open; null without a request. */
export async function formAskedFor(
  { db, log, settings: kept }: RequestContext,
  staff: Staff<"catalogue">,
  search: URLSearchParams,
): Promise<OpenForm | "missing" | "failed" | null> {
  const id = search.get("edit");
  if (id === null && !search.has("add")) return null;
  const settings = orNull(getShopSettings(db, staff), log, "load the shop's settings");
  const hasTaxNumber = kept.get(documentSettings).taxNumber !== "";
  if (id === null) {
    const loaded = await settings;
    return loaded ? { shopOverCapPct: loaded.overCapPct, hasTaxNumber } : "failed";
  }
  const [loaded, product, history] = await Promise.all([
    settings,
    orNull(orMissing(getProductForAdmin(db, staff, id)), log, "load a product"),
    orNull(listHistory(db, staff, { entity: "product", entityId: id }), log, "load a history"),
  ]);
  if (product === "missing") return product;
  if (!product || !loaded) return "failed";
  const version = productVersion(product);
  return { product, version, history, shopOverCapPct: loaded.overCapPct, hasTaxNumber };
}

/** Returns the action to confirm, from `?done=…&of=<id>`. */
export async function actionToTell(
  { db, log }: RequestContext,
  staff: Staff<"catalogue">,
  search: URLSearchParams,
): Promise<{ intent: ProductAction; name: string; isActive: boolean } | null> {
  const [intent, id] = [search.get("done"), search.get("of")];
  if (!isAction(intent) || id === null) return null;
  const product = await orNull(
    orMissing(getProductForAdmin(db, staff, id)),
    log,
    "load a changed product",
  );
  if (!product || product === "missing") return null;
  return { intent, name: product.name, isActive: product.isActive };
}

function orMissing<T>(query: Promise<T>): Promise<T | "missing"> {
  return query.catch((error: unknown) => {
    if (isRefusal(error, "gone")) return "missing";
    throw error;
  });
}
