import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { RequestContext } from "#app/context.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { DayRefusedError, refuseLate } from "#app/features/delivery/booking.server.ts";
import { type DayAsked, readDayKey } from "#app/features/delivery/delivery-terms.ts";
import { formatPostalCode } from "#app/features/delivery/postal-code.ts";
import { isSetUp, zoneAt } from "#app/features/delivery/rules.ts";
import { checkoutCounts } from "#app/features/limits/limits.ts";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { refuseUnproved } from "../checkout/unproved.server.ts";
import { confirmByLink, UnprovedError } from "../checkout/unproved.ts";
import { alignHoldAndTell } from "../holding/align-hold.server.ts";
import { lockCustomerOf } from "../holding/hold-raised.server.ts";
import { queueChangeMails } from "../mails/queue-change-mails.server.ts";
import { OrderChangedError, OrderConflictError } from "../order.ts";
import { orderField } from "../placing/order-form.ts";
import { OrderRefusedError } from "../placing/order-rules.ts";
import { destinationOf, siteFor } from "./arrange-delivery.server.ts";
import {
  type AddressAnswer,
  addressField,
  addressSchema,
  type WantedAddress,
} from "./change-address.ts";
import { dayOfOrder, lockedOrder, rearrange } from "./change-day.server.ts";
import { DayPricesError, isBegun } from "./day-prices.server.ts";
import type { DayPrices } from "./day-prices.ts";
import { beingPacked, dayRefusedInWords } from "./delivery-words.ts";

/** What was seen and chosen beside the address. */
interface Seen {
  version: number;
  /** Null for the day that it has. */
  day: DayAsked | null;
  /** In dollars, and as by `asSeen`. */
  total: string;
  prices: string;
}

/** The order comes to something else at the new address, which nobody has agreed to; nothing was changed. */
class AddressCostsError extends Error {
  override readonly name = "AddressCostsError";
  readonly costs: DayPrices["total"];

  constructor(costs: DayPrices["total"]) {
    super("The order costs another amount at that address");
    this.costs = costs;
  }
}

/**
 * Changes where a retail order goes and the phone number, for whoever holds its link, until its cut-off
 * and before packing begins. Zone, day, room, minimum and fee are judged anew; a new total must have
 * been seen, and a higher promise is held anew. Mails tell the customer and the company.
 *
 * @throws OrderConflictError, OrderChangedError, OrderRefusedError, DayRefusedError, DayPricesError,
 *   AddressCostsError
 */
function changeHeldAddress(
  db: Database,
  holder: OrderHolder,
  wanted: WantedAddress,
  seen: Seen,
  { shop, minOrderCents }: { shop: Shop; minOrderCents: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, holder.orderId);
    const before = await lockCustomerOf(tx, order);
    if (await isBegun(tx, order.id)) refuse("day", beingPacked(shop.company));
    if (order.version !== seen.version) throw new OrderChangedError(order.id, order.version);
    const { customerId } = order;
    const actor = { userId: null, email: holder.email };
    const isBrought = order.deliveryKind !== "pickup";
    await keepAddress(tx, order, isBrought ? wanted : { phone: wanted.phone });
    const facts = (of: typeof order) => ({
      address: of.deliveryAddress,
      postalCode: of.deliveryPostalCode && formatPostalCode(of.deliveryPostalCode),
      phone: of.deliveryPhone,
      notes: of.deliveryNotes,
    });
    if (isBrought && order.runId) {
      const asked = seen.day ?? (await dayOfOrder(tx, order));
      const day = { day: asked, siteId: null, override: "", seenPrices: seen.prices };
      await rearrange(tx, { order, before }, actor, null, day, minOrderCents);
    } else {
      await refuseLate(tx, order.runId);
      const site = await siteFor(tx, { customerId, sites: null }, order.shipToId);
      const to = await destinationOf(tx, { customerId }, site, null);
      await tx
        .update(orders)
        .set({
          ...(isBrought ? to : { deliveryPhone: to.deliveryPhone }),
          version: sql`${orders.version} + 1`,
        })
        .where(eq(orders.id, order.id));
    }
    const [now] = await tx.select().from(orders).where(eq(orders.id, order.id));
    if (!now) throw new Error("The order of a link is missing");
    if (now.runId !== order.runId) await refuseUnproved(tx, order.id);
    if (now.totalPrice !== order.totalPrice && now.totalPrice !== seen.total) {
      throw new AddressCostsError({ from: order.totalPrice, to: now.totalPrice });
    }
    await recordAudit(tx, actor, {
      ...{ entity: "order", entityId: order.id, action: "address changed" },
      ...{ before: facts(order), after: facts(now) },
    });
    await alignHoldAndTell(tx, order.id, shop);
    const by = { who: "holder" as const, email: holder.email };
    await queueChangeMails(tx, order.id, { moved: ["address"] }, by, shop);
  });
}

