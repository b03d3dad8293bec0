import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { type LotFacts, type LotPounds, type LotSums, listedPounds, lotSums } from "./lot-left.ts";

interface Row extends LotFacts {
  id: string;
  code: string;
}

/** Sum of what was packed, for grouped queries of `packages` without voided ones. */
export const packedLb = sql`sum(packages.net_lb)`;

/**
 * The stored facts on the pounds of some lots, a row for each; each table is read once. `isOf`
 * limits a column to the lots.
 */
const factsOf = (isOf: (lotId: SQL) => SQL) => sql`(
  select own.id as lot_id, coalesce(packed.lb, 0.00) as packed_lb, coalesce(cut.lb, 0.00) as cut_lb,
    coalesce(cut.waste, 0.00) as cut_waste_lb, coalesce(cut.stocked, 0.00) as stocked_waste_lb,
    coalesce(into_lots.sheet_lb, 0.00) as sheet_lb, coalesce(into_lots.by_hand_lb, 0.00) as by_hand_lb,
    coalesce(into_lots.is_by_hand_known, true) as is_by_hand_known,
    coalesce(stock.back, 0.00) as back_lb, coalesce(stock.waste, 0.00) as stock_waste_lb,
    coalesce(stock.lb, 0.00) as entries_lb, coalesce(stock.came, false) as is_in_stock,
    stock.counted_at
  from lots as own
    left join (select lot_id, sum(net_lb) as lb from packages
      where ${isOf(sql`packages.lot_id`)} and voided_at is null group by lot_id
    ) as packed on packed.lot_id = own.id
    left join (select lot_id, sum(lb) as lb, sum(waste_lb) as waste,
        sum(waste_lb) filter (where is_in_stock) as stocked
      from cutting_inputs where ${isOf(sql`cutting_inputs.lot_id`)} group by lot_id
    ) as cut on cut.lot_id = own.id
    left join (select parent_id, sum(lot_parents.lb) filter (where sheet.made_id is not null) as sheet_lb,
        sum(lot_parents.lb) filter (where sheet.made_id is null) as by_hand_lb,
        bool_and(lot_parents.lb is not null) filter (where sheet.made_id is null) as is_by_hand_known
      from lot_parents left join (
        select cutting_outputs.lot_id as made_id, cutting_inputs.lot_id as used_id
        from cutting_inputs join cutting_outputs
          on cutting_outputs.cutting_id = cutting_inputs.cutting_id
        where ${isOf(sql`cutting_inputs.lot_id`)}
      ) as sheet on sheet.made_id = lot_parents.child_id and sheet.used_id = lot_parents.parent_id
      where ${isOf(sql`lot_parents.parent_id`)} group by parent_id
    ) as into_lots on into_lots.parent_id = own.id
    left join (select lot_id, sum(lb) as lb, sum(lb) filter (where kind = 'returned') as back,
        -sum(lb) filter (where kind = 'waste') as waste,
        bool_or(kind in ('received', 'cut into')) as came,
        max(entered_at) filter (where kind = 'count' and reverses_id is null and not exists (
          select from stock_entries as reversal
          where reversal.reverses_id = stock_entries.id)) as counted_at
      from stock_entries where ${isOf(sql`stock_entries.lot_id`)} group by lot_id
    ) as stock on stock.lot_id = own.id
  where ${isOf(sql`own.id`)}
)`;

/** The stored facts on an outer query's lot in `lots`. */
const facts = factsOf((lotId) => sql`${lotId} = lots.id`);

/**
 * The rest of a lot, as text, for queries on `lots` that show or sort many; null if unknown. Equals
 * the result of `lotSums`, which a test checks.
 */
export const leftLb = sql<string | null>`(
  select case
    when lots.voided_at is not null then 0.00
    when counted_at is not null then entries_lb
    when lots.received_lb is not null and is_by_hand_known then lots.received_lb
      - cut_lb - by_hand_lb - packed_lb + back_lb - (stock_waste_lb - stocked_waste_lb)
    when is_in_stock then entries_lb
  end::text from ${facts} as facts)`;

/**
 * Returns what became of each lot, and what is left, in one query without a look-up for each lot.
 * The domain checks capabilities.
 */
export async function sumsOfLots(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, LotSums & { code: string }>> {
  if (ids.length === 0) return new Map();
  const all = sql`any(${sql.param([...ids])}::uuid[])`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select lots.id, lots.code, lots.received_lb::text as "receivedLb",
      lots.voided_at is not null as "isVoid", packed_lb::text as "packedLb", cut_lb::text as "cutLb",
      cut_waste_lb::text as "cutWasteLb", stocked_waste_lb::text as "stockedWasteLb",
      sheet_lb::text as "sheetLb",
      by_hand_lb::text as "byHandLb", is_by_hand_known as "isByHandKnown", back_lb::text as "backLb",
      stock_waste_lb::text as "stockWasteLb", entries_lb::text as "entriesLb",
      is_in_stock as "isInStock", counted_at as "countedAt"
    from lots join ${factsOf((lotId) => sql`${lotId} = ${all}`)} as facts on facts.lot_id = lots.id
    where lots.id = ${all}`);
  return new Map(rows.map(({ id, code, ...stored }) => [id, { code, ...lotSums(stored) }]));
}

/** Adds the pounds of `LotPounds` to listed lots. The domain checks capabilities. */
export async function withPounds<Row extends { id: string }>(
  db: Database,
  rows: readonly Row[],
): Promise<(Row & LotPounds)[]> {
  const sums = await sumsOfLots(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const own = sums.get(row.id);
    return own ? [{ ...row, ...listedPounds(own) }] : [];
  });
}
