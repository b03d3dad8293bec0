import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { daysAfter } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { lockCustomer } from "#db/locks.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { customerPriceLists, customerPrices, priceLists } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { giveList, insertList } from "../save-prices.server.ts";

export interface PriceListSummary {
  id: string;
  name: string;
  startsOn: string;
  endsOn: string | null;
  products: number;
  customers: { id: string; name: string }[];
}

type PriceRefusal = "gone" | "name taken" | "overlap" | "rank taken" | "days out of order";

const refusalText: Record<PriceRefusal, string> = {
  gone: "This list, client or product no longer exists. Please reload the page.",
  "name taken": "There is a list of this name already.",
  overlap:
    "The client already has a price for this product on some of these days. End that one first.",
  "rank taken": "The client has this list already, or another one in this place.",
  "days out of order": "The last day is before the first.",
};

function refusal(reason: PriceRefusal, { cause }: ErrorOptions = {}): Refusal<PriceRefusal> {
  const status = reason === "gone" ? 404 : reason === "overlap" ? 409 : 400;
  return new Refusal(reason, refusalText[reason], { status, cause });
}

const refusals: Record<string, PriceRefusal> = {
  price_lists_name_unique: "name taken",
  price_lists_days_in_order: "days out of order",
  customer_prices_once: "overlap",
  customer_prices_days_in_order: "days out of order",
  customer_price_lists_customer_id_list_id_pk: "rank taken",
  customer_prices_customer_id_customers_id_fk: "gone",
  customer_prices_product_id_products_id_fk: "gone",
  customer_price_lists_list_id_price_lists_id_fk: "gone",
};

async function refusing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const reason = refusals[databaseErrorOf(error)?.constraint ?? ""];
    throw reason ? refusal(reason, { cause: error }) : error;
  }
}

/** Returns all lists by name, including ended ones. For staff who keep prices. */
export async function listPriceLists(
  db: Database,
  _staff: Staff<"prices">,
): Promise<PriceListSummary[]> {
  return db
    .select({
      ...pick(priceLists, "id", "name", "startsOn", "endsOn"),
      products: sql<number>`(select count(*)::integer from price_list_items where list_id = price_lists.id)`,
      customers: sql<PriceListSummary["customers"]>`(
        select coalesce(json_agg(json_build_object('id', customers.id, 'name',
          coalesce(nullif(company_name, ''), nullif(contact_name, ''), 'Unknown Client'))
          order by company_name, customers.id), '[]')
        from customer_price_lists join customers on customers.id = customer_id
        where list_id = price_lists.id)`,
    })
    .from(priceLists)
    .orderBy(asc(priceLists.name), asc(priceLists.id));
}

/** Returns the names of all lists. For staff who keep prices. */
export function namesOfPriceLists(
  db: Database,
  _staff: Staff<"prices">,
): Promise<Pick<PriceListSummary, "id" | "name">[]> {
  return db
    .select({ id: priceLists.id, name: priceLists.name })
    .from(priceLists)
    .orderBy(asc(priceLists.name), asc(priceLists.id));
}

interface NewPriceList {
  name: string;
  startsOn: string;
  endsOn: string | null;
  copyOf: string | null;
  /** True if the copied list ends the day before and its customers move to the new one. */
  replaces: boolean;
}

/**
 * Adds a list, empty or with the prices of another. A replacement takes over on its first day,
 * which is how list prices are scheduled. For staff who keep prices.
 *
 * @throws Refusal
 */
export function createPriceList(
  db: Database,
  staff: Staff<"prices">,
  wanted: NewPriceList,
): Promise<string> {
  const { copyOf, replaces, ...values } = wanted;
  return refusing(() =>
    db.transaction(async (tx) => {
      if (copyOf !== null) {
        if (!isUuid(copyOf)) throw refusal("gone");
        const [copied] = await tx
          .select({ id: priceLists.id })
          .from(priceLists)
          .where(eq(priceLists.id, copyOf))
          .for("no key update");
        if (!copied) throw refusal("gone");
      }
      const id = await insertList(tx, values);
      if (copyOf !== null) {
        await tx.execute(sql`
          insert into price_list_items (list_id, product_id, is_offered, price_per_lb, min_lb)
          select ${id}, product_id, is_offered, price_per_lb, min_lb
          from price_list_items where list_id = ${copyOf}`);
      }
      if (copyOf !== null && replaces) {
        // A list that ends earlier is not extended.
        const [{ endsOn } = { endsOn: null }] = await tx
          .update(priceLists)
          .set({ endsOn: sql`least(ends_on, ${daysAfter(values.startsOn, -1)}::date)` })
          .where(eq(priceLists.id, copyOf))
          .returning({ endsOn: priceLists.endsOn });
        await tx.execute(sql`
          insert into customer_price_lists (customer_id, list_id, rank)
          select customer_id, ${id}, rank from customer_price_lists where list_id = ${copyOf}`);
        await recordAudit(tx, staff, {
          entity: "price",
          entityId: copyOf,
          action: "list replaced",
          after: { endsOn, replacedBy: values.name },
        });
      }
      await recordAudit(tx, staff, {
        entity: "price",
        entityId: id,
        action: "list created",
        after: values,
      });
      return id;
    }),
  );
}

