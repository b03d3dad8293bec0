import { and, asc, eq, gte, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { fsaOf } from "#app/lib/postal-code.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { customers } from "#db/schema/customers.ts";
import {
  dayExceptions,
  deliveryDemand,
  deliveryWaitlist,
  holidayDecisions,
  runs,
  zoneDays,
  zonePrefixes,
  zones,
} from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { dayOn, daysAhead } from "../days.ts";
import { readDeliveryRules, readZones, type StoredZone } from "../delivery-rules.server.ts";
import { zoneAt } from "../rules.ts";
import { alignRuns, lockRules } from "./align-runs.server.ts";
import type { ExceptionInput } from "./exception-form.ts";
import { insertZone, insertZoneParts } from "./save-zone.server.ts";
import { type BookedOrderFacts, type DeliverySetup, demandDays } from "./setup.ts";
import { setupRefusal } from "./setup-refusal.server.ts";
import type { ZoneInput } from "./zone-form.ts";

export const deliverySubject = { entity: "delivery", entityId: "shop" } as const;

const mostAreas = 50;

/** Returns the data of the owner's screen. For administrators. */
export async function getDeliverySetup(db: Database, _admin: Admin): Promise<DeliverySetup> {
  const today = pacificDay(new Date());
  const [stored, exceptions, booked, decided, demand, waiting] = await Promise.all([
    readZones(db),
    db
      .select()
      .from(dayExceptions)
      .where(gte(dayExceptions.date, today))
      .orderBy(asc(dayExceptions.date)),
    db
      .select()
      .from(runs)
      .where(and(gte(runs.date, today), lte(runs.date, daysAfter(today, daysAhead)))),
    db
      .select({ date: holidayDecisions.date })
      .from(holidayDecisions)
      .where(gte(holidayDecisions.date, today)),
    db
      .select({ fsa: deliveryDemand.fsa, asked: sql<number>`sum(${deliveryDemand.count})::int` })
      .from(deliveryDemand)
      .where(gte(deliveryDemand.askedOn, daysAfter(today, -demandDays)))
      .groupBy(deliveryDemand.fsa),
    db
      .select({ postalCode: deliveryWaitlist.postalCode })
      .from(deliveryWaitlist)
      .where(isNull(deliveryWaitlist.toldAt)),
  ]);
  const areas = new Map(demand.map(({ fsa, asked }) => [fsa, { fsa, asked, waiting: 0 }]));
  for (const { postalCode } of waiting) {
    const fsa = fsaOf(postalCode);
    const area = areas.get(fsa) ?? { fsa, asked: 0, waiting: 0 };
    areas.set(fsa, { ...area, waiting: area.waiting + 1 });
  }
  const active = stored.filter(({ isActive }) => isActive);
  const rules = { zones: active, exceptions: [], unavailable: new Set<string>() };
  return {
    zones: stored,
    exceptions,
    runs: booked.map((run) => ({
      ...run,
      bookedLb: toHundredthsLb(run.bookedLb),
      capLb: run.capLb === null ? null : toHundredthsLb(run.capLb),
    })),
    decided: decided.map(({ date }) => date),
    demand: [...areas.values()]
      .sort((one, other) => other.waiting - one.waiting || other.asked - one.asked)
      .slice(0, mostAreas),
    toTell: waiting.filter(({ postalCode }) => zoneAt(rules, postalCode)).length,
  };
}

/** Returns the orders booked on a date. For administrators. */
export function ordersOnDay(
  db: Database,
  _admin: Admin,
  date: string,
): Promise<BookedOrderFacts[]> {
  return bookedOrders(db, sql`${runs.date} = ${date}`);
}

/**
 * Creates or changes a zone with its postal codes and weekdays, and updates the planned runs. For
 * administrators.
 *
 * @throws Refusal
 */
export async function saveZone(
  db: Database,
  admin: Admin,
  target: { id: string; version: string } | null,
  input: ZoneInput,
): Promise<void> {
  await refusingDuplicates(() =>
    db.transaction(async (tx) => {
      await lockRules(tx);
      const before = target ? await currentZone(tx, target) : null;
      const { prefixes, days, ...row } = input;
      await refuseTakenPrefixes(tx, before?.id, prefixes);
      const values = { ...row, place: row.kind === "pickup" ? row.place : "" };
      const id = before ? before.id : await insertZone(tx, values);
      if (before) {
        // Set even if only the zone's days change, since the version must change with every save.
        const updatedAt = sql`clock_timestamp()`;
        await tx
          .update(zones)
          .set({ ...values, isActive: true, updatedAt })
          .where(eq(zones.id, id));
        await tx.delete(zonePrefixes).where(eq(zonePrefixes.zoneId, id));
        await tx.delete(zoneDays).where(eq(zoneDays.zoneId, id));
      }
      await insertZoneParts(tx, id, prefixes, days);
      await alignRuns(tx);
      await refuseBookedClosures(tx);
      await recordAudit(tx, admin, {
        ...deliverySubject,
        action: before ? "zone changed" : "zone added",
        before: before && summaryOf(before),
        after: summaryOf(input),
      });
    }),
  );
}

/**
 * Takes a zone out of service and frees its postal codes; its past runs stay. For administrators.
 *
 * @throws Refusal if orders are booked on its days
 */
export async function retireZone(
  db: Database,
  admin: Admin,
  target: { id: string; version: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRules(tx);
    const before = await currentZone(tx, target);
    await tx
      .update(zones)
      .set({ isActive: false, updatedAt: sql`clock_timestamp()` })
      .where(eq(zones.id, before.id));
    await tx.delete(zonePrefixes).where(eq(zonePrefixes.zoneId, before.id));
    await alignRuns(tx);
    await refuseBookedClosures(tx);
    await recordAudit(tx, admin, {
      ...deliverySubject,
      action: "zone retired",
      before: { name: before.name },
    });
  });
}

