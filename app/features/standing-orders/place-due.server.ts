import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import {
  type DeliveryDay,
  dayInPlaceOf,
  lastMinuteOf,
  openDaysBefore,
  type ZoneRules,
} from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { type DeliveryRules, runKey } from "#app/domain/delivery/rules.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { dayRefusedInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import type { StandingNews } from "#app/domain/ordering/mails/order-mails.ts";
import {
  OrderAlreadyPlacedError,
  PriceChangedError,
} from "#app/domain/ordering/placing/order-rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { recipientsOf } from "#app/domain/orders/order-recipient.server.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { daysAfter, pacificDay, pacificMoment, shortDateInWords } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { customers } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import { standingLines, standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import type { SkipLinks } from "./skip-link.server.ts";
import { undeliveredForCompanyMail, undeliveredMail } from "./standing-mails.ts";
import {
  deliveriesFrom,
  goodsInWords,
  leadDays,
  rhythmInWords,
  riseToTell,
  standingOrdersPath,
} from "./standing-order.ts";

/** Interval of the job, in seconds. */
const lookEvery = 10 * 60;

/** Orders are placed from this time of the day on, because nobody wants the email at midnight. */
const fromTime = "08:00";

/** Deliveries of a standing order to check: more than fit in the longest lead time. */
const ahead = 3;

interface StandingOptions {
  db: Database;
  shop: Shop;
  minOrderCents: number;
  needsConfirmedEmail: boolean;
  links: SkipLinks;
  /** The client in whose name to order; null for none (`guards/member-client.server.ts`). */
  memberFor: (customerId: string, userId: string | null) => Promise<Client | null>;
  log: Pick<Log, "info">;
}

/** Runs the job that places standing orders, in one process, until the runner is closed. */
export function placeStandingOrders(jobs: JobRunner, options: StandingOptions): Promise<void> {
  return jobs.repeat("standing-orders", lookEvery, async () => {
    const decided = await placeDue(options);
    if (decided > 0) options.log.info({ decided }, "placed standing orders");
  });
}

/**
 * Places the order of each delivery that is due, three open days before its cut-off. It is an
 * ordinary order, which books its stop, counts towards the credit limit, and can be changed or
 * skipped until the cut-off. Deliveries on days without service are skipped; refused ones are
 * reported to client and company. Idempotent per delivery, also across processes.
 *
 * @param now replaces the clock
 * @returns the number of deliveries decided
 * @throws AggregateError of the failures, once all others are decided
 */
export async function placeDue(
  options: Omit<StandingOptions, "log">,
  now = new Date(),
): Promise<number> {
  const { db } = options;
  const running = await db
    .select({ standing: standingOrders, companyName: customers.companyName })
    .from(standingOrders)
    .innerJoin(customers, eq(customers.id, standingOrders.customerId))
    .where(and(isNull(standingOrders.endedAt), isNull(customers.inactiveAt)))
    .orderBy(asc(standingOrders.createdAt), asc(standingOrders.id));
  if (running.length === 0) return 0;
  const rules = await readDeliveryRules(db);
  const failed: unknown[] = [];
  let decided = 0;
  for (const { standing, companyName } of running) {
    const days = deliveriesFrom(standing, pacificDay(now), ahead);
    if (days.length === 0) continue;
    const taken = await db
      .select({ day: standingOccurrences.day, state: standingOccurrences.state })
      .from(standingOccurrences)
      .where(
        and(
          eq(standingOccurrences.standingOrderId, standing.id),
          inArray(standingOccurrences.day, days),
        ),
      );
    for (const date of days) {
      const state = taken.find(({ day }) => day === date)?.state;
      if (state !== undefined && state !== "placing") continue;
      const due = dueFor(rules, standing.zoneId, date);
      // The standing order was created too late for this delivery.
      if (due.day && due.day.cutOffAt <= standing.createdAt) continue;
      // Deliveries that a process started before it ended are finished, even early.
      if (state === undefined && now < due.at) continue;
      const delivery: Delivery = { standing, companyName, date, ...due };
      try {
        if (await decide(options, delivery)) decided += 1;
      } catch (error) {
        // A failure doesn't affect the others' orders, and is retried.
        failed.push(error);
      }
    }
  }
  if (failed.length > 0) {
    throw new AggregateError(failed, `${failed.length} deliveries could not be placed`);
  }
  return decided;
}

