import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { lbAt } from "#app/domain/lots/lot-trace.ts";
import {
  answerByLink,
  answerByPhone,
  customerIn,
} from "#app/features/recall/answer-recall.server.ts";
import { closeRecall } from "#app/features/recall/close-recall.server.ts";
import { usualInstructions } from "#app/features/recall/recall.ts";
import { createRecallLinks } from "#app/features/recall/recall-links.server.ts";
import { openRecall, recordCall } from "#app/features/recall/recalls.server.ts";
import { mailRecall } from "#app/features/recall/tell-clients.server.ts";
import { customers } from "#db/schema/customers.ts";
import { recallLots, recallNotices } from "#db/schema/meat/recalls.ts";
import { receiptLines } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { type Life, shop, type Task } from "../days/life.ts";
import { inText } from "./cooler.ts";
import { weekOf } from "./forecast.ts";
import { trim } from "./goods.ts";
import { doubtful } from "./receive.ts";

/** Two drills, a finished recall, and a lot that waits for its supplier. */
export function recalling(life: Life, iso: number): Task[] {
  const week = weekOf(life);
  const at = 16 * 60 + 20;
  if (week === 3 && iso === 2) return [{ at, kind: "drill", does: () => drill(life, "Rib", 34) }];
  if (week === 8 && iso === 3) return [{ at, kind: "recall", does: () => recall(life) }];
  if (week === 11 && iso === 2) return [{ at, kind: "drill", does: () => drill(life, trim, 21) }];
  if (life.today === life.lastMonday) {
    return [{ at: 6 * 60 + 30, kind: "hold", does: () => hold(life) }];
  }
  return [];
}

/** Returns the latest lot bought at least so many days ago. */
async function boughtBefore({ db }: Life, what: string, days: number): Promise<string> {
  const [found] = await db
    .select({ id: lots.id })
    .from(receiptLines)
    .innerJoin(lots, eq(lots.id, receiptLines.lotId))
    .where(
      and(
        eq(receiptLines.description, what),
        lt(lots.receivedAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .orderBy(desc(lots.receivedAt), asc(lots.code))
    .limit(1);
  if (!found) throw new Error(`No ${what} was bought`);
  return found.id;
}

const opening = (lotId: string, intent: "recall" | "drill", reason: string) => ({
  requestId: crypto.randomUUID(),
  lotId,
  scope: "both" as const,
  intent,
  reason,
  instructions: usualInstructions,
});

async function drill(life: Life, what: string, seconds: number): Promise<void> {
  const { db, owner } = life;
  const lotId = await boughtBefore(life, what, 6);
  const id = await openRecall(db, owner, opening(lotId, "drill", "Drill of the quarter"));
  await life.pass(seconds / 60);
  await closeRecall(db, owner, id, { closeNote: "Everybody found.", isMeant: true });
}

/** Recalls meat that is eaten already, because the supplier reports it late. */
async function recall(life: Life): Promise<void> {
  const { db, owner, packer, meat } = life;
  const lotId = await boughtBefore(life, trim, 19);
  const reason = "The supplier found a piece of plastic in trim of the same day.";
  const id = await openRecall(db, owner, opening(lotId, "recall", reason));
  await life.pass(6);
  await recordCall(db, owner, id, {
    requestId: crypto.randomUUID(),
    authority: "Sample food inspection office",
    phone: "604-555-0199",
    calledAt: new Date(),
    answeredBy: "Officer Sample",
    note: "Wants the list of clients by tomorrow: sent at five.",
  });
  await life.pass(4);
  await mailRecall(db, owner, id, {
    shop,
    links: createRecallLinks("a secret of the sample alone"),
  });
  const told = await db
    .select({
      id: recallNotices.id,
      customerId: recallNotices.customerId,
      name: customers.contactName,
    })
    .from(recallNotices)
    .innerJoin(customers, eq(customers.id, recallNotices.customerId))
    .where(eq(recallNotices.recallId, id))
    .orderBy(asc(customers.contactName), asc(customers.createdAt));
  for (const { id: noticeId, customerId, name } of told) {
    await life.pass(meat.between(3, 9));
    const customer = await customerIn(db, id, customerId);
    const there = customer ? Math.round(Number(lbAt(customer)) * 100) : 0;
    // Most customers have cooked it already.
    const thrown = meat.chance(0.3) ? Math.round(there * 0.2) : 0;
    const answer = {
      requestId: crypto.randomUUID(),
      answeredBy: name,
      note: "Nothing was found in it.",
      usedLb: inText(there - thrown),
      heldLb: "0.00",
      discardedLb: inText(thrown),
    };
    if (meat.chance(0.6)) await answerByLink(db, noticeId, answer);
    else await answerByPhone(db, packer, { recallId: id, customerId }, answer);
  }
  await life.pass(15);
  await closeRecall(db, owner, id, { closeNote: "All clients have answered.", isMeant: true });
  const reached = await db
    .select({ id: recallLots.lotId })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .where(eq(recallLots.recallId, id))
    .orderBy(asc(lots.code));
  for (const lot of reached) await releaseLot(db, owner, lot.id, "Nothing of it is left.");
}

async function hold({ db, packer }: Life): Promise<void> {
  const [lot] = await db.select({ id: lots.id }).from(lots).where(eq(lots.code, doubtful));
  if (!lot) throw new Error("The doubtful lot did not come");
  await holdLot(db, packer, lot.id, "Two bags lost their vacuum. The supplier looks at it.");
}
