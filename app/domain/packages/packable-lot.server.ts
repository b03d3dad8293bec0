import { eq, sql } from "drizzle-orm";
import { refuseHeldLots } from "#app/domain/lots/holds/lot-holds.server.ts";
import { refuseVoidLots } from "#app/domain/lots/void-lots.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal, refusalIn } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { together } from "#db/together.ts";
import type { PackingRefusal } from "./packing.ts";

/** Returns the code of a lot after checking that it may be packed from; null without a lot. */
export async function checkLot(
  tx: Transaction,
  isTraced: boolean,
  lotId: string | null,
): Promise<string | null> {
  return judgeLot(await readLot(tx, lotId), isTraced);
}

/** Reads what decides whether a lot may be packed from, for `judgeLot`; null without a lot. */
export async function readLot(tx: Transaction, lotId: string | null) {
  if (!lotId) return null;
  const [[lot], ...refusals] = await together([
    tx
      .select({
        code: lots.code,
        isExpired: sql<boolean>`${lots.expiresOn} < ${pacificDay(new Date())}::date`,
      })
      .from(lots)
      .where(eq(lots.id, lotId)),
    refusalIn(refuseHeldLots(tx, [lotId], "Nothing was added.")),
    refusalIn(refuseVoidLots(tx, [lotId], "Nothing was added.")),
  ]);
  return { lot, refusals };
}

/**
 * Returns the code of a lot from `readLot`, or null.
 *
 * @throws Refusal if it may not be packed from, or a traced product has none
 */
export function judgeLot(
  read: Awaited<ReturnType<typeof readLot>>,
  isTraced: boolean,
): string | null {
  if (!read) {
    if (!isTraced) return null;
    const message = "This product is traced. Choose the lot first.";
    throw new Refusal<PackingRefusal>("lot required", message);
  }
  const { lot, refusals } = read;
  if (!lot)
    throw new Refusal<PackingRefusal>("lot unknown", "This lot is not known. Choose another.");
  if (lot.isExpired) {
    const message = `The lot ${lot.code} is past its best-before date. Nothing was added.`;
    throw new Refusal<PackingRefusal>("lot unknown", message);
  }
  for (const refusal of refusals) if (refusal) throw refusal;
  return lot.code;
}
