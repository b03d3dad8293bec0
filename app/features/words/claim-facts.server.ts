import { count, eq } from "drizzle-orm";
import type { ClaimFacts } from "#app/content/claims.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { pickupsOf } from "#app/domain/delivery/rules.ts";
import { servedZones } from "#app/domain/delivery/weekly-days.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";

/** A fact from the shop's settings, and whether it contradicts the claims beside it. */
export interface SetUpFact {
  text: string;
  /** True if it contradicts the original words. */
  differs: boolean;
}

const friday = 5;

/**
 * Returns what the zones, the pickup places and the labels say, to compare with the claims. For
 * administrators.
 */
export async function setUpFacts(
  db: Database,
  _admin: Admin,
): Promise<Record<ClaimFacts, SetUpFact[]>> {
  const rules = await readDeliveryRules(db);
  const kept = await db
    .select({ storage: products.storage, products: count() })
    .from(products)
    .where(eq(products.isActive, true))
    .groupBy(products.storage);
  return {
    zones: zoneFacts(rules),
    pickups: pickupFacts(rules),
    labels: labelFacts(new Map(kept.map(({ storage, products }) => [storage, products]))),
  };
}

type Rules = Awaited<ReturnType<typeof readDeliveryRules>>;

/** Returns where orders are delivered: zones are parts of the province, never all of it. */
function zoneFacts(rules: Rules): SetUpFact[] {
  const zones = rules.zones.filter(({ kind, days }) => kind === "delivery" && days.length > 0);
  if (zones.length === 0) return [{ text: "No delivery zone is set up.", differs: false }];
  return servedZones({ ...rules, zones }).map(({ name, about, days }, place) => ({
    text: `${name} (${about}): ${days.join("; ")}`,
    differs: zones[place]?.days.some(({ weekday }) => weekday > friday) ?? false,
  }));
}

function pickupFacts(rules: Rules): SetUpFact[] {
  const pickups = pickupsOf(rules);
  if (pickups.length === 0) return [{ text: "No place to pick up is set up.", differs: false }];
  return pickups.map(({ name, wholesaleOnly }) => ({
    text: `${name}: ${wholesaleOnly ? "wholesale clients only" : "open to everyone"}`,
    differs: !wholesaleOnly,
  }));
}

function labelFacts(kept: ReadonlyMap<string, number>): SetUpFact[] {
  const said = (storage: string, words: string, differs: boolean): SetUpFact[] => {
    const found = kept.get(storage) ?? 0;
    const things = found === 1 ? "product is" : "products are";
    return found === 0 ? [] : [{ text: `${found} ${things} labelled “${words}”.`, differs }];
  };
  return [
    ...said("refrigerated", "Keep refrigerated", true),
    ...said("frozen", "Keep frozen", false),
  ];
}
