import { sql } from "drizzle-orm";
import { type AuditEntry, recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import { productRules } from "#app/domain/catalogue/product-form/product-form.ts";
import { proposeSlug } from "#app/domain/catalogue/product-form/product-slug.ts";
import {
  deleteProducts,
  insertProducts,
  updateProducts,
} from "#app/domain/catalogue/save-products.server.ts";
import type { Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { products, writtenColumns } from "#db/schema/products.ts";
import { recordRows } from "./audit-rows.server.ts";
import {
  anyOf,
  type Candidate,
  createSeen,
  differing,
  editedSince,
  type Facts,
  type Judge,
  type KindWork,
  refused,
  textsIn,
  type Verdict,
} from "./verdict.server.ts";

type Stored = Awaited<ReturnType<typeof storedFor>>[number];

const slugOf = ({ wanted }: Candidate) =>
  wanted.slug ? String(wanted.slug) : proposeSlug(String(wanted.name ?? ""));

/** No two product names may differ in capitalization only. */
const lowercased = (name: string) => name.toLowerCase();

function storedFor(tx: Transaction, rows: readonly Candidate[]) {
  return tx
    .select(writtenColumns)
    .from(products)
    .where(
      anyOf(
        [sql`${products.id}`, "uuid", textsIn(rows, "productId")],
        [sql`${products.slug}`, "text", rows.map(slugOf).filter(Boolean)],
        [sql`${products.itemNumber}`, "integer", textsIn(rows, "itemNumber")],
        [sql`${products.gtin}`, "text", textsIn(rows, "gtin")],
        [sql`lower(${products.name})`, "text", textsIn(rows, "name").map(lowercased)],
      ),
    );
}

function createJudge(): Judge {
  const seen = createSeen();
  return async (tx, rows) => {
    const stored = await storedFor(tx, rows);
    const hidden = await hiddenByUndo(
      tx,
      stored.flatMap(({ id, isActive }) => (isActive ? [] : [id])),
    );
    const by = {
      id: new Map(stored.map((product) => [product.id, product])),
      slug: new Map(stored.map((product) => [product.slug, product])),
      itemNumber: new Map(stored.map((product) => [product.itemNumber, product])),
      gtin: new Map(stored.map((product) => [product.gtin, product])),
      name: new Map(stored.map((product) => [lowercased(product.name), product])),
    };
    return rows.map((row) => judged(row, by, { seen, hidden }));
  };
}

/**
 * Returns those products that an undone import hid, and that nobody has shown or hidden since. A
 * new import shows them again.
 */
async function hiddenByUndo(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string; action: string }>(sql`
    select distinct on (entity_id) entity_id as id, action from ${auditLog}
    where entity = 'product' and entity_id = any(${sql.param(ids)}::text[])
      and jsonb_exists(after, 'isActive')
      and exists (
        select from ${auditLog} as first
        where first.entity = 'product' and first.entity_id = audit_log.entity_id
          and first.action = 'created by import')
    order by entity_id, audit_log.id desc`);
  return new Set(rows.flatMap(({ id, action }) => (action === "import undone" ? [id] : [])));
}

interface StoredBy {
  id: Map<string, Stored>;
  slug: Map<string, Stored>;
  itemNumber: Map<number | null, Stored>;
  gtin: Map<string | null, Stored>;
  name: Map<string, Stored>;
}

/** Names the product that has the slug, whether the file gives it or it comes from the name. */
const takenBy = ({ name, itemNumber }: Stored, isSaid: boolean) =>
  isSaid || itemNumber === null
    ? `“${name}” has this slug.`
    : `“${name}” has the item number ${itemNumber}. Use that one, or add a slug for another product.`;

interface Judging {
  seen: ReturnType<typeof createSeen>;
  hidden: ReadonlySet<string>;
}

function judged(row: Candidate, by: StoredBy, { seen, hidden }: Judging): Verdict {
  const { productId, slug, ...fields } = row.wanted;
  const { itemNumber, gtin } = fields;
  const numbered = typeof itemNumber === "number" ? by.itemNumber.get(itemNumber) : undefined;
  const named = by.slug.get(slugOf(row));
  // An item number may be added to the product of that name if it has none yet.
  const isNamed = slug ? named : named && (!itemNumber || named.itemNumber === null);
  const found = productId
    ? by.id.get(String(productId))
    : (numbered ?? (isNamed ? named : undefined));
  if (productId && !found) return refused("There is no product with this ID.");
  const isShownAgain = found && fields.isActive === undefined && hidden.has(found.id);
  const wanted = {
    ...fields,
    ...(slug || !found ? { slug: slugOf(row) } : {}),
    ...(isShownAgain && { isActive: true }),
  };
  const name = lowercased(String(fields.name ?? ""));
  const isRenamed = name !== "" && name !== lowercased(found?.name ?? "");
  const alike = by.name.get(name);
  const problem =
    (numbered && numbered.id !== found?.id && `“${numbered.name}” has this item number.`) ||
    (wanted.slug && named && named.id !== found?.id && takenBy(named, slug !== undefined)) ||
    (gtin && by.gtin.get(String(gtin))?.id !== found?.id && by.gtin.has(String(gtin))
      ? `“${by.gtin.get(String(gtin))?.name}” has this GTIN.`
      : undefined) ||
    (isRenamed &&
      alike &&
      alike.id !== found?.id &&
      `The product with the slug ${alike.slug} has this name.`);
  if (problem) return refused(problem);
  const keys = {
    product: found?.id ?? `new ${wanted.slug}`,
    slug: wanted.slug,
    "item number": itemNumber,
    GTIN: gtin,
    name: isRenamed && name,
  };
  for (const [what, key] of Object.entries(keys)) {
    if (key === null || key === undefined || key === "" || key === false) continue;
    const first = seen(`${what} ${key}`, row.line);
    if (first !== undefined) return refused(`Row ${first} has the same ${what}.`);
  }
  if (!found) {
    if (!fields.name) return refused("A new product needs a name.");
    if (!fields.pricePerLb) return refused("A new product needs a price.");
    if (!productRules.slug.safeParse(wanted.slug).success) {
      return refused("No slug can be made from this name. Add one, such as ribeye-steak.");
    }
  }
  const result = { ...found, ...wanted };
  if (result.soldBy === "piece" && !result.typicalPieceLb) {
    return refused("A product sold by the piece needs a typical piece weight, in pounds.");
  }
  const label = String(result.name);
  if (!found) return { state: "new", label, after: wanted };
  const { before, after } = differing(found, wanted);
  if (Object.keys(after).length === 0) return { state: "unchanged", entityId: found.id, label };
  return { state: "changed", entityId: found.id, label, before, after };
}

/** True if any of the tables has a row of the product. For queries of `products`. */
const isIn = (...tables: string[]) =>
  sql.join(
    tables.map(
      (table) => sql`exists (select from ${sql.identifier(table)} where product_id = products.id)`,
    ),
    sql` or `,
  );

/** Why a product added by an import can't be deleted. */
const usesOf = sql<"ordered" | "priced" | "used" | null>`case
  when ${isIn("order_items")} then 'ordered'
  when ${isIn("price_list_items", "customer_prices", "scheduled_prices")} then 'priced'
  when ${isIn(
    ...["standing_lines", "guide_items", "product_aliases", "stock_waitlist", "fresh_picks"],
    ...["product_stock", "stock_entries", "stock_incoming", "supplier_codes", "receipt_lines"],
    ...["primals", "primal_cuts", "cutting_outputs", "label_prices"],
  )} then 'used'
  end`;

export const productsWork: KindWork = {
  judge: createJudge,
  async lock(tx) {
    // Orders only read and lock rows, which this lock allows; product edits wait.
    await tx.execute(sql`lock table ${products} in share row exclusive mode`);
  },
  async lockRows(tx, importId) {
    await tx.execute(sql`
      select from ${products} where id in (
        select entity_id::uuid from data_import_rows
        where import_id = ${importId} and state in ('new', 'changed') and entity_id is not null)
      order by id for update`);
  },
  async write(tx, actor, rows) {
    const added = rows.flatMap((row) => (row.state === "new" ? [row.after] : []));
    const inOrder = (await insertProducts(tx, added)).values();
    const entityIds = rows.map((row) =>
      row.state === "changed" ? row.entityId : (inOrder.next().value ?? ""),
    );
    await updateProducts(
      tx,
      rows.flatMap((row) =>
        row.state === "changed" ? [{ id: row.entityId, fields: row.after }] : [],
      ),
    );
    await recordRows(tx, actor, "product", rows, entityIds);
    return entityIds;
  },
  async undo(tx, actor, rows) {
    const ids = rows.map(({ entityId }) => entityId);
    const stored = await tx
      .select({ ...writtenColumns, imageUrl: products.imageUrl, uses: usesOf })
      .from(products)
      .where(sql`${products.id} = any(${sql.param(ids)}::uuid[])`);
    const known = new Map(stored.map((product) => [product.id, product]));
    const gone: string[] = [];
    const changed: { id: string; fields: Facts }[] = [];
    const entries: AuditEntry[] = [];
    const outcomes = rows.map(({ state, entityId, before, after }) => {
      const product = known.get(entityId);
      const log = (was: Facts, is: Facts | null) =>
        entries.push({
          entity: "product",
          entityId,
          action: "import undone",
          before: was,
          after: is,
        });
      if (!product) return { problem: null };
      if (
        Object.keys(differing(product, after).after).length > 0 ||
        (state === "new" && product.imageUrl)
      ) {
        return { problem: editedSince };
      }
      if (state === "changed") {
        changed.push({ id: entityId, fields: before });
        log(after, before);
        return { problem: null };
      }
      if (product.uses === "priced") {
        return { problem: "It has prices in lists, for clients or scheduled, so it was kept." };
      }
      if (product.uses === "used") {
        return {
          problem: "It has been used since, such as in an order guide or stock, so it was kept.",
        };
      }
      if (product.uses === "ordered") {
        // Not if staff did so, since a new import shows what this hides.
        if (product.isActive) {
          changed.push({ id: entityId, fields: { isActive: false } });
          log({ isActive: true }, { isActive: false });
        }
        return { problem: "It was ordered, so it is only deactivated." };
      }
      gone.push(entityId);
      log(after, null);
      return { problem: null };
    });
    // First, to free slugs and numbers for the products that had them before.
    await deleteProducts(tx, gone);
    await updateProducts(tx, changed);
    await recordManyAudits(tx, actor, entries);
    return outcomes;
  },
};
