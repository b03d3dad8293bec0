import { and, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { updateProducts } from "#app/domain/catalogue/save-products.server.ts";
import { cellText, type PriceCell, readCell } from "#app/domain/pricing/editing/price-cell.ts";
import {
  deleteEmptyList,
  insertList,
  saveListPrices,
  schedulePrices,
} from "#app/domain/pricing/save-prices.server.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { partsOf, recordPrices } from "./price-audits.server.ts";
import {
  anyOf,
  type Candidate,
  createSeen,
  editedSince,
  type Judge,
  type KindWork,
  refused,
  textsIn,
  type Verdict,
} from "./verdict.server.ts";

// A price is named "base.<product>", "base.<product>@2027-01-04" if it takes effect on that day, or
// "<list>.<product>"; its text is the price grid's.

/** Names in the list column that mean the standard price. */
const standard = /^(?:|standard|standard price|base|catalogue|catalog|retail)$/i;

interface List {
  id: string;
  name: string;
  startsOn: string;
}

interface Product extends Pick<ProductSummary, "id" | "name" | "slug" | "pricePerLb"> {
  itemNumber: number | null;
}

function productsFor(tx: Transaction, rows: readonly Candidate[]): Promise<Product[]> {
  const names = textsIn(rows, "name").map((name) => name.toLowerCase());
  return tx
    .select(pick(products, "id", "name", "slug", "itemNumber", "pricePerLb"))
    .from(products)
    .where(
      anyOf(
        [sql`${products.id}`, "uuid", textsIn(rows, "productId")],
        [sql`${products.slug}`, "text", textsIn(rows, "slug")],
        [sql`${products.itemNumber}`, "integer", textsIn(rows, "itemNumber")],
        [sql`lower(${products.name})`, "text", names],
      ),
    );
}

interface Known {
  products: Product[];
  lists: Map<string, List>;
  items: Map<string, PriceCell>;
  scheduled: Map<string, string>;
  today: string;
}

function createJudge(today: string): Judge {
  const seen = createSeen();
  const made = new Map<string, string>();
  return async (tx, rows) => {
    const found = await productsFor(tx, rows);
    const ids = sql.param(found.map(({ id }) => id));
    const lists = await tx
      .select({ id: priceLists.id, name: priceLists.name, startsOn: priceLists.startsOn })
      .from(priceLists);
    const items = await tx
      .select()
      .from(priceListItems)
      .where(sql`${priceListItems.productId} = any(${ids}::uuid[])`);
    const scheduled = await tx
      .select()
      .from(scheduledPrices)
      .where(
        and(
          sql`${scheduledPrices.productId} = any(${ids}::uuid[])`,
          sql`${scheduledPrices.appliedAt} is null`,
        ),
      );
    const known = {
      products: found,
      lists: new Map([
        ...lists.map((list) => [list.name.toLowerCase(), list] as const),
        ...lists.map((list) => [list.name, list] as const),
      ]),
      items: new Map(items.map((item) => [`${item.listId}.${item.productId}`, item])),
      scheduled: new Map(
        scheduled.map(({ productId, appliesOn, pricePerLb }) => [
          `base.${productId}@${appliesOn}`,
          pricePerLb,
        ]),
      ),
      today,
    };
    return rows.map((row) => {
      const product = productOf(row, found);
      if (typeof product === "string") return refused(product);
      return judged(row, product, known, made, seen);
    });
  };
}

function productOf({ wanted }: Candidate, found: readonly Product[]): Product | string {
  const { productId, itemNumber, slug, name } = wanted;
  const by = (is: (product: Product) => boolean) => found.filter(is);
  const ways = [
    productId && by(({ id }) => id === productId),
    itemNumber && by((product) => product.itemNumber === itemNumber),
    slug && by((product) => product.slug === slug),
  ].filter((way) => Array.isArray(way));
  const named = String(name ?? "").toLowerCase();
  const matches =
    ways.length > 0
      ? ways.flat()
      : by((product) => named !== "" && product.name.toLowerCase() === named);
  const [first] = matches;
  if (!first || ways.some((way) => way.length === 0)) return "There is no such product.";
  if (matches.some(({ id }) => id !== first.id)) {
    return ways.length > 0
      ? "The product’s ID, item number and slug are of several products."
      : "Several products have this name; please add the item number.";
  }
  return first;
}

function judged(
  { line, wanted }: Candidate,
  product: Product,
  { lists, items, scheduled, today }: Known,
  made: Map<string, string>,
  seen: ReturnType<typeof createSeen>,
): Verdict {
  const pricePerLb = wanted.pricePerLb === null ? null : String(wanted.pricePerLb);
  const cell: PriceCell = { pricePerLb, minLb: wanted.minLb ? String(wanted.minLb) : null };
  const day = wanted.startsOn ? String(wanted.startsOn) : null;
  const name = String(wanted.list ?? "").trim();
  const twice = (key: string): Verdict | undefined => {
    const first = seen(key, line);
    return first === undefined ? undefined : refused(`Row ${first} has a price for the same.`);
  };

  const list = lists.get(name) ?? lists.get(name.toLowerCase());
  if (!list && standard.test(name)) {
    const { error } = readCell(cellText(cell), "base");
    if (error) return refused(`${error}.`);
    const isLater = day !== null && day > today;
    const entityId = `base.${product.id}${isLater ? `@${day}` : ""}`;
    const label = `${product.name}, Standard${isLater ? ` from ${formatFullDay(day)}` : ""}`;
    const stored = isLater ? scheduled.get(entityId) : product.pricePerLb;
    const again = twice(entityId);
    if (again) return again;
    if (stored === pricePerLb) return { state: "unchanged", entityId, label };
    if (day !== null && day < today)
      return refused(`Prices can't start in the past: ${formatFullDay(day)}.`);
    const after = { price: cellText(cell), product: product.name, entity: entityId };
    if (stored === undefined) return { state: "new", label, after };
    return { state: "changed", entityId, label, before: { price: stored }, after };
  }

  const label = `${product.name}, ${list?.name ?? name}`;
  const again = twice(`${list?.id ?? name.toLowerCase()}.${product.id}`);
  if (again) return again;
  const price = cellText(cell);
  if (!list) {
    const startsOn = day ?? made.get(name.toLowerCase()) ?? today;
    if (startsOn < today)
      return refused(`Prices can't start in the past: ${formatFullDay(startsOn)}.`);
    const other = made.get(name.toLowerCase()) ?? startsOn;
    if (other !== startsOn) {
      return refused(`A row before has the list begin on ${formatFullDay(other)}.`);
    }
    made.set(name.toLowerCase(), startsOn);
    const after = {
      price,
      product: product.name,
      entity: `.${product.id}`,
      newList: name,
      startsOn,
    };
    return { state: "new", label, after };
  }
  const entityId = `${list.id}.${product.id}`;
  const item = items.get(entityId);
  if (item && cellText(item) === price) return { state: "unchanged", entityId, label };
  if (day !== null && day !== list.startsOn) {
    return refused(
      `The list “${list.name}” begins on ${formatFullDay(list.startsOn)}. For prices from another day, use a new list.`,
    );
  }
  const after = { price, product: product.name, entity: entityId };
  if (!item) return { state: "new", label, after };
  return { state: "changed", entityId, label, before: { price: cellText(item) }, after };
}

async function store(
  tx: Transaction,
  { userId }: { userId: string | null },
  prices: readonly { entityId: string; price: string }[],
): Promise<void> {
  const all = prices.map(({ entityId, price }) => ({ ...partsOf(entityId), price }));
  const [base, ofLists] = [
    all.filter(({ column }) => column === "base"),
    all.filter(({ column }) => column !== "base"),
  ];
  await updateProducts(
    tx,
    base.flatMap(({ productId, appliesOn, price }) =>
      appliesOn === null ? [{ id: productId, fields: { pricePerLb: price } }] : [],
    ),
  );
  await schedulePrices(
    tx,
    userId,
    base.flatMap(({ productId, appliesOn, price }) =>
      appliesOn === null ? [] : [{ productId, appliesOn, pricePerLb: price || null }],
    ),
  );
  await saveListPrices(
    tx,
    ofLists.map(({ column, productId, price }) => ({
      listId: column,
      productId,
      cell: readCell(price, column).cell,
    })),
  );
}

async function storedTexts(tx: Transaction, entityIds: readonly string[]) {
  const texts = new Map<string, string>();
  const ids = sql.param([...new Set(entityIds.map((id) => partsOf(id).productId))]);
  for (const { id, pricePerLb } of await tx
    .select({ id: products.id, pricePerLb: products.pricePerLb })
    .from(products)
    .where(sql`${products.id} = any(${ids}::uuid[])`)) {
    texts.set(`base.${id}`, pricePerLb);
  }
  for (const { productId, appliesOn, pricePerLb } of await tx
    .select()
    .from(scheduledPrices)
    .where(
      and(
        sql`${scheduledPrices.productId} = any(${ids}::uuid[])`,
        sql`${scheduledPrices.appliedAt} is null`,
      ),
    )) {
    texts.set(`base.${productId}@${appliesOn}`, pricePerLb);
  }
  for (const item of await tx
    .select()
    .from(priceListItems)
    .where(sql`${priceListItems.productId} = any(${ids}::uuid[])`)) {
    texts.set(`${item.listId}.${item.productId}`, cellText(item));
  }
  return texts;
}

async function makeList(
  tx: Transaction,
  actor: Parameters<KindWork["write"]>[1],
  { newList, startsOn }: Record<string, unknown>,
): Promise<string> {
  const values = { name: String(newList), startsOn: String(startsOn) };
  const [known] = await tx
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(sql`lower(${priceLists.name}) = lower(${values.name})`);
  if (known) return known.id;
  const id = await insertList(tx, values);
  await recordAudit(tx, actor, {
    entity: "price",
    entityId: id,
    action: "list created",
    after: values,
  });
  return id;
}

export const pricesWork: KindWork = {
  judge: createJudge,
  async lock(tx) {
    await tx.execute(
      sql`lock table ${products}, ${priceLists}, ${priceListItems}, ${scheduledPrices} in share row exclusive mode`,
    );
  },
  async lockRows(tx, importId) {
    await tx.execute(sql`
      select from ${products} where id in (
        select substr(entity_id, 6)::uuid from data_import_rows
        where import_id = ${importId} and state = 'changed' and entity_id ~ '^base[.][^@]+$')
      order by id for update`);
  },
  async write(tx, actor, rows) {
    const lists = new Map<unknown, string>();
    const written = [];
    for (const row of rows) {
      const { newList } = row.after;
      let entityId = row.state === "changed" ? row.entityId : String(row.after.entity);
      if (newList) {
        const list = lists.get(newList) ?? (await makeList(tx, actor, row.after));
        lists.set(newList, list);
        entityId = `${list}${entityId}`;
      }
      const before = row.state === "changed" ? String(row.before.price) : "";
      const price = String(row.after.price);
      written.push({ entityId, price, before, product: String(row.after.product) });
    }
    await store(tx, actor, written);
    await recordPrices(
      tx,
      actor,
      written.map(({ price, ...row }) => ({ ...row, after: price })),
    );
    return written.map(({ entityId }) => entityId);
  },
  async undo(tx, actor, rows) {
    const texts = await storedTexts(
      tx,
      rows.map(({ entityId }) => entityId),
    );
    const isAsLeft = ({ entityId, after }: (typeof rows)[number]) =>
      (texts.get(entityId) ?? "") === String(after.price);
    const taken = rows.filter(isAsLeft).map(({ entityId, before, after }) => ({
      entityId,
      price: String(before.price ?? ""),
      was: String(after.price),
      product: String(after.product),
    }));
    await store(tx, actor, taken);
    await recordPrices(
      tx,
      actor,
      taken.map(({ entityId, product, was, price }) => ({
        entityId,
        product,
        before: was,
        after: price,
      })),
      "import undone",
    );
    const lists = new Set(
      rows.flatMap(({ entityId, after }) => (after.newList ? [partsOf(entityId).column] : [])),
    );
    for (const id of lists) await dropList(tx, actor, id);
    return rows.map((row) => ({ problem: isAsLeft(row) ? null : editedSince }));
  },
};

/** Deletes a list that an import created, unless it has prices or clients by now. */
async function dropList(tx: Transaction, actor: Parameters<KindWork["undo"]>[1], id: string) {
  const name = await deleteEmptyList(tx, id);
  if (name === undefined) return;
  await recordAudit(tx, actor, {
    entity: "price",
    entityId: id,
    action: "import undone",
    before: { name },
  });
}
