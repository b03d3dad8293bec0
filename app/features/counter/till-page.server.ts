import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { lotsToSell } from "#app/domain/lots/lots.server.ts";
import { labelGtin } from "#app/domain/packages/labels/label-gtin.ts";
import { labelPricesToday } from "#app/domain/packages/labels/label-prices.server.ts";
import { getScanRules } from "#app/domain/packages/scan/scan-settings.server.ts";
import { withStock } from "#app/domain/stock/stock-offers.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { tills } from "#db/schema/money/tills.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { foldedLike } from "#db/search.ts";
import type { AccountClient, TillLot, TillProduct, TillSupply } from "./till/till-product.ts";

/** Returns the products sold at a till today, at walk-in prices. For staff who take money. */
export async function productsAtTill(
  db: Database,
  staff: Staff<"till">,
  tillId: string,
): Promise<TillProduct[]> {
  if (!isUuid(tillId)) return [];
  const [till] = await db
    .select({ customerId: tills.customerId })
    .from(tills)
    .where(eq(tills.id, tillId));
  return till ? productsFor(db, staff, till.customerId) : [];
}

/** Like `productsAtTill`, at a client's prices for a sale on account. For staff who take money. */
export async function productsFor(
  db: Database,
  staff: Staff<"till">,
  customerId: string,
): Promise<TillProduct[]> {
  const { gtinCompanyPrefix } = await getScanRules(db, staff);
  const usual = usualWeights(db);
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      taxCode: products.taxCode,
      soldBy: products.soldBy,
      typicalPieceLb: products.typicalPieceLb,
      usualLb: usual.lb,
      isUsualHere: sql<boolean>`coalesce(${usual.isOfCounter}, false)`,
      tareG: products.tareG,
      isTraced: products.isTraced,
      itemNumber: products.itemNumber,
      gtin: products.gtin,
      pricePerLb: pricedFor.pricePerLb,
    })
    .from(products)
    .innerJoin(pricesOn(customerId, pacificDay(new Date())), ofProduct)
    .leftJoin(usual, eq(usual.productId, products.id))
    .where(and(eq(products.isActive, true), pricedFor.isOffered))
    .orderBy(asc(products.name), asc(products.id));
  return withStock(
    db,
    rows.map((row) => ({ ...row, labelGtin: labelGtin(gtinCompanyPrefix, row) })),
  );
}

/** Each product's recent median package weight at the counter, or else in all orders. */
function usualWeights(db: Database) {
  const middle = sql`percentile_disc(0.5) within group (order by ${packages.netLb})`;
  return db
    .select({
      productId: orderItems.productId,
      lb: sql<string>`coalesce(${middle} filter (where ${orders.channel} = 'counter'), ${middle})::text`.as(
        "usual_lb",
      ),
      isOfCounter: sql<boolean>`bool_or(${orders.channel} = 'counter')`.as("is_of_counter"),
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isNull(packages.voidedAt), sql`${orders.placedAt} > now() - interval '60 days'`))
    .groupBy(orderItems.productId)
    .as("usual_weights");
}

/** Returns what a till needs to read scans, including lots. For staff who take money. */
export async function scansAtTill(db: Database, staff: Staff<"till">) {
  const [{ rules, standIns }, lots, labelPrices] = await Promise.all([
    getScanRules(db, staff),
    lotsAtTill(db, staff),
    labelPricesToday(db),
  ]);
  return { rules, standIns: standIns ?? [], labelPrices, today: pacificDay(new Date()), lots };
}

async function lotsAtTill(db: Database, staff: Staff<"till">): Promise<TillLot[]> {
  const lots = await lotsToSell(db, staff);
  return lots.toReversed().map(({ receivedAt: _, supplier: _supplier, ...lot }) => lot);
}

/** Returns what is left now of a product and its lots. For staff who take money. */
export async function supplyAtTill(
  db: Database,
  staff: Staff<"till">,
  productId: string,
): Promise<TillSupply> {
  const [[product], lots] = await Promise.all([
    withStock(db, [{ id: productId }]),
    lotsAtTill(db, staff),
  ]);
  return {
    left: product?.left ?? null,
    lots: lots.filter(({ soldAs }) => soldAs?.includes(productId) ?? true),
  };
}

/** Finds clients who may buy on account, by part of their name. For staff who take money. */
export async function findAccountClients(
  db: Database,
  _staff: Staff<"till">,
  typed: string,
): Promise<AccountClient[]> {
  const text = searchText(typed);
  if (text === null) return [];
  const pattern = containsPattern(text);
  return (
    db
      .select({ id: customers.id, name: listedName, poMode: customers.poMode })
      .from(customers)
      .where(
        and(
          sql`${customers.kind} <> 'counter' and ${customers.guestEmail} = ''`,
          isNull(customers.inactiveAt),
          isNull(customers.mergedInto),
          or(
            foldedLike(customers.companyName, pattern),
            foldedLike(customers.contactName, pattern),
          ),
        ),
      )
      .orderBy(asc(customers.companyName), asc(customers.id))
      // One more than is shown, to know whether there are more.
      .limit(9)
  );
}
