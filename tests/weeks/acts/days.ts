import { eq } from "drizzle-orm";
import { undoException } from "#app/domain/delivery/setup/setup.server.ts";
import { makeException } from "#app/domain/ordering/delivery/make-exception.server.ts";
import { moveSeveral } from "#app/domain/ordering/delivery/move-several.server.ts";
import { dayExceptions } from "#db/schema/deliveries.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { act, same } from "../life/act.ts";
import { known, orderOf, Skipped, shop, todayOf, type World } from "../life/world.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { asking, judgeRefused, judgeTaken } from "./judged.ts";
import { isBegun, pendingOf, someDay } from "./orders.ts";

interface Closed {
  zone: string;
  day: string;
  to: string;
}

const goingOn = (world: World, zone: string, day: string) =>
  [...world.orders.keys()].filter((key) => {
    const order = world.pencil.order(key);
    return order.zone === zone && order.day === day && order.state !== "cancelled";
  });

/** A day is closed, because a truck broke down or a road is flooded. */
export const closeDay = act<Closed>({
  weight: 2,
  choose(world, random) {
    const zone = random.pick([...world.zones.keys()]);
    const [day, to] = ["", ""].map(() => zone && someDay(world, random, zone));
    if (!zone || !day || !to || day <= todayOf(world) || to <= todayOf(world) || to === day) {
      return undefined;
    }
    return { zone, day, to };
  },
  say: ({ zone, day, to }) => `${zone} is closed on ${day}; its orders move to ${to}`,
  async run(world, { zone, day, to }) {
    const { db, staff, pencil } = world;
    const { id } = known(world.zones, zone);
    const told = goingOn(world, zone, day);
    await makeException(
      db,
      staff,
      {
        zoneId: id,
        date: day,
        kind: "closed",
        movedTo: null,
        weekday: null,
        cutOffAt: null,
        note: "The truck",
        ordersTo: { [id]: to },
        isHoliday: false,
      },
      shop,
    );
    world.closed.add(`${zone} ${day}`);
    const moved = { day: to, today: todayOf(world) };
    for (const key of told) {
      orderOf(world, key);
      // An order picked up the day before stays delivered on its day.
      if (pencil.order(key).state === "fulfilled") pencil.nobodyHome({ id: key, ...moved });
    }
    const pending = told.filter((key) => pencil.order(key).state === "pending");
    pencil.closedDay(pending, moved);
  },
});

export const openDay = act<{ zone: string; day: string }>({
  weight: 1.5,
  choose(world, random) {
    const [zone, day] = random.pick([...world.closed])?.split(" ") ?? [];
    return zone && day ? { zone, day } : undefined;
  },
  say: ({ zone, day }) => `${zone} is served on ${day} after all`,
  async run(world, { zone, day }) {
    if (!world.closed.has(`${zone} ${day}`)) throw new Skipped("day");
    const [found] = await world.db
      .select({ id: dayExceptions.id, zoneId: dayExceptions.zoneId })
      .from(dayExceptions)
      .where(eq(dayExceptions.date, day));
    if (found?.zoneId !== known(world.zones, zone).id) throw new Skipped("exception");
    await undoException(world.db, world.staff, found.id);
    world.closed.delete(`${zone} ${day}`);
  },
});

interface MovedSeveral {
  keys: string[];
  day: string;
}

/** Staff move several orders at once, each checked by itself, without overriding anything. */
export const moveTogether = act<MovedSeveral>({
  weight: 3,
  choose(world, random) {
    const zone = random.pick([...world.zones.keys()]);
    const all = pendingOf(world).filter(({ key }) => world.pencil.order(key).zone === zone);
    const day = zone && someDay(world, random, zone);
    if (!day || all.length < 2) return undefined;
    return { keys: random.some(all, random.between(2, 4)).map(({ key }) => key), day };
  },
  say: ({ keys, day }) => `${keys.join(", ")} are moved to ${day} together`,
  async run(world, { keys, day }) {
    const ids = new Map(keys.map((key) => [known(world.orders, key).id, key]));
    const { moved, stayed } = await moveSeveral(
      world.db,
      world.staff,
      [...ids.keys()],
      { date: day, chargesFee: false },
      { shop, minOrderCents: 0, secondFee: "never", log: silentLog },
    );
    const stays = new Map(stayed.map(({ order, why }) => [ids.get(order.id) ?? "", why]));
    const { pencil } = world;
    const inTurn = keys
      .map((key) => pencil.order(key))
      .sort((a, b) =>
        a.day === b.day ? (a.number ?? 0) - (b.number ?? 0) : a.day < b.day ? -1 : 1,
      );
    same("orders that were moved or stay", moved.length + stays.size, inTurn.length);
    for (const { id: key, zone } of inTurn) {
      orderOf(world, key);
      const why = whyNotTogether(world, key, { day, zone });
      const [what, words] = [`${key} was moved to ${day} with others`, stays.get(key)];
      if (words !== undefined) {
        judgeRefused(what, new Error(words), why);
        continue;
      }
      judgeTaken(what, why);
      const pricesStay = isBegun(world, key);
      pencil.moved({ id: key, today: todayOf(world), day, pricesStay });
    }
  },
});

/** Reasons against a joint move, in which nobody agrees to pay more and no check is overridden. */
function whyNotTogether(world: World, key: string, to: { day: string; zone: string }): WhyNot[] {
  const { pencil } = world;
  if (pencil.order(key).day === to.day) return ["there already"];
  const { why } = pencil.whyNotMoved(key, { ...to, by: "staff" }, asking(world));
  return pencil.totalOn(key, to) > pencil.total(key) ? [...why, "dearer"] : why;
}