/**
 * Renames a list, or ends it on a day, until when it is valid for deliveries. Placed orders and
 * invoices keep its old name. Omitted fields stay unchanged. For staff who keep prices.
 *
 * @throws Refusal
 */
export function changePriceList(
  db: Database,
  staff: Staff<"prices">,
  { id, ...wanted }: { id: string; name?: string; endsOn?: string | null },
): Promise<void> {
  return refusing(() =>
    db.transaction(async (tx) => {
      if (!isUuid(id)) throw refusal("gone");
      const [before] = await tx
        .select({ name: priceLists.name, endsOn: priceLists.endsOn })
        .from(priceLists)
        .where(eq(priceLists.id, id))
        .for("no key update");
      if (!before) throw refusal("gone");
      const { name = before.name, endsOn = before.endsOn } = wanted;
      const about = { entity: "price", entityId: id } as const;
      if (before.name !== name) {
        await tx.update(priceLists).set({ name }).where(eq(priceLists.id, id));
        await recordAudit(tx, staff, {
          ...about,
          action: "list renamed",
          before: { name: before.name },
          after: { name },
        });
      }
      if (before.endsOn !== endsOn) {
        await tx.update(priceLists).set({ endsOn }).where(eq(priceLists.id, id));
        await recordAudit(tx, staff, {
          ...about,
          action: "list days changed",
          before: { endsOn: before.endsOn },
          after: { endsOn },
        });
      }
    }),
  );
}

/** A client's lists by rank, and its own prices. */
export interface OwnPrices {
  lists: { listId: string; name: string; rank: number; startsOn: string; endsOn: string | null }[];
  prices: {
    id: string;
    productName: string;
    pricePerLb: string;
    startsOn: string;
    endsOn: string | null;
    note: string;
  }[];
}

/** Returns a client's lists and own prices. For staff who keep prices. */
export async function getOwnPrices(
  db: Database,
  _staff: Staff<"prices">,
  customerId: string,
): Promise<OwnPrices> {
  if (!isUuid(customerId)) return { lists: [], prices: [] };
  const [lists, prices] = await Promise.all([
    db
      .select({
        listId: priceLists.id,
        name: priceLists.name,
        rank: customerPriceLists.rank,
        startsOn: priceLists.startsOn,
        endsOn: priceLists.endsOn,
      })
      .from(customerPriceLists)
      .innerJoin(priceLists, eq(priceLists.id, customerPriceLists.listId))
      .where(eq(customerPriceLists.customerId, customerId))
      .orderBy(asc(customerPriceLists.rank)),
    db
      .select({
        ...pick(customerPrices, "id", "pricePerLb", "startsOn", "endsOn", "note"),
        productName: products.name,
      })
      .from(customerPrices)
      .innerJoin(products, eq(products.id, customerPrices.productId))
      .where(eq(customerPrices.customerId, customerId))
      .orderBy(asc(products.name), asc(customerPrices.startsOn)),
  ]);
  return { lists, prices };
}

/**
 * Assigns a list to a client, at a rank that no other of its lists has on the same days. For staff
 * who keep prices.
 *
 * @throws Refusal
 */
