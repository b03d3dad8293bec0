import { sql } from "drizzle-orm";
import { ofAccount } from "#db/schema/customers.ts";
import type { World } from "../life/world.ts";
import { doCardJobs } from "./cards.ts";
import { freePrepaid, spendCredit } from "./money.ts";

/**
 * Does what the shop's queue, and a bookkeeper who sees open amounts, do within minutes of an act:
 * stops, cards, remaining credit, and orders paid by now. One query finds the work.
 */
export async function doAfterwards(world: World): Promise<void> {
  let due = await whatIsDue(world);
  if (due.stops) await world.jobs.settleStops();
  const isTold = await doCardJobs(world, due.cards || due.stops);
  if (isTold || due.stops) due = await whatIsDue(world);
  const credit = new Set(due.credit);
  for (const key of world.touched.buyers) {
    const { id } = world.guests.get(key) ?? world.buyers.get(key) ?? {};
    if (id !== undefined && credit.has(id)) await spendCredit(world, key);
  }
  if (due.prepaid) await freePrepaid(world);
  else world.pencil.freePrepaid();
}

interface Due extends Record<string, unknown> {
  stops: boolean;
  cards: boolean;
  /** True if an order waits for payment. */
  prepaid: boolean;
  /** Ids of changed customers with both debts and credit. */
  credit: string[];
}

async function whatIsDue({ db, desk, touched, guests, buyers }: World): Promise<Due> {
  const people = [...touched.buyers].flatMap(
    (key) => guests.get(key)?.id ?? buyers.get(key)?.id ?? [],
  );
  const isOwn = ofAccount(sql`ledger_entries.customer_id`, sql`person.id`);
  const { rows } = await db.execute<Due>(sql`
    select exists (select from pgboss.job where name = 'stops') as stops,
      exists (select from payment_jobs where state = 'waiting'
        and not_before <= ${desk.fake.now().toISOString()}) as cards,
      exists (select from order_holds join orders on orders.id = order_id
        where reason = 'prepay' and released_at is null and status = 'pending') as prepaid,
      array(select person.id::text from customers as person
        where person.id = any(${sql.param(people)}::uuid[])
          and exists (select from ledger_entries where ${isOwn} and cents > allocated_cents)
          and exists (select from ledger_entries where ${isOwn} and cents < -allocated_cents)) as credit`);
  return rows[0] ?? { stops: false, cards: false, prepaid: false, credit: [] };
}