/**
 * Stores that a day is closed, moved or added, and updates the planned runs. The caller
 * (`makeException`) has locked the rules, moves the orders, and refuses the change if any are left
 * (`refuseBookedClosures`). For administrators.
 *
 * @throws Refusal
 */
export async function storeException(
  tx: Transaction,
  admin: Admin,
  { ordersTo: _, isHoliday, ...exception }: ExceptionInput,
): Promise<void> {
  await refuseUseless(tx, exception);
  await refusingDuplicates(() => tx.insert(dayExceptions).values(exception));
  if (isHoliday) await decide(tx, admin, exception.date);
  await alignRuns(tx);
}

/** Undoes an exception. For administrators. @throws Refusal */
export async function undoException(db: Database, admin: Admin, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRules(tx);
    const [undone] = await tx.delete(dayExceptions).where(eq(dayExceptions.id, id)).returning();
    if (!undone) throw setupRefusal({ reason: "gone" });
    await tx.delete(holidayDecisions).where(eq(holidayDecisions.date, undone.date));
    await alignRuns(tx);
    await refuseBookedClosures(tx);
    const zone = undone.zoneId ? await zoneName(tx, undone.zoneId) : "All zones";
    await recordAudit(tx, admin, {
      ...deliverySubject,
      action: "day change undone",
      before: { day: undone.date, zone, kind: undone.kind, movedTo: undone.movedTo },
    });
  });
}

/** Records that a holiday is an ordinary day, so that it isn't proposed again. For owners. */
export async function keepHoliday(db: Database, admin: Admin, date: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await decide(tx, admin, date)) {
      await recordAudit(tx, admin, {
        ...deliverySubject,
        action: "holiday kept",
        after: { day: date },
      });
    }
  });
}

async function decide(tx: Transaction, { userId }: Admin, date: string): Promise<boolean> {
  const decided = await tx
    .insert(holidayDecisions)
    .values({ date, decidedBy: userId })
    .onConflictDoNothing()
    .returning();
  return decided.length > 0;
}

