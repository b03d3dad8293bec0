import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { type LotFacts, type LotSums, lotSums } from "./lot-left.ts";

interface Row extends LotFacts {
  id: string;
  code: string;
}

/** What became of lots, and what is left of each. For the domain, whose callers hold a capability. */
export async function sumsOfLots(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, LotSums & { code: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select lots.id, lots.code, lots.received_lb::text as "receivedLb",
      lots.voided_at is not null as "isVoid",
      (select coalesce(sum(net_lb), 0.00)::text from packages
        where packages.lot_id = lots.id and packages.voided_at is null) as "packedLb",
      cut.lb as "cutLb", cut.waste as "cutWasteLb", cut.stocked as "stockedWasteLb",
      by_hand.lb as "byHandLb", by_hand.is_known as "isByHandKnown",
      stock.back as "backLb", stock.waste as "stockWasteLb", stock.lb as "entriesLb",
      stock.came as "isInStock", stock.counts > 0 as "isCounted"
    from lots
    cross join lateral (select coalesce(sum(lb), 0.00)::text as lb,
        coalesce(sum(waste_lb), 0.00)::text as waste,
        coalesce(sum(waste_lb) filter (where is_in_stock), 0.00)::text as stocked
      from cutting_inputs where cutting_inputs.lot_id = lots.id
    ) as cut
    cross join lateral (select coalesce(sum(lot_parents.lb), 0.00)::text as lb,
        coalesce(bool_and(lot_parents.lb is not null), true) as is_known
      from lot_parents where lot_parents.parent_id = lots.id and not exists (
        select from cutting_outputs join cutting_inputs
          on cutting_inputs.cutting_id = cutting_outputs.cutting_id
        where cutting_outputs.lot_id = lot_parents.child_id and cutting_inputs.lot_id = lots.id)
    ) as by_hand
    cross join lateral (select coalesce(sum(lb), 0.00)::text as lb,
        coalesce(sum(lb) filter (where kind = 'returned'), 0.00)::text as back,
        coalesce(-sum(lb) filter (where kind = 'waste'), 0.00)::text as waste,
        coalesce(bool_or(kind in ('received', 'cut into')), false) as came,
        count(*) filter (where kind = 'count' and reverses_id is null)
          - count(*) filter (where kind = 'count' and reverses_id is not null) as counts
      from stock_entries where stock_entries.lot_id = lots.id
    ) as stock
    where lots.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, code, ...facts }) => [id, { code, ...lotSums(facts) }]));
}
