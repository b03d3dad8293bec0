import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { CardUnansweredError } from "#app/domain/payments/provider/card-provider.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orderHolds } from "#db/schema/orders.ts";
import { Finding, same } from "../../life/act.ts";
import type { World } from "../../life/world.ts";

// Compares the card provider's records with the books.

/** Asks once more if the provider doesn't answer, as people do. */
export async function pressedAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CardUnansweredError)) throw error;
    return ask();
  }
}

/** Returns an intent's cents charged and refunded by now. */
export function moneyAt(
  { desk }: Pick<World, "desk">,
  ref: string,
): { charged: number; refunded: number } {
  const intent = desk.fake.intents.get(ref);
  const charge = intent?.latest_charge as { amount_refunded: number } | null | undefined;
  const charged = Number(intent?.amount_received ?? 0);
  return { charged, refunded: charge?.amount_refunded ?? 0 };
}

/** Returns an order's payment that waits for its customer, if any. */
export async function waitingPayment(world: World, orderId: string) {
  const waits = inArray(payments.state, ["confirming", "needs_customer"]);
  const [found] = await world.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), waits))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return found;
}

export async function isHeldForCard({ db }: World, orderId: string): Promise<boolean> {
  const ofCard = and(
    eq(orderHolds.orderId, orderId),
    eq(orderHolds.reason, "card"),
    sql`${orderHolds.releasedAt} is null`,
  );
  return (await db.$count(orderHolds, ofCard)) > 0;
}

/** Checks each night that all cards' charges less refunds match the ledger. */
export async function judgeCardMoney(world: World): Promise<void> {
  const { rows } = await world.db.execute<{ cents: number }>(sql`
    select coalesce(-sum(cents), 0)::int as cents from ledger_entries where method = 'card'`);
  let atProvider = -world.desk.money.disputed;
  for (const ref of world.desk.fake.intents.keys()) {
    const { charged, refunded } = moneyAt(world, ref);
    atProvider += charged - refunded;
  }
  same("money of cards in the books", rows[0]?.cents, atProvider);
  const cards = [...world.pencil.cards.all().values()];
  const inPencil = cards.reduce((sum, card) => sum + card.charged - card.refunded, 0);
  if (inPencil - world.desk.money.disputed !== atProvider) {
    throw new Finding(`cards were charged ${atProvider}, and the pencil has ${inPencil}`);
  }
}
