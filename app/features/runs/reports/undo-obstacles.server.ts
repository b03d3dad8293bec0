import { and, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { ended, wasOrWere } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isLiveReturn } from "#db/schema/money/door.ts";
import { isPlaced, orders } from "#db/schema/orders.ts";
import { isRecordedOn, isStandingEvent } from "#db/schema/stop-events.ts";
import { driverIsBack } from "../run.ts";

// The one rule of what prevents taking back the reports of a stop. Entries that build on a report
// (goods weighed back, a credit note, counted cash) are never taken back with it unseen: they would
// stand without their reason. A counter sale was never reported.

/** The standing reports of an order's stop. For queries of `orders`. */
const standing = sql`stop_events where stop_events.stop_id = orders.stop_id
  and stop_events.kind <> 'undone' and ${isStandingEvent}`;

/** Matches taken back credits of goods weighed by mistake. For queries of `credit_requests`. */
const isTakenBackCredit = sql`(exists (select from returned_goods
    where credit_request_id = credit_requests.id and credited_lb < 0)
  and not exists (select from returned_goods
    where credit_request_id = credit_requests.id and credited_lb > 0 and ${isLiveReturn}))`;

/**
 * Reads what was built on the reports of a day. An order without a stop has only its delivery.
 *
 * @param today a Pacific day; reports of earlier days can't be undone, so entries built on them are
 *   no obstacle
 */
function factsOf(db: Database | Transaction, which: SQL | undefined, today: string) {
  const at = (moment: SQL) => sql`${moment}`.mapWith(orders.deliveredAt);
  const fresh = sql`${standing} and ${isRecordedOn(today)}`;
  const since = sql`coalesce((select min(recorded_at) from ${fresh}), orders.delivered_at)`;
  const weighed = sql`from returned_goods where returned_goods.order_id = orders.id
    and weighed_at >= ${since} and ${isLiveReturn}`;
  const credited = sql`from credit_requests join documents on documents.id = credit_note_id
    where credit_requests.order_id = orders.id and credit_requests.status = 'approved'
      and (credit_requests.created_at >= ${since}
        or credit_requests.request_id in (select request_id from ${fresh}))
      and not ${isTakenBackCredit}`;
  // A report that came after the cash-up changed nothing that was counted, so it may be undone.
  const counted = sql`from door_receipts join run_cash_ups on run_cash_ups.run_id = door_receipts.run_id
    where door_receipts.stop_id = orders.stop_id and taken_back_at is null
      and confirmed_at >= ${since}
      and door_receipts.recorded_at < confirmed_at and not exists (
        select from ledger_entries where ledger_entries.reverses_id = door_receipts.entry_id)`;
  return db
    .select({
      stopId: orders.stopId,
      number: orders.number,
      channel: orders.channel,
      latest: at(sql`coalesce((select max(recorded_at) from ${standing}), ${orders.deliveredAt})`),
      weighedLb: sql<string | null>`(select sum(lb)::text ${weighed})`,
      weighedAt: at(sql`(select max(weighed_at) ${weighed})`),
      creditNote: sql<string | null>`(select max(document_number) ${credited})`,
      creditedAt: at(sql`(select max(issued_at) ${credited})`),
      countedCents: sql`(select sum(door_receipts.cents) ${counted})`.mapWith(Number),
      countedAt: at(sql`(select max(confirmed_at) ${counted})`),
    })
    .from(orders)
    .where(and(which, isPlaced))
    .orderBy(orders.number);
}

type Facts = Awaited<ReturnType<typeof factsOf>>[number];

interface Obstacle {
  code: ReportRefusal;
  message: string;
}

