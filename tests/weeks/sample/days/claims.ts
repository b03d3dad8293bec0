import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { askCredit } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { type Life, shop, type Task, unlessRefused } from "./life.ts";

const words = [
  { reason: "quality", note: "One package had lost its vacuum.", lb: "1.25" },
  { reason: "short", note: "The box was lighter than its label.", lb: "2.00" },
  { reason: "quality", note: "Cut thinner than we asked for.", lb: "3.50" },
] as const;

/** Clients claim credit now and then; the owner decides two days later, except in the kept week. */
export function claims(life: Life, iso: number): Task[] {
  const { today, lastMonday } = life;
  const isLast = today >= lastMonday;
  if (iso === 1 && isLast) return [{ at: 6 * 60 + 50, kind: "claim", does: () => ask(life) }];
  if (isLast) return [];
  if (iso === 4) return [{ at: 11 * 60 + 30, kind: "claim", does: () => ask(life) }];
  if (iso === 6) return [{ at: 10 * 60, kind: "claims decided", does: () => decide(life) }];
  return [];
}

async function ask(life: Life): Promise<void> {
  const { db, random } = life;
  const recent = await db
    .select({ id: orders.id, customerId: orders.customerId, item: orderItems.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.status, "delivered"),
        gt(orders.deliveredAt, sql`now() - interval '60 hours'`),
        lt(orders.deliveredAt, sql`now()`),
        gt(orderItems.packedLb, "5"),
      ),
    )
    .orderBy(asc(orders.number), asc(orderItems.position));
  const mine = recent.flatMap((one) => {
    const buyer = life.buyers.find(({ id }) => id === one.customerId);
    return buyer ? [{ ...one, buyer }] : [];
  });
  const found = random.pick(mine);
  const said = random.pick(words);
  if (!found || !said) return;
  const asked = { ...said, requestId: crypto.randomUUID(), item: found.item, amount: null };
  const by = { photoId: null, payout: undefined };
  await unlessRefused(life, "claim", () =>
    askCredit(db, found.buyer.client, found.id, { ...asked, ...by }, { creditAskHours: 72 }),
  );
}

async function decide(life: Life): Promise<void> {
  const { db, owner, random } = life;
  const open = await db
    .select({ id: creditRequests.id, lb: creditRequestLines.lb })
    .from(creditRequests)
    .innerJoin(creditRequestLines, eq(creditRequestLines.creditRequestId, creditRequests.id))
    .where(eq(creditRequests.status, "open"));
  for (const { id, lb } of open) {
    const note = "Sorry about this. Thank you for telling us the same day.";
    const decision = random.chance(0.2)
      ? { intent: "decline" as const, note: "The weight on the label is the weight on our scale." }
      : { intent: "approve" as const, note, lines: [{ position: 0, lb, amount: null }] };
    await unlessRefused(life, `decide ${pacificDay(new Date()).slice(0, 4)}`, () =>
      decideCredit(db, owner, id, decision, shop),
    );
  }
}
