import { sql } from "drizzle-orm";
import { releasedWith } from "#app/domain/orders/hold.ts";
import { packingDays } from "#app/features/packing/packing-day.server.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { Finding, same } from "./act.ts";
import type { World } from "./world.ts";

/** Checks that nothing is stuck: each state has a way forward that some role is shown. */
export async function judgeWays(world: World): Promise<void> {
  await judgeToPack(world);
  await judgeHolds(world);
  await judgePayments(world);
  await judgePacked(world);
}

/** Checks that each packable order is on a day that packers are shown, however late. */
async function judgeToPack({ db, staff, pencil, orders }: World): Promise<void> {
  const days = new Map<string, number>();
  for (const key of orders.keys()) {
    if (!pencil.packable(key)) continue;
    const { day } = pencil.order(key);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const { rows } = await db.execute<{ day: string; waiting: number }>(sql`
    select delivery_day::text as day, count(*)::int as waiting from orders
    where status = 'pending' and delivery_day is not null and exists (
      select from order_holds where order_id = orders.id and reason = 'card' and released_at is null)
    group by 1`);
  // Orders wait for larger authorizations, which the pencil isn't told.
  for (const { day, waiting } of rows) days.set(day, (days.get(day) ?? 0) - waiting);
  const shown = await packingDays(db, staff);
  same(
    "orders to pack",
    shown.map(({ day, orders: count }) => `${day}: ${count}`),
    [...days]
      .filter(([, count]) => count > 0)
      .map(([day, count]) => `${day}: ${count}`)
      .sort(),
  );
}

/** Checks that somebody can release each hold, or that the order's card can still answer. */
async function judgeHolds({ db }: World): Promise<void> {
  const { rows } = await db.execute<{ number: number; status: string; reason: HoldReason }>(sql`
    select number, status, reason from order_holds join orders on orders.id = order_id
    where released_at is null and status <> 'cancelled'`);
  for (const { number, status, reason } of rows) {
    if (status !== "pending") throw new Finding(`${number} is ${status} and held (${reason})`);
    if (!releasedWith(reason)) throw new Finding(`nobody can release ${number} (${reason})`);
  }
}

/** Checks that each payment in progress has a job, a form, or somebody who is told to look. */
async function judgePayments({ db }: World): Promise<void> {
  const { rows } = await db.execute<{ state: string; status: string; number: number }>(sql`
    select payments.state, orders.status, orders.number
    from payments join orders on orders.id = order_id
    where (state in ('holding', 'capturing') or (state = 'held' and orders.status <> 'pending'))
      and not exists (select from payment_jobs
        where payment_id = payments.id and state in ('waiting', 'stuck'))`);
  const [stuck] = rows;
  if (stuck) {
    const { number, status, state } = stuck;
    throw new Finding(`the payment of ${number}, which is ${status}, stays ${state}`);
  }
}

/** Checks that each packed order is on a stop of a run that drivers are shown. */
async function judgePacked({ db }: World): Promise<void> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select number from orders left join runs on runs.id = orders.run_id
    where status = 'fulfilled' and (stop_id is null or runs.id is null)`);
  if (rows[0]) throw new Finding(`${rows[0].number} is packed and on no run`);
}
