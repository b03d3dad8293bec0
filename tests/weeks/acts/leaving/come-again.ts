import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import { usualAtDoor } from "#app/features/runs/at-door.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { act } from "../../life/act.ts";
import { known, orderOf, Skipped, shop, todayOf } from "../../life/world.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { isAlone, loadAll, onTheRoad, stored } from "../delivering.ts";
import { judged } from "../judged.ts";
import { someDay } from "../orders.ts";

interface Again {
  key: string;
  day: string;
  zone: string;
  /** The owner's setting. */
  fee: SecondFee;
  /** The driver's answer, if the owner leaves it open. */
  charges: boolean;
}

/** Nobody is home, and the driver arranges another day or a pickup. */
export const comeAgain = act<Again>({
  weight: 9,
  choose(world, random) {
    const order = random.pick(onTheRoad(world));
    if (!order) return undefined;
    const { zone: own, day: now } = world.pencil.order(order.key);
    const zone = random.chance(0.8) ? own : "yard";
    const day = someDay(world, random, zone);
    if (!day || !isAlone(world, order.key, { day, zone }) || (zone === own && day === now)) {
      return undefined;
    }
    const fee = random.pick(["never", "always", "always", "ask"] as const) ?? "never";
    return { key: order.key, day, zone, fee, charges: random.chance(0.6) };
  },
  say: ({ key, day, zone, fee, charges }) =>
    `Nobody is there for ${key}, and the driver gives it ${day} by ${zone}` +
    `${fee === "always" || (fee === "ask" && charges) ? ", for its fee" : ""}`,
  async run(world, { key, day, zone, fee, charges }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, key);
    if (!isAlone(world, key, { day, zone })) throw new Skipped("a stop alone");
    const { runId, stopId } = await stored(world, order.id);
    if (!runId || !stopId) throw new Skipped("stop");
    const driver = await driverOf(db, await makeRunLink(db, staff, runId));
    if (!driver) throw new Error("The link that was made opens nothing");
    const report = reportSchema.parse({
      kind: "again",
      requestId: world.newId(),
      stopId,
      at: new Date().toISOString(),
      note: "",
      isEarly: true,
      zoneId: known(world.zones, zone).id,
      date: day,
      chargesFee: charges,
    });
    const undelivered = { ...usualAtDoor.undelivered, secondFee: fee };
    const reporting = () => recordReport(db, driver, report, shop, { ...usualAtDoor, undelivered });
    await loadAll(world, order.id);
    const why: WhyNot[] = [];
    if (world.closed.has(`${zone} ${day}`)) why.push("closed");
    if (pencil.isBack(key)) why.push("weighed back");
    // The pencil isn't told when a run leaves.
    const maybe: WhyNot[] = pencil.mayHaveLeft(zone, day, todayOf(world)) ? ["late", "closed"] : [];
    await judged(world, { what: `${key} was given ${day} by ${zone}`, why, maybe, act: reporting });
    // A phone that lost its signal sends the report again.
    await reporting();
    pencil.nobodyHome({ id: key, day, zone });
    const cents = pencil.secondFee(key);
    const isCharged = fee === "always" || (fee === "ask" && charges);
    if (!isCharged || cents.cents === 0 || !pencil.paperOf(key)) return;
    pencil.debited({ customer: order.buyer, order: key, day: todayOf(world), parts: [cents] });
  },
});
