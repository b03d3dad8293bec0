import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { StoredEntry } from "#app/domain/stock/stock-entries.server.ts";
import { lockStockOf, wasCountedSince } from "#app/domain/stock/take-back.server.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { isLiveEntry, stockEntries } from "#db/schema/meat/stock.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { packedAndBack, takeIn } from "./returned-goods.server.ts";

interface StayedHere {
  /** Null for a fee. */
  orderItemId: string | null;
  description: string;
  lb: string;
}

export interface ToPutBack {
  orderItemId: string;
  /** Null for goods without stock. */
  productId: string | null;
  description: string;
  lotId: string | null;
  /** Empty without a lot. */
  code: string;
  lb: string;
  pieces: number;
}

/**
 * Returns the lots to which the goods of refunded lines go back, and locks their stock against
 * counts. The caller holds the locks of the order and its customer, has checked the capability, and
 * puts the goods back (`putBack`) once the refund has its note.
 *
 * @throws Refusal for more than was sold and did not come back yet, or if it was counted since
 */
export async function lockNeverLeft(
  tx: Transaction,
  lines: readonly StayedHere[],
): Promise<ToPutBack[]> {
  const itemIds = lines.flatMap(({ orderItemId }) => orderItemId ?? []);
  const items = await tx
    .select(pick(orderItems, "id", "productId"))
    .from(orderItems)
    .where(inArray(orderItems.id, itemIds));
  const productOf = new Map(items.map(({ id, productId }) => [id, productId]));
  // Orders lock stock in this order.
  for (const productId of [...new Set(productOf.values())].sort()) {
    await lockStockOf(tx, { productId, lotId: null });
  }
  const packed = await packedAndBack(tx, itemIds);
  const entries = await packedEntries(tx, itemIds);
  const all: ToPutBack[] = [];
  for (const { orderItemId, description, lb } of lines) {
    let wanted: number = toHundredthsLb(lb);
    const own = packed.filter(({ itemId }) => itemId === orderItemId);
    for (const { itemId, lotId, code, sentLb, backLb } of own) {
      const here = Math.min(wanted, lbLess(sentLb, backLb));
      if (here <= 0) continue;
      wanted -= here;
      const those = entries.filter((one) => one.itemId === itemId && one.entry.lotId === lotId);
      await refuseCounted(tx, those, { description, code });
      // A package that took nothing from the stock puts nothing back, but a lot's sums need its
      // entry.
      const isStocked = lotId !== null || those.length > 0;
      const productId = isStocked ? (productOf.get(itemId) ?? null) : null;
      all.push({
        orderItemId: itemId,
        productId,
        description,
        lotId,
        code,
        lb: toPounds(hundredthsLb(here)),
        pieces: piecesOf(those, here, { sentLb, backLb }),
      });
    }
    if (wanted > 0 || toHundredthsLb(lb) === 0) throw notSoMuch(description, own);
  }
  return all;
}

async function packedEntries(tx: Transaction, itemIds: readonly string[]) {
  return tx
    .select({ itemId: packages.orderItemId, entry: stockEntries })
    .from(packages)
    .innerJoin(stockEntries, eq(stockEntries.packageId, packages.id))
    .where(
      and(
        inArray(packages.orderItemId, [...itemIds]),
        isNull(packages.voidedAt),
        eq(stockEntries.kind, "packed"),
        isLiveEntry,
        // If a package's lot was corrected, only the new lot's entry counts.
        sql`${stockEntries.lotId} is not distinct from ${packages.lotId}`,
      ),
    );
}

/** Refuses what was counted since it was sold, as the count includes it. @throws Refusal */
async function refuseCounted(
  tx: Transaction,
  those: readonly { entry: StoredEntry }[],
  { description, code }: { description: string; code: string },
): Promise<void> {
  for (const { entry } of those) {
    if (!(await wasCountedSince(tx, entry))) continue;
    const what = code === "" ? description : `Lot ${code} of ${description}`;
    throw new Refusal(
      "counted since",
      `${what} was counted since this sale, which has set its stock right. Take that count back first, then give the money back.`,
    );
  }
}

/** Returns pieces in proportion to weight, rounded so that the whole weight has all of them. */
function piecesOf(
  those: readonly { entry: StoredEntry }[],
  here: number,
  { sentLb, backLb }: { sentLb: string; backLb: string },
): number {
  const sold = -those.reduce((sum, { entry }) => sum + entry.pieces, 0);
  const upTo = (lb: number) => Math.round((sold * lb) / toHundredthsLb(sentLb));
  const before = toHundredthsLb(backLb);
  return upTo(before + here) - upTo(before);
}

function notSoMuch(
  description: string,
  own: readonly { sentLb: string; backLb: string }[],
): Refusal {
  const left = own.reduce((sum, { sentLb, backLb }) => sum + lbLess(sentLb, backLb), 0);
  return new Refusal(
    "changed",
    left > 0
      ? `Only ${formatLb(left / 100)} of ${description} ${isOrAre(left / 100)} not back yet. Look at the sale again.`
      : `All of ${description} is back already. Look at the sale again.`,
  );
}

/**
 * Puts back what `lockNeverLeft` returned; a lot on hold stays on hold.
 *
 * @param refund its credit note, and the reason that stock and lots show
 */
export async function putBack(
  tx: Transaction,
  staff: Staff<"till">,
  goods: readonly ToPutBack[],
  { orderId, creditNoteId, reason }: { orderId: string; creditNoteId: string; reason: string },
): Promise<void> {
  const said = reason.slice(0, 500);
  for (const { orderItemId, productId, lotId, lb, pieces } of goods) {
    await takeIn(
      tx,
      {
        requestId: randomUUID(),
        orderId,
        orderItemId,
        lotId,
        lb,
        place: "counter",
        outcome: "stock",
        note: said,
        creditNoteId,
        weighedBy: staff.userId,
      },
      { productId, pieces, reason: said, wasteReason: "" },
    );
  }
}
