import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { type LotFacts, type LotSums, lotSums } from "./lot-left.ts";

interface Row extends LotFacts {
  id: string;
  code: string;
}

/** Sum of what was packed, for grouped queries of `packages` without voided ones. */
export const packedLb = sql`sum(packages.net_lb)`;

/** The stored facts on the pounds of an outer query's lot in `lots`; one row. */
const facts = sql`(
  select packed.lb as packed_lb, cut.lb as cut_lb, cut.waste as cut_waste_lb,
    sheets.lb as sheet_lb, cut.stocked as stocked_waste_lb, by_hand.lb as by_hand_lb, by_hand.is_known as is_by_hand_known,
    stock.back as back_lb, stock.waste as stock_waste_lb, stock.lb as entries_lb,
    stock.came as is_in_stock, stock.counts > 0 as is_counted
  from (select coalesce(sum(net_lb), 0.00) as lb from packages
      where packages.lot_id = lots.id and packages.voided_at is null
    ) as packed
    cross join (select coalesce(sum(lb), 0.00) as lb, coalesce(sum(waste_lb), 0.00) as waste,
        coalesce(sum(waste_lb) filter (where is_in_stock), 0.00) as stocked
      from cutting_inputs where cutting_inputs.lot_id = lots.id
    ) as cut
    cross join (select coalesce(sum(lot_parents.lb), 0.00) as lb
      from lot_parents
        join cutting_outputs on cutting_outputs.lot_id = lot_parents.child_id
        join cutting_inputs on cutting_inputs.cutting_id = cutting_outputs.cutting_id
          and cutting_inputs.lot_id = lots.id
      where lot_parents.parent_id = lots.id
    ) as sheets
    cross join (select coalesce(sum(lot_parents.lb), 0.00) as lb,
        coalesce(bool_and(lot_parents.lb is not null), true) as is_known
      from lot_parents where lot_parents.parent_id = lots.id and not exists (
        select from cutting_outputs join cutting_inputs
          on cutting_inputs.cutting_id = cutting_outputs.cutting_id
        where cutting_outputs.lot_id = lot_parents.child_id and cutting_inputs.lot_id = lots.id)
    ) as by_hand
    cross join (select coalesce(sum(lb), 0.00) as lb,
        coalesce(sum(lb) filter (where kind = 'returned'), 0.00) as back,
        coalesce(-sum(lb) filter (where kind = 'waste'), 0.00) as waste,
        coalesce(bool_or(kind in ('received', 'cut into')), false) as came,
        count(*) filter (where kind = 'count' and reverses_id is null)
          - count(*) filter (where kind = 'count' and reverses_id is not null) as counts
      from stock_entries where stock_entries.lot_id = lots.id
    ) as stock
)`;

/**
 * What is left of a lot, as text, for queries on `lots` that show or sort many; null if unknown.
 * The same as `lotSums`, which a test checks.
 */
export const leftLb = sql<string | null>`(
  select case
    when lots.voided_at is not null then 0.00
    when is_counted then entries_lb
    when lots.received_lb is not null and is_by_hand_known then lots.received_lb
      - cut_lb - by_hand_lb - packed_lb + back_lb - (stock_waste_lb - stocked_waste_lb)
    when is_in_stock then entries_lb
  end::text from ${facts} as facts)`;

/** Returns what became of each lot, and what is left. For the domain, which checks capabilities. */
export async function sumsOfLots(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, LotSums & { code: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select lots.id, lots.code, lots.received_lb::text as "receivedLb",
      lots.voided_at is not null as "isVoid", packed_lb::text as "packedLb", cut_lb::text as "cutLb",
      cut_waste_lb::text as "cutWasteLb", stocked_waste_lb::text as "stockedWasteLb",
      sheet_lb::text as "sheetLb",
      by_hand_lb::text as "byHandLb", is_by_hand_known as "isByHandKnown", back_lb::text as "backLb",
      stock_waste_lb::text as "stockWasteLb", entries_lb::text as "entriesLb",
      is_in_stock as "isInStock", is_counted as "isCounted"
    from lots cross join lateral ${facts} as facts
    where lots.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, code, ...stored }) => [id, { code, ...lotSums(stored) }]));
}
