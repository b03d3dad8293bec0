import { sql } from "drizzle-orm";
import { traceCustomer } from "#app/domain/lots/lot-trace.server.ts";
import { lbAt, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import type { Database, Transaction } from "#db/database.ts";
import { certainPart, type RecallCustomer } from "./said-elsewhere.ts";

interface Answer extends Record<string, unknown> {
  number: number;
  customerId: string;
  /** The lots of its recall that the asking one doesn't have. */
  outside: string[];
  usedLb: string;
  heldLb: string;
  discardedLb: string;
}

/**
 * Adds to a recall's customers, traced by `lotIds`, their answers in other recalls of some of its
 * lots. Callers hold a capability or the customer's own link.
 */
export async function withSaidElsewhere(
  db: Database | Transaction,
  { id, lotIds }: { id: string; lotIds: readonly string[] },
  found: readonly TracedCustomer[],
): Promise<RecallCustomer[]> {
  if (found.length === 0 || lotIds.length === 0) return [...found];
  const ids = (of: readonly string[]) => sql`${sql.param([...of])}::uuid[]`;
  const { rows } = await db.execute<Answer>(sql`
    select number, customer_id as "customerId", used_lb::text as "usedLb", held_lb::text as "heldLb",
      discarded_lb::text as "discardedLb",
      array(select recall_lots.lot_id::text from recall_lots where recall_lots.recall_id = last.recall_id
        and recall_lots.lot_id <> all(${ids(lotIds)})) as outside
    from (
      select distinct on (recalls.id, customers.account_id) recalls.id as recall_id, recalls.number,
        customers.account_id as customer_id, recall_answers.*
      from recall_answers
      join recall_notices on recall_notices.id = recall_answers.notice_id
      join recalls on recalls.id = recall_notices.recall_id
      join customers on customers.id = recall_notices.customer_id
      where recalls.id <> ${id} and not recalls.is_drill
        and customers.account_id = any(${ids(found.map((one) => one.id))})
        and exists (select from recall_lots where recall_lots.recall_id = recalls.id
          and recall_lots.lot_id = any(${ids(lotIds)}))
      order by recalls.id, customers.account_id, recall_notices.round desc,
        recall_answers.answered_at desc, recall_answers.id desc
    ) as last
    order by answered_at desc, number desc`);
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  const customers: RecallCustomer[] = [];
  // Sequential, because a transaction has one connection; few clients are in two recalls.
  for (const customer of found) {
    const answers = byCustomer.get(customer.id);
    if (!answers) {
      customers.push(customer);
      continue;
    }
    const saidElsewhere = [];
    for (const { number, outside, ...answer } of answers) {
      const others = outside.length > 0 ? await traceCustomer(db, outside, customer.id) : undefined;
      saidElsewhere.push({ number, ...certainPart(answer, lbAt(others ?? { lines: [] })) });
    }
    const backSinceLb = await backSinceAnswer(db, { id, lotIds }, customer.id);
    customers.push({ ...customer, saidElsewhere, backSinceLb });
  }
  return customers;
}

/** Returns the pounds weighed back from a client since their last answer in a recall. */
async function backSinceAnswer(
  db: Database | Transaction,
  { id, lotIds }: { id: string; lotIds: readonly string[] },
  customerId: string,
): Promise<string> {
  const { rows } = await db.execute<{ lb: string }>(sql`
    select coalesce(sum(returned_goods.lb), 0.00)::text as lb from returned_goods
    join orders on orders.id = returned_goods.order_id
    join customers on customers.id = orders.customer_id
    where customers.account_id = ${customerId} and returned_goods.place = 'client'
      and returned_goods.lot_id = any(${sql.param([...lotIds])}::uuid[])
      and returned_goods.weighed_at > (
        select max(recall_answers.answered_at) from recall_answers
        join recall_notices on recall_notices.id = recall_answers.notice_id
        join customers as told on told.id = recall_notices.customer_id
        where recall_notices.recall_id = ${id} and told.account_id = ${customerId})`);
  return rows[0]?.lb ?? "0.00";
}
