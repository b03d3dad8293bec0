import { and, eq, sql } from "drizzle-orm";
import { weighReturns } from "#app/features/returns/returns.server.ts";
import { takeBackReturn } from "#app/features/returns/take-back-return.server.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { act, same } from "../../life/act.ts";
import {
  inText,
  known,
  linesOf,
  orderOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../../life/world.ts";
import { packedLb } from "../../pencil/order.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { loadAll } from "../delivering.ts";
import { judged } from "../judged.ts";
import { lotIdOf } from "../packing.ts";

// Returned goods are weighed, go to their lot or to waste, and are credited.

interface Returned {
  back: string;
  key: string;
  line: number;
  lot: string | null;
  lb: number;
  place: "truck" | "client";
  /** Tenths of a degree Celsius. */
  temperature: number | null;
  minutes: number | null;
}

/**
 * Returns the ids of orders of which nobody took anything: their run is back, or nobody was there.
 * Reads the tables, since the pencil isn't told when a run leaves or returns. An undo covers only
 * its own day's reports, and a visit only what was loaded before it.
 */
async function undelivered({ db }: World, today: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders
      join run_stops on run_stops.id = orders.stop_id
      join runs on runs.id = run_stops.run_id
      join zones on zones.id = runs.zone_id and zones.kind = 'delivery'
      where orders.status = 'fulfilled' and (runs.state = 'done' or (runs.state = 'out'
          and (runs.date < ${today} or run_stops.state in ('not_home', 'kept')
            and not exists (select from audit_log where entity = 'order'
              and entity_id = orders.id::text and at > run_stops.visited_at
              and action in ('late order added', 'moved as packed', 'day changed')))))
        and not exists (select from stop_events event join order_items item
            on item.id = event.order_item_id and item.order_id = orders.id
          where event.stop_id = run_stops.id and event.kind = 'refused'
            and not exists (select from stop_events undo
              where undo.stop_id = event.stop_id and undo.kind = 'undone'
                and undo.recorded_at >= event.recorded_at
                and (undo.recorded_at at time zone 'Etc/GMT+7')::date
                  = (event.recorded_at at time zone 'Etc/GMT+7')::date))`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns lines that were sent and may be back. */
async function sent(world: World) {
  const { pencil, orders, buyers } = world;
  const whole = await undelivered(world, todayOf(world));
  return [...orders.values()].flatMap(({ key, id, buyer, isCounter = false }) => {
    const { state, lines } = pencil.order(key);
    const isOut = state === "delivered" || state === "fulfilled";
    if (!buyers.has(buyer) || isCounter || !isOut) return [];
    return lines.flatMap((line, at) =>
      [...pencil.sentOf(key, line.id)].flatMap(([lot, lb]) => {
        const refused = whole.has(id) ? packedLb(line) : pencil.refusedAt(key, line.id);
        const isBack = lb > 0 && (state === "delivered" || refused > 0);
        return isBack ? [{ key, line: at, lot, lb, refused }] : [];
      }),
    );
  });
}

export const weighBack = act<Returned>({
  weight: 24,
  async choose(world, random) {
    const all = await sent(world);
    const refused = all.filter((one) => one.refused > 0);
    const one = random.pick(refused.length > 0 && random.chance(0.95) ? refused : all);
    if (!one) return undefined;
    const isTruck = one.refused > 0 ? random.chance(0.85) : random.chance(0.05);
    const most = isTruck && one.refused > 0 ? Math.min(one.lb, one.refused) : one.lb;
    // A slight loss is credited as billed.
    const slight = 0.95 + random.next() / 20;
    const share = random.pick([1, random.next(), slight, slight, slight, 1.1]) ?? 1;
    world.serial += 1;
    return {
      back: `return ${world.serial}`,
      key: one.key,
      line: one.line,
      lot: one.lot ?? null,
      lb: Math.max(1, Math.round(most * share)),
      place: isTruck ? "truck" : "client",
      temperature: random.chance(0.9) ? random.between(-10, random.chance(0.7) ? 40 : 90) : null,
      minutes: random.chance(0.85) ? random.between(0, 240) : null,
    };
  },
  say: ({ back, key, line, lot, lb, place, temperature, minutes }) =>
    `${back}: ${inText(lb)} lb of line ${line + 1} of ${key} (${lot ?? "no known lot"}) come back, ` +
    `${place === "truck" ? "refused at the truck" : "brought by the client"}, at ` +
    `${temperature === null ? "nobody knows how many" : temperature / 10} degrees, ` +
    `${minutes ?? "nobody knows how many"} minutes out of the cold`,
  async run(world, { back: named, key, line: at, lot, lb, place, temperature, minutes }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, key);
    const line = (await linesOf(world, order))[at];
    if (!line || pencil.order(key).state === "pending") throw new Skipped("line");
    await loadAll(world, order.id);
    const requestId = world.newId();
    const typed = {
      requestId,
      item: line.id,
      lot: lotIdOf(world, lot),
      lb: inText(lb),
      place,
      temperatureC: temperature === null ? null : (temperature / 10).toFixed(1),
      minutesOut: minutes,
      reason: "quality" as const,
      becomes: "stock" as const,
      note: "",
    };
    const isUndelivered = (await undelivered(world, todayOf(world))).has(order.id);
    const told = {
      id: named,
      order: key,
      line: line.id,
      lot: lot ?? undefined,
      lb,
      place,
      isUndelivered,
    };
    const why: WhyNot[] = pencil.whyNotReturned(told);
    const weighing = () => weighReturns(db, staff, order.id, [typed], shop);
    const what = `${inText(lb)} lb of line ${at + 1} of ${key} were weighed back`;
    const [back] = await judged(world, { what, why, maybe: ["over credited"], act: weighing });
    await weighing();
    const isStock =
      place === "truck" && temperature !== null && temperature <= 40 && minutes !== null;
    same(`what becomes of it`, back?.outcome, isStock ? "stock" : "waste");
    const [stored] = await db
      .select({ request: returnedGoods.creditRequestId, status: creditRequests.status })
      .from(returnedGoods)
      .innerJoin(creditRequests, eq(creditRequests.id, returnedGoods.creditRequestId))
      .where(eq(returnedGoods.requestId, requestId));
    const claim = stored?.request ?? "";
    const { isOpen } = pencil.weighedBack({ ...told, isStock, claim, day: todayOf(world) });
    same(`whether ${claim} waits`, stored?.status === "open", isOpen);
    // The office decides later about orders that aren't invoiced yet.
    if (isOpen) world.doorClaims.set(claim, { name: `claim ${lb} of ${key}`, order: key });
    else world.doorClaims.delete(claim);
    world.weighings.set(named, requestId);
  },
});

/** A weighing entered by mistake is taken back, at once or after something was built on it. */
export const takeWeighingBack = act<{ back: string; key: string }>({
  weight: 14,
  choose({ pencil, weighings }, random) {
    const all = pencil.standingReturns().filter(({ id }) => weighings.has(id));
    const built = all.filter(({ id }) => pencil.whyNotWeighingTakenBack(id).why.length > 0);
    // Most mistakes are seen at once.
    const fresh = all.slice(-6);
    const one = random.pick(built.length > 0 && random.chance(0.15) ? built : fresh);
    return one && { back: one.id, key: one.order };
  },
  say: ({ back, key }) => `${back}, of ${key}, was a mistake and is taken back`,
  async run(world, { back, key }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, key);
    const standing = pencil.standingReturns().find(({ id }) => id === back);
    if (!standing) throw new Skipped(back);
    const [row] = await db
      .select({ id: returnedGoods.id, request: returnedGoods.creditRequestId })
      .from(returnedGoods)
      .where(eq(returnedGoods.requestId, known(world.weighings, back)));
    const asked = { requestId: world.newId(), weighing: row?.id ?? "", why: "A slip" };
    const takingBack = () => takeBackReturn(db, staff, order.id, asked, shop);
    const what = `${back} was taken back`;
    const taken = await judged(world, {
      what,
      act: takingBack,
      ...pencil.whyNotWeighingTakenBack(back),
    });
    same("what is taken back twice", await takingBack(), taken);
    const invoices = pencil.lastNumber("invoice");
    const waits = pencil.returnTakenBack({ id: back, day: todayOf(world) });
    same(
      `whether ${back} was billed again`,
      taken.debit !== null,
      pencil.lastNumber("invoice") > invoices,
    );
    const claim = row?.request ?? "";
    const [stored] = await db
      .select({ lb: creditRequestLines.lb })
      .from(creditRequestLines)
      .innerJoin(creditRequests, eq(creditRequests.id, creditRequestLines.creditRequestId))
      .where(and(eq(creditRequests.id, claim), eq(creditRequests.status, "open")));
    same(
      `what ${claim} still asks for`,
      stored?.lb,
      waits === undefined ? undefined : inText(waits),
    );
    if (!stored) world.doorClaims.delete(claim);
    world.weighings.delete(back);
  },
});
