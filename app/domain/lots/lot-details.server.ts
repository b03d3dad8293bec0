import { and, asc, count, desc, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Cursor, pageAt, pageSize } from "#app/lib/page-of-rows.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lotParents, lots, packages } from "#db/schema/packages.ts";
import { sumsOfLots } from "./lot-left.server.ts";
import { listedPounds } from "./lot-left.ts";
import { summaryColumns } from "./lots.server.ts";
import type { LotDetails, LotPage, PackedPage, RelatedLot } from "./lots.ts";

/** Returns a lot with its parents and the lots made of it, or null. For staff who pack. */
export async function getLot(
  db: Database,
  _staff: Staff<"pack">,
  id: string,
): Promise<LotDetails | null> {
  if (!isUuid(id)) return null;
  const [[lot], madeFrom, wentInto, sums] = await Promise.all([
    db
      .select({
        ...summaryColumns,
        supplierLot: lots.supplierLot,
        animalNumber: lots.animalNumber,
        establishment: lots.establishment,
        grade: lots.grade,
        slaughteredOn: lots.slaughteredOn,
        temperatureC: lots.temperatureC,
        note: lots.note,
        version: lots.version,
        createdAt: lots.createdAt,
        isPacked: sql<boolean>`exists (select from ${packages} where packages.lot_id = lots.id)`,
      })
      .from(lots)
      .where(eq(lots.id, id)),
    related(db, id, "made from"),
    related(db, id, "went into"),
    sumsOfLots(db, [id]),
  ]);
  const own = sums.get(id);
  return lot && own ? { ...lot, ...listedPounds(own), sums: own, madeFrom, wentInto } : null;
}

/**
 * Returns every lot that a lot was made from, or went into, over any number of steps, each once and
 * the nearest first. Cycles can't be stored, so the recursion ends.
 */
async function related(
  db: Database,
  id: string,
  direction: "made from" | "went into",
): Promise<RelatedLot[]> {
  const [near, far] =
    direction === "made from"
      ? [lotParents.childId, lotParents.parentId]
      : [lotParents.parentId, lotParents.childId];
  const { rows } = await db.execute<{
    id: string;
    code: string;
    supplier: string;
    lb: string | null;
    is_direct: boolean;
    is_by_hand: boolean;
    via: string[];
  }>(sql`
    with recursive edges (near, far, lb) as (
      select ${near}, ${far}, ${lotParents.lb} from ${lotParents} where ${near} = ${id}
      union
      select ${near}, ${far}, ${lotParents.lb} from ${lotParents} join edges on edges.far = ${near}
    )
    select lots.id, lots.code, lots.supplier,
      max(edges.lb) filter (where edges.near = ${id})::text as lb,
      bool_or(edges.near = ${id}) as is_direct,
      bool_or(edges.near = ${id}) and not exists (select from cutting_outputs
        join cutting_inputs on cutting_inputs.cutting_id = cutting_outputs.cutting_id
        where (cutting_outputs.lot_id = ${id} and cutting_inputs.lot_id = lots.id)
          or (cutting_outputs.lot_id = lots.id and cutting_inputs.lot_id = ${id})) as is_by_hand,
      coalesce(array_agg(edges.near::text) filter (where edges.near <> ${id}), '{}') as via
    from edges join lots on lots.id = edges.far
    group by lots.id
    order by lots.code, lots.supplier, lots.id`);
  return nearestFirst(rows, id);
}

type Found = { id: string; code: string; supplier: string; lb: string | null; via: string[] } & {
  is_direct: boolean;
  is_by_hand: boolean;
};

/** Counts the steps from a lot; a direct relation is one step, whatever other paths exist. */
function nearestFirst(found: Found[], id: string): RelatedLot[] {
  const codes = new Map(found.map((lot) => [lot.id, lot.code]));
  const steps = new Map([[id, 0]]);
  const byVia = new Map<string, Found[]>([[id, found.filter((lot) => lot.is_direct)]]);
  for (const lot of found)
    for (const via of lot.via) byVia.set(via, [...(byVia.get(via) ?? []), lot]);
  const queue = [id];
  for (const at of queue) {
    for (const lot of byVia.get(at) ?? []) {
      if (steps.has(lot.id)) continue;
      steps.set(lot.id, (steps.get(at) ?? 0) + 1);
      queue.push(lot.id);
    }
  }
  return found
    .map(({ id: one, code, supplier, lb, is_direct, is_by_hand, via }) => ({
      id: one,
      code,
      supplier,
      lb,
      steps: steps.get(one) ?? 1,
      isByHand: is_by_hand,
      through: is_direct ? [] : via.flatMap((between) => codes.get(between) ?? []).sort(),
    }))
    .sort((one, other) => one.steps - other.steps);
}

/**
 * Returns the packages of a lot by order line, last packed first, paginated in both directions,
 * without voided ones. For staff who pack.
 */
export function packedOfLot(
  db: Database,
  _staff: Staff<"pack">,
  lotId: string,
  { before, after, limit }: LotPage = {},
): Promise<PackedPage> {
  const packedAt = max(packages.packedAt);
  const beyond = (cursor: Cursor | undefined, side: "<" | ">"): SQL | undefined =>
    cursor && isUuid(cursor.id)
      ? sql`(${packedAt}, ${orderItems.id}) ${sql.raw(side)} (${sql.param(cursor.at, packages.packedAt)}, ${cursor.id})`
      : undefined;
  const place = { older: beyond(before, "<"), newer: beyond(after, ">") };
  return pageAt(pageSize(limit), place, async (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    const rows = await db
      .select({
        itemId: orderItems.id,
        orderId: orders.id,
        orderNumber: orders.number,
        companyName: listedName,
        productName: orderItems.productName,
        packages: count(),
        lb: sql<string>`sum(${packages.netLb})::text`,
        packedAt: sql<Date>`${packedAt}`.mapWith(packages.packedAt),
      })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(and(eq(packages.lotId, lotId), isNull(packages.voidedAt)))
      .groupBy(orderItems.id, orders.id, customers.id)
      .having(from ?? sql`true`)
      .orderBy(towards(packedAt), towards(orderItems.id))
      .limit(atMost);
    return rows;
  });
}
