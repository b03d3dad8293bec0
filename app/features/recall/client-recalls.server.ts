import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { handedOver, type TracedLine } from "#app/domain/lots/lot-trace.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { recallNotices, recalls } from "#db/schema/meat/recalls.ts";
import { orders } from "#db/schema/orders.ts";
import { customerIn } from "./answer-recall.server.ts";
import type { RecallLinks } from "./recall-links.server.ts";

export interface ClientRecall {
  reason: string;
  instructions: string;
  products: string[];
  orderIds: string[];
  path: string;
  isAnswered: boolean;
}

/**
 * Returns open recalls that a client was notified of, newest first, limited to what they received.
 * Leaves out recalls without a notice, which the owner announces first.
 */
export async function recallsOfClient(
  db: Database,
  client: Client,
  links: RecallLinks,
): Promise<ClientRecall[]> {
  const told = await db
    .select({
      noticeId: recallNotices.id,
      recallId: recalls.id,
      customerId: recallNotices.customerId,
      reason: recalls.reason,
      instructions: recalls.instructions,
      isAnswered: sql<boolean>`exists (select from recall_answers
        where recall_answers.notice_id = ${recallNotices.id})`,
    })
    .from(recallNotices)
    .innerJoin(recalls, eq(recalls.id, recallNotices.recallId))
    .innerJoin(customers, eq(customers.accountId, recallNotices.customerId))
    .where(
      and(
        eq(customers.id, client.customerId),
        isNull(recalls.closedAt),
        // The latest notice only.
        sql`not exists (select from recall_notices later
          where later.recall_id = ${recallNotices.recallId}
            and later.customer_id = ${recallNotices.customerId}
            and later.round > ${recallNotices.round})`,
      ),
    )
    .orderBy(desc(recalls.openedAt));
  const found = await Promise.all(
    told.map(async ({ noticeId, recallId, customerId, ...recall }) => {
      const all =
        (await customerIn(db, recallId, customerId))?.lines.filter(
          (line) => handedOver(line) > 0,
        ) ?? [];
      const lines = await seenBy(db, client, all);
      return {
        ...recall,
        products: [...new Set(lines.map(({ productName }) => productName))],
        orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
        path: links.pathFor(noticeId),
      };
    }),
  );
  return found.filter(({ orderIds }) => orderIds.length > 0);
}

/** Limits lines to the sites that a member may see. */
async function seenBy(
  db: Database,
  { sites }: Client,
  lines: readonly TracedLine[],
): Promise<readonly TracedLine[]> {
  if (sites === null || lines.length === 0) return lines;
  const ids = lines.map(({ orderId }) => orderId);
  const seen = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), inArray(orders.shipToId, [...sites])));
  const isSeen = new Set(seen.map(({ id }) => id));
  return lines.filter(({ orderId }) => isSeen.has(orderId));
}