interface Delivery {
  standing: typeof standingOrders.$inferSelect;
  companyName: string;
  /** The day by the weekday; `day` may be another. */
  date: string;
  /** Null if there is no delivery in its place. */
  day: DeliveryDay | null;
}

/** Returns when the order of a delivery is placed, and for which day. */
function dueFor(
  { zones, exceptions }: DeliveryRules,
  zoneId: string,
  date: string,
): { at: Date; day: DeliveryDay | null } {
  const zone: ZoneRules | undefined = zones.find(({ id }) => id === zoneId);
  const day = (zone && dayInPlaceOf(zone, exceptions, date)) ?? null;
  if (!zone || !day) return { at: pacificMoment(daysAfter(date, -leadDays - 1), fromTime), day };
  const last = lastMinuteOf(day.cutOffAt).day;
  return { at: pacificMoment(openDaysBefore(zone, exceptions, last, leadDays), fromTime), day };
}

/** Returns true if it was decided now. */
async function decide(options: Omit<StandingOptions, "log">, delivery: Delivery): Promise<boolean> {
  const { db } = options;
  const { standing, date, day } = delivery;
  const one = { standingOrderId: standing.id, day: date };
  await db
    .insert(standingOccurrences)
    .values({ ...one, state: "placing" })
    .onConflictDoNothing();
  const [begun] = await db.select().from(standingOccurrences).where(ofDelivery(one));
  if (begun?.state !== "placing") return false;
  if (!day) {
    const reason = `There is no delivery on ${shortDateInWords(date)}.`;
    return settle(options, delivery, "closed", reason);
  }
  const client = await options.memberFor(standing.customerId, standing.createdBy);
  if (!client) {
    return settle(
      options,
      delivery,
      "refused",
      "Nobody of this account may place orders any more.",
    );
  }
  const { lines, said } = await linesFor(db, client, delivery, day);
  if (lines.length === 0) {
    return settle(options, delivery, "refused", "None of its products is offered at the moment.");
  }
  const { links, shop, minOrderCents, needsConfirmedEmail } = options;
  const standingNews: StandingNews = {
    rhythm: rhythmInWords(standing),
    said,
    skipUrl: shop.siteUrl + links.pathFor({ id: standing.id, day: date }, day.cutOffAt),
    changeUrl: `${shop.siteUrl}${standingOrdersPath}/${standing.id}`,
  };
  const asked = {
    requestId: begun.requestId,
    lines,
    notes: standing.notes,
    poNumber: standing.poNumber,
    allowsSubstitutes: standing.allowsSubstitutes,
    callFirst: standing.callFirst,
    site: standing.siteId,
    day: runKey(standing.zoneId, day.date),
  };
  const rules = { shop, minOrderCents, needsConfirmedEmail, standing: standingNews };
  try {
    const { id } = await placeOrder(db, client, asked, rules);
    return await notePlaced(db, one, id, lines);
  } catch (error) {
    // Placed by a process that ended before it could record that.
    if (error instanceof OrderAlreadyPlacedError) {
      return notePlaced(db, one, error.order.id, []);
    }
    // Prices changed meanwhile; the next attempt uses the new ones.
    if (error instanceof PriceChangedError) return false;
    if (error instanceof DayRefusedError) {
      const reason = dayRefusedInWords(error, shop.company);
      return settle(options, delivery, "refused", reason);
    }
    if (isRefusal(error)) return settle(options, delivery, "refused", error.message);
    throw error;
  }
}

const ofDelivery = ({ standingOrderId, day }: { standingOrderId: string; day: string }) =>
  and(eq(standingOccurrences.standingOrderId, standingOrderId), eq(standingOccurrences.day, day));

interface LineToPlace {
  productId: string;
  quantity: string;
  seenUnit: string;
  seenPricePerLb: string;
  wish: Wish | null;
}