/** Keeps the address with the guest's site, which is the order's alone. */
async function keepAddress(
  tx: Transaction,
  { customerId, shipToId }: Pick<typeof orders.$inferSelect, "customerId" | "shipToId">,
  { phone, driverNotes, ...where }: Partial<WantedAddress>,
): Promise<void> {
  if (!shipToId) throw new Error("A retail order has no site");
  await tx
    .update(shipTos)
    .set({ ...where, phone, ...(driverNotes !== undefined && { notes: driverNotes }) })
    .where(and(eq(shipTos.customerId, customerId), eq(shipTos.id, shipToId)));
  await tx.update(customers).set({ phone }).where(eq(customers.id, customerId));
}

type AddressFormContext = Pick<
  RequestContext,
  "db" | "limits" | "clientAddress" | "shop" | "minOrderCents" | "deliveryRules"
> & { log: Pick<Log, "error"> };

/**
 * Changes the address of a retail order as a submitted form says, for whoever holds its link.
 *
 * @param isBrought whether the order is delivered, and not picked up
 */
export async function answerAddressForm(
  context: AddressFormContext,
  holder: OrderHolder,
  isBrought: boolean,
  fields: Record<string, string>,
): Promise<"changed" | { refused: AddressAnswer; status: 400 | 409 | 429 | 503 }> {
  const { db, limits, clientAddress, shop, minOrderCents, deliveryRules, log } = context;
  const refused = (
    message: string,
    status: 400 | 409 | 429 | 503,
    more: Partial<AddressAnswer> = {},
  ) => ({ refused: { message, values: fields, costs: null, needsDay: false, ...more }, status });

  const wait = await limits.takeAll(checkoutCounts(clientAddress));
  if (wait !== null) return refused(`Too many changes. Try again ${whenAgain(wait)}.`, 429);
  const { data: wanted, refused: mistakes } = checkForm(addressSchema(isBrought), fields);
  if (!wanted) return refused(invalidMessage, 400, { ...mistakes, values: fields });
  const rules = await deliveryRules.get();
  const zone = zoneAt(rules, wanted.postalCode);
  if (isBrought && isSetUp(rules) && (!zone || zone.wholesaleOnly)) {
    const message = wanted.postalCode
      ? `We do not deliver to ${formatPostalCode(wanted.postalCode)} yet`
      : "Please enter the postal code of the address";
    return refused(invalidMessage, 400, { errors: { postalCode: [message] } });
  }
  const asked = readDayKey(fields[orderField.day] ?? "");
  // A day that was chosen for another postal code since is asked for again.
  const day = asked?.zoneId === zone?.id ? (asked ?? null) : null;
  const seen: Seen = {
    version: Number(fields[addressField.version]),
    day,
    total: fields[addressField.seenTotal] ?? "",
    prices: fields[addressField.seenPrices] ?? "",
  };
  try {
    await changeHeldAddress(db, holder, wanted, seen, { shop, minOrderCents });
    return "changed";
  } catch (error) {
    if (error instanceof AddressCostsError) {
      const costs = { ...error.costs, lines: [] };
      return refused(costsDiffer, 409, { costs, needsDay: day !== null });
    }
    if (error instanceof DayPricesError) {
      const { total, lines } = error.prices;
      return refused(costsDiffer, 409, { costs: { ...total, lines }, needsDay: day !== null });
    }
    if (error instanceof DayRefusedError) {
      return refused(dayRefusedInWords(error, shop.company), 409, { needsDay: true });
    }
    if (error instanceof OrderRefusedError) {
      const isElsewhere = error.problems.some(({ field }) => field === "day");
      const message = error.problems.map((problem) => problem.message).join(" ");
      return refused(message, 409, {
        needsDay: isElsewhere && message !== beingPacked(shop.company),
      });
    }
    if (error instanceof UnprovedError) return refused(confirmByLink(error), 409);
    if (error instanceof OrderChangedError) {
      const values = { ...fields, [addressField.version]: String(error.version) };
      return refused(changedMeanwhile, 409, { values });
    }
    if (error instanceof OrderConflictError) {
      return refused(`This order is already ${error.status}.`, 409);
    }
    log.error({ err: error, orderId: holder.orderId }, "an order's address was not changed");
    return refused("The address could not be changed. Please try again.", 503);
  }
}

const costsDiffer = "The order costs something else there";

const changedMeanwhile =
  "This order changed meanwhile. What you typed is still here: check it, and save again. Nothing was changed.";

function refuse(field: string, message: string): never {
  throw new OrderRefusedError([{ field, message }]);
}