export function assignList(
  db: Database,
  staff: Staff<"prices">,
  { customerId, listId, rank }: { customerId: string; listId: string; rank: number },
): Promise<void> {
  return refusing(() =>
    db.transaction(async (tx) => {
      if (!isUuid(customerId) || !isUuid(listId)) throw refusal("gone");
      const [list] = await tx
        .select({ name: priceLists.name, startsOn: priceLists.startsOn, endsOn: priceLists.endsOn })
        .from(priceLists)
        .where(eq(priceLists.id, listId));
      if (!list || !(await lockCustomer(tx, customerId))) throw refusal("gone");
      const atOnce = await tx
        .select({ listId: priceLists.id })
        .from(customerPriceLists)
        .innerJoin(priceLists, eq(priceLists.id, customerPriceLists.listId))
        .where(
          and(
            eq(customerPriceLists.customerId, customerId),
            eq(customerPriceLists.rank, rank),
            sql`daterange(starts_on, ends_on, '[]')
              && daterange(${list.startsOn}::date, ${list.endsOn}::date, '[]')`,
          ),
        );
      if (atOnce.length > 0) throw refusal("rank taken");
      await giveList(tx, { customerId, listId, rank });
      await recordAudit(tx, staff, {
        entity: "client",
        entityId: customerId,
        action: "price list given",
        after: { list: list.name, rank },
      });
    }),
  );
}

/** Removes a list from a client. Idempotent. For staff who keep prices. */
export function unassignList(
  db: Database,
  staff: Staff<"prices">,
  { customerId, listId }: { customerId: string; listId: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(customerId) || !isUuid(listId)) return;
    const [gone] = await tx
      .delete(customerPriceLists)
      .where(
        and(eq(customerPriceLists.customerId, customerId), eq(customerPriceLists.listId, listId)),
      )
      .returning();
    if (!gone) return;
    const [list] = await tx
      .select({ name: priceLists.name })
      .from(priceLists)
      .where(eq(priceLists.id, listId));
    await recordAudit(tx, staff, {
      entity: "client",
      entityId: customerId,
      action: "price list taken",
      before: { list: list?.name, rank: gone.rank },
    });
  });
}

interface NewOwnPrice {
  customerId: string;
  productId: string;
  pricePerLb: string;
  startsOn: string;
  endsOn: string | null;
  note: string;
}

/** Adds a client's own price. For staff who keep prices. @throws Refusal */
export function addOwnPrice(
  db: Database,
  staff: Staff<"prices">,
  price: NewOwnPrice,
): Promise<void> {
  return refusing(() =>
    db.transaction(async (tx) => {
      const { customerId, productId, ...facts } = price;
      if (!isUuid(customerId) || !isUuid(productId)) throw refusal("gone");
      const [product] = await tx
        .select({ name: products.name })
        .from(products)
        .where(eq(products.id, productId));
      if (!product) throw refusal("gone");
      await tx.insert(customerPrices).values({ ...price, createdBy: staff.userId });
      await recordAudit(tx, staff, {
        entity: "client",
        entityId: customerId,
        action: "own price given",
        after: { product: product.name, ...facts },
      });
    }),
  );
}

/** Ends a client's own price, or deletes a future one. Idempotent. For staff who keep prices. */
export function endOwnPrice(
  db: Database,
  staff: Staff<"prices">,
  { customerId, id, endsOn }: { customerId: string; id: string; endsOn: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(customerId) || !isUuid(id)) return;
    const stillLonger = or(
      isNull(customerPrices.endsOn),
      sql`${customerPrices.endsOn} > ${endsOn}::date`,
    );
    const [price] = await tx
      .select({
        startsOn: customerPrices.startsOn,
        endsOn: customerPrices.endsOn,
        pricePerLb: customerPrices.pricePerLb,
        product: products.name,
      })
      .from(customerPrices)
      .innerJoin(products, eq(products.id, customerPrices.productId))
      .where(and(eq(customerPrices.id, id), eq(customerPrices.customerId, customerId), stillLonger))
      .for("update", { of: customerPrices });
    if (!price) return;
    const isTakenBack = price.startsOn > endsOn;
    if (isTakenBack) await tx.delete(customerPrices).where(eq(customerPrices.id, id));
    else await tx.update(customerPrices).set({ endsOn }).where(eq(customerPrices.id, id));
    const { product, pricePerLb } = price;
    await recordAudit(tx, staff, {
      entity: "client",
      entityId: customerId,
      action: isTakenBack ? "own price taken back" : "own price ended",
      before: { product, pricePerLb, endsOn: price.endsOn },
      after: isTakenBack ? null : { product, pricePerLb, endsOn },
    });
  });
}

/** Returns a client's name for headings; null if unknown. For staff who keep prices. */
export async function clientOfPrices(
  db: Database,
  _staff: Staff<"prices">,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [found] = await db.select({ name: listedName }).from(customers).where(eq(customers.id, id));
  return found ? found.name || "Unknown Client" : null;
}