/** Returns the lines of a standing order, offered or not, in their order. */
function wantedLines(db: Database | Transaction, standingOrderId: string) {
  return db
    .select({
      ...pick(standingLines, "productId", "unit", "wish", "seenPricePerLb"),
      name: products.name,
      quantity: sql<string>`trim_scale(${standingLines.quantity})::text`,
    })
    .from(standingLines)
    .innerJoin(products, eq(products.id, standingLines.productId))
    .where(eq(standingLines.standingOrderId, standingOrderId))
    .orderBy(asc(standingLines.position));
}

/** Returns the lines at the day's prices, and what to tell the client about them. */
async function linesFor(
  db: Database,
  client: Client,
  { standing }: Delivery,
  day: DeliveryDay,
): Promise<{ lines: LineToPlace[]; said: string[] }> {
  const [wanted, offered] = await Promise.all([
    wantedLines(db, standing.id),
    listOfferedProducts(db, client, day.date),
  ]);
  const lines: LineToPlace[] = [];
  const left: string[] = [];
  const risen: string[] = [];
  for (const { productId, name, quantity, unit, wish, seenPricePerLb: before } of wanted) {
    const product = offered.find(({ id }) => id === productId);
    if (!product || unitOf(product) !== unit) {
      left.push(name);
      continue;
    }
    const { pricePerLb } = product;
    const [was, is] = [toCents(before), toCents(pricePerLb)];
    if (is * 100 > was * (100 + riseToTell)) {
      risen.push(`${name} is ${formatPricePerLb(is)}, was ${formatPricePerLb(was)}`);
    }
    lines.push({ productId, quantity, wish, seenUnit: unit, seenPricePerLb: pricePerLb });
  }
  return {
    lines,
    said: [
      ...(left.length > 0
        ? [`Left out, since we do not offer it so now: ${left.join(", ")}.`]
        : []),
      ...(risen.length > 0 ? [`Dearer than the last time: ${risen.join("; ")}.`] : []),
    ],
  };
}

async function notePlaced(
  db: Database,
  one: { standingOrderId: string; day: string },
  orderId: string,
  lines: readonly LineToPlace[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const noted = await tx
      .update(standingOccurrences)
      .set({ state: "placed", orderId, decidedAt: sql`now()` })
      .where(and(ofDelivery(one), eq(standingOccurrences.state, "placing")))
      .returning();
    for (const { productId, seenPricePerLb } of lines) {
      await tx
        .update(standingLines)
        .set({ seenPricePerLb })
        .where(
          and(
            eq(standingLines.standingOrderId, one.standingOrderId),
            eq(standingLines.productId, productId),
          ),
        );
    }
    return noted.length > 0;
  });
}

/** Records that there is no order, and notifies client and company. */
async function settle(
  { db, shop }: Omit<StandingOptions, "log">,
  { standing, companyName, date, day }: Delivery,
  state: "closed" | "refused",
  reason: string,
): Promise<boolean> {
  const { id: standingOrderId, customerId, createdBy: placedBy } = standing;
  return db.transaction(async (tx) => {
    const noted = await tx
      .update(standingOccurrences)
      .set({ state, reason, decidedAt: sql`now()` })
      .where(
        and(ofDelivery({ standingOrderId, day: date }), eq(standingOccurrences.state, "placing")),
      )
      .returning();
    if (noted.length === 0) return false;
    const wanted = await wantedLines(tx, standingOrderId);
    const goods = wanted.map(goodsInWords).join(", ");
    const told = { companyName, rhythm: rhythmInWords(standing), goods, date, day, reason };
    const about = { orderId: standingOrderId, isOurs: true };
    let isTold = false;
    for (const recipient of await recipientsOf(tx, { customerId, placedBy })) {
      if ((await admit(tx, recipient, about)) === null) continue;
      await queueMail(tx, { to: recipient.email, ...undeliveredMail(told, shop) });
      isTold = true;
    }
    if (state === "refused" || !isTold) {
      const mail = undeliveredForCompanyMail(told, isTold, shop);
      await queueMail(tx, { to: shop.company.email, ...mail });
    }
    return true;
  });
}
