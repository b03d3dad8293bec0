import { gathered } from "#app/domain/audit/gather-audits.ts";
import { recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";
import type { Actor } from "./verdict.server.ts";

/** Splits a price's name: "base.PRODUCT", "base.PRODUCT@2026-12-01" or "LIST.PRODUCT". */
export function partsOf(entityId: string) {
  const [column = "", rest = ""] = entityId.split(".");
  const [productId = "", appliesOn = null] = rest.split("@");
  return { column, productId, appliesOn };
}

interface StoredPrice {
  entityId: string;
  product: string;
  before: string;
  after: string;
}

/** Logs prices like the price grid: catalogue prices per product, a list's prices together. */
export function recordPrices(
  tx: Transaction,
  actor: Actor,
  prices: readonly StoredPrice[],
  action?: string,
): Promise<void> {
  return recordManyAudits(tx, actor, gathered(prices.map((price) => auditOf(price, action))));
}

function auditOf({ entityId, product, before, after }: StoredPrice, action?: string) {
  const { column, productId, appliesOn } = partsOf(entityId);
  const on = appliesOn === null ? {} : { appliesOn };
  return column === "base"
    ? {
        entity: "product" as const,
        entityId: productId,
        action: action ?? (appliesOn === null ? "edited by import" : "price scheduled"),
        before: before === "" ? null : { pricePerLb: before, ...on },
        after: after === "" ? null : { pricePerLb: after, ...on },
      }
    : {
        entity: "price" as const,
        entityId: column,
        action: action ?? "list price changed",
        before: { [product]: before || "none" },
        after: { [product]: after || "none" },
      };
}