async function currentZone(
  tx: Transaction,
  { id, version }: { id: string; version: string },
): Promise<StoredZone> {
  const zone = (await readZones(tx)).find((one) => one.id === id);
  if (!zone) throw setupRefusal({ reason: "gone" });
  if (zone.version !== version) throw setupRefusal({ reason: "changed" });
  return zone;
}

export async function zoneName(tx: Transaction, id: string): Promise<string> {
  const [zone] = await tx.select({ name: zones.name }).from(zones).where(eq(zones.id, id));
  if (!zone) throw setupRefusal({ reason: "gone" });
  return zone.name;
}

/** Refuses prefixes of another zone; longer or shorter ones are allowed. */
async function refuseTakenPrefixes(
  tx: Transaction,
  id: string | undefined,
  prefixes: string[],
): Promise<void> {
  if (prefixes.length === 0) return;
  const [taken] = await tx
    .select({ prefix: zonePrefixes.prefix, zone: zones.name })
    .from(zonePrefixes)
    .innerJoin(zones, eq(zones.id, zonePrefixes.zoneId))
    .where(
      and(inArray(zonePrefixes.prefix, prefixes), id ? ne(zonePrefixes.zoneId, id) : undefined),
    )
    .orderBy(asc(zonePrefixes.prefix))
    .limit(1);
  if (taken) throw setupRefusal({ reason: "prefix", ...taken });
}

/** Refuses to move a day to one that isn't open, or to add one that is already served. */
async function refuseUseless(
  tx: Transaction,
  { zoneId, date, kind, movedTo, weekday }: Omit<ExceptionInput, "ordersTo" | "isHoliday">,
): Promise<void> {
  const rules = await readDeliveryRules(tx);
  const zone = rules.zones.find(({ id }) => id === zoneId);
  if (zoneId && !zone) throw setupRefusal({ reason: "gone" });
  if (kind === "extra" && zone) {
    if (dayOn(zone, rules.exceptions, date)) throw setupRefusal({ reason: "served" });
    if (!zone.days.some((day) => day.weekday === weekday)) {
      throw setupRefusal({ reason: "terms" });
    }
  }
  const isClosed = rules.exceptions.some(
    (other) =>
      other.date === movedTo &&
      other.kind !== "extra" &&
      (other.zoneId === null || other.zoneId === zoneId),
  );
  if (movedTo && isClosed) throw setupRefusal({ reason: "closed", date: movedTo });
}

/** Matches `orders` that a closed day would leave behind, unlike those collected early. */
export const stillGoes = inArray(orders.status, ["pending", "fulfilled"]);

/** Refuses to leave an order on a day that is not served. @throws Refusal */
export async function refuseBookedClosures(tx: Transaction): Promise<void> {
  const today = pacificDay(new Date());
  const left = await bookedOrders(
    tx,
    sql`${runs.isClosed} and ${runs.state} = 'planned' and ${runs.date} >= ${today}`,
  );
  if (left.length > 0) throw setupRefusal({ reason: "booked", orders: left });
}

function bookedOrders(
  db: Database | Transaction,
  where: ReturnType<typeof sql>,
): Promise<BookedOrderFacts[]> {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      zoneId: zones.id,
      zoneName: zones.name,
      date: runs.date,
      company: customers.companyName,
      isMailed: isOrderMailed,
    })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(where, stillGoes))
    .orderBy(asc(runs.date), asc(zones.name), asc(customers.companyName), asc(orders.id));
}

async function refusingDuplicates<Written>(write: () => Promise<Written>): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    const constraint = databaseErrorOf(error)?.constraint;
    if (constraint === "zones_name_unique") throw setupRefusal({ reason: "name" });
    if (constraint === "day_exceptions_once") throw setupRefusal({ reason: "exists" });
    throw error;
  }
}

function summaryOf({
  name,
  kind,
  place,
  wholesaleOnly,
  prefixes,
  days,
}: Pick<StoredZone, "name" | "kind" | "place" | "wholesaleOnly" | "prefixes"> & {
  days: object[];
}) {
  return { name, kind, place, wholesaleOnly, postalCodes: prefixes.join(", "), days };
}
