import { sql } from "drizzle-orm";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";

export interface LotSource {
  name: string;
  path: string;
}

/** Returns the receipts or the cutting sheet that a lot came from; none if entered by hand. */
export async function sourcesOfLot(
  db: Database | Transaction,
  lotId: string,
): Promise<LotSource[]> {
  const { rows } = await db.execute<{ name: string; path: string }>(sql`
    select distinct 'Receipt ' || receipts.number as name,
      '/admin/receiving/' || receipts.id || '/edit' as path
    from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
    where receipt_lines.lot_id = ${lotId} and receipt_lines.is_accepted
    union all
    select distinct 'Cutting sheet: ' || cuttings.kind, '/admin/cutting/' || cuttings.id
    from cutting_outputs join cuttings on cuttings.id = cutting_outputs.cutting_id
    where cutting_outputs.lot_id = ${lotId}
    order by 1, 2`);
  return rows.map(({ name, path }) => ({ name, path }));
}

/**
 * Refuses to change a lot's pounds other than through its source, since stock and costs depend on
 * that; for a lot entered by hand, requires a reason. Callers hold a capability.
 *
 * @throws Refusal
 */
export async function refuseOtherPounds(
  tx: Transaction,
  stored: { id: string; receivedLb: string | null },
  wantedLb: string | null,
  reason: string,
): Promise<void> {
  const inHundredths = (lb: string | null) => (lb === null ? null : toHundredthsLb(lb));
  if (inHundredths(stored.receivedLb) === inHundredths(wantedLb)) return;
  const sources = await sourcesOfLot(tx, stored.id);
  if (sources.length > 0) {
    const names = sources.map(({ name }) => name).join(", ");
    const message = `Its pounds are corrected where they came in: ${names}`;
    throw new Refusal("received elsewhere", message, { field: "receivedLb" });
  }
  if (stored.receivedLb === null || reason !== "") return;
  throw new Refusal("invalid", "Please say why the pounds change", { field: "receivedWhy" });
}