function obstacleIn(here: readonly Facts[], today: string): Obstacle | null {
  const obstacle = (code: ReportRefusal, ...said: string[]) => ({ code, message: said.join(" ") });
  const sale = here.find(({ channel }) => channel === "counter");
  if (sale) {
    return obstacle(
      "sold",
      ended(`${orderName(sale.number)} was sold over the counter`),
      "If something of it comes back, refund or credit it.",
    );
  }
  const back = here.filter(({ weighedLb }) => weighedLb !== null);
  if (back.length > 0) {
    const each = back.map(({ number, weighedLb, weighedAt }) =>
      ended(
        `${formatLb(Number(weighedLb))} of ${orderName(number).toLowerCase()} ${wasOrWere(Number(weighedLb))} weighed back on ${formatDateTime(weighedAt as Date)}`,
      ),
    );
    return obstacle("weighed", ...each, weighedStays);
  }
  const credits = here.filter(({ creditNote }) => creditNote !== null);
  if (credits.length > 0) {
    const each = credits.map(({ number, creditNote, creditedAt }) =>
      ended(
        `${orderName(number)} was credited on ${formatDateTime(creditedAt as Date)}, on ${creditNote}`,
      ),
    );
    return obstacle("credited", ...each, creditStays);
  }
  const money = here.find(({ countedAt }) => countedAt !== null);
  if (money) {
    const cash = `${formatCents(money.countedCents)} taken here was counted in the cash-up of ${formatDateTime(money.countedAt as Date)}`;
    return obstacle("counted", ended(cash), "An owner has to take the cash-up back first.");
  }
  const latest = here.flatMap((one) => (one.latest as Date | null) ?? []);
  return latest.length > 0 && latest.every((at) => pacificDay(at) !== today)
    ? obstacle("too late", "Only what was reported today can be taken back.")
    : null;
}

const weighedStays =
  "What was weighed back stays, so this report stays too. If it was weighed by mistake, take the weighing back first; else correct the stock with a count, and the bill with “Credit” or “Bill the difference”.";

const creditStays =
  "A credit note stays, so this report stays too. To charge for what the client kept, use “Bill the difference”.";

/** Returns the obstacle at each stop of these orders; stops without one are left out. */
export async function undoObstacles(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<Map<string, Obstacle>> {
  // An order without a day has no stop, and is looked up alone.
  const today = pacificDay(new Date());
  const byStop = Map.groupBy(await factsOf(db, which, today), ({ stopId }) => stopId ?? "");
  return new Map(
    [...byStop].flatMap(([stopId, here]) => {
      const found = obstacleIn(here, today);
      return found ? [[stopId, found]] : [];
    }),
  );
}

/**
 * Refuses to take back the reports of these orders if there is an obstacle.
 *
 * @throws Refusal
 */
export async function refuseUndo(tx: Transaction, which: SQL): Promise<void> {
  const [first] = (await undoObstacles(tx, which)).values();
  if (first) throw refusal(first);
}

/**
 * Refuses to change the outcome of delivered orders by another report, under the same rule, since
 * nobody could undo it. A first report that arrives late is no change.
 *
 * @throws Refusal
 */
export async function refuseChange(tx: Transaction, which: SQL): Promise<void> {
  const [first] = (await undoObstacles(tx, which)).values();
  if (!first) return;
  const why =
    first.code === "too late" ? "This was reported as delivered on an earlier day." : first.message;
  throw refusal({ ...first, message: `${why} Call the office to change what was reported here.` });
}

/** Says why an order's stop can't be undone; empty if it can. For staff who see orders. */
export async function undoObstacleOf(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<string> {
  if (!isUuid(orderId)) return "";
  const there = sql`orders.id = ${orderId} or orders.stop_id = (
    select stop_id from orders as own where own.id = ${orderId})`;
  const [first] = (await undoObstacles(db, there)).values();
  return first?.message ?? "";
}

/** Refuses a driver whose run has ended: by now the office knows what became of the goods. */
export function refuseOnceBack({ endedBy }: { endedBy: string | null }): void {
  if (endedBy !== null) throw refusal({ code: "back", message: driverIsBack });
}

const refusal = ({ code, message }: Obstacle) =>
  new Refusal<ReportRefusal>(code, `${message} Nothing was changed.`);
