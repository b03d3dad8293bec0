import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { updateCustomer, updateSites } from "#app/domain/customers/save-customers.server.ts";
import { DayRefusedError, refuseLate } from "#app/domain/delivery/booking.server.ts";
import { type DayAsked, readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { isSetUp, zoneAt } from "#app/domain/delivery/rules.ts";
import { checkoutCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { tellChange } from "../holding/align-authorization.server.ts";
import { byLink } from "../mails/queue-change-mails.server.ts";
import type { OrderingServices } from "../ordering-services.server.ts";
import { orderField } from "../placing/order-form.ts";
import { OrderRefusedError, refuseOrder } from "../placing/order-rules.ts";
import { refuseUnproved } from "../retail/unconfirmed-orders.server.ts";
import { destinationOf, siteFor } from "./arrange-delivery.server.ts";
import {
  type AddressAnswer,
  addressField,
  addressSchema,
  type WantedAddress,
} from "./change-address.ts";
import { dayOfOrder, lockToChange, rearrange } from "./change-day.server.ts";
import { DayPricesError, isBegun } from "./day-prices.server.ts";
import { beingPacked, dayRefusedInWords } from "./delivery-words.ts";

/** What the form showed and the user chose, besides the address. */
interface Seen {
  version: number;
  /** Null for the current day. */
  day: DayAsked | null;
  /** The total in dollars and the prices (`asSeen`), as shown. */
  total: string;
  prices: string;
}

/**
 * Changes the address and phone number of a retail order for the holder of its link, until its
 * cut-off and before packing begins; only the phone number for a pickup. For a delivery, checks
 * zone, day, capacity, minimum and fee again. A new total must have been shown, and a higher one
 * needs a new card authorization. Customer and company are emailed.
 *
 * @throws Refusal if the order has changed or is no longer pending, or its new total wasn't shown;
 *   OrderRefusedError, DayRefusedError, DayPricesError, UnprovedError
 */
function changeLinkedAddress(
  db: Database,
  link: OrderLink,
  wanted: WantedAddress,
  seen: Seen,
  { shop, minOrderCents }: { shop: Shop; minOrderCents: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const locked = await lockToChange(tx, link.orderId);
    const { order } = locked;
    if (await isBegun(tx, order.id)) refuseOrder("day", beingPacked(shop.company));
    if (order.version !== seen.version) {
      const fields = { [addressField.version]: String(order.version) };
      throw new Refusal("changed", changedMeanwhile, { fields });
    }
    const { customerId } = order;
    const by = byLink(link);
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
      await rearrange(tx, locked, by, null, day, { shop, minOrderCents });
    } else {
      await refuseLate(tx, order.runId);
      const site = await siteFor(tx, { customerId, sites: null }, order.shipToId);
      const to = await destinationOf(tx, { customerId }, site, null);
      await touchOrder(tx, order.id, isBrought ? to : { deliveryPhone: to.deliveryPhone });
    }
    const [now] = await tx.select().from(orders).where(eq(orders.id, order.id));
    if (!now) throw new Error("The order of a link is missing");
    if (now.runId !== order.runId) await refuseUnproved(tx, order.id);
    if (now.totalPrice !== order.totalPrice && now.totalPrice !== seen.total) {
      const costs = { from: order.totalPrice, to: now.totalPrice, lines: [] };
      const answer = { costs, needsDay: seen.day !== null };
      throw new Refusal("costs", costsDiffer, { answer });
    }
    await recordAudit(tx, by, {
      entity: "order",
      entityId: order.id,
      action: "address changed",
      before: facts(order),
      after: facts(now),
    });
    await tellChange(tx, order.id, { moved: { what: "address", from: order } }, by, shop);
  });
}

/** Stores the address with the guest's site, which belongs to this order only. */
async function keepAddress(
  tx: Transaction,
  { customerId, shipToId }: Pick<typeof orders.$inferSelect, "customerId" | "shipToId">,
  { phone, driverNotes, ...where }: Partial<WantedAddress>,
): Promise<void> {
  if (!shipToId) throw new Error("A retail order has no site");
  await updateSites(tx, [{ id: shipToId, fields: { ...where, phone, notes: driverNotes } }]);
  await updateCustomer(tx, customerId, { phone });
}

type AddressFormContext = Pick<
  OrderingServices,
  "db" | "limits" | "clientAddress" | "shop" | "minOrderCents" | "deliveryRules"
> & { log: Pick<Log, "error"> };

/**
 * Changes the address of a retail order from a submitted form, for the holder of its link.
 *
 * @param isBrought false for a pickup
 */
export async function answerAddressForm(
  context: AddressFormContext,
  link: OrderLink,
  isBrought: boolean,
  fields: Record<string, string>,
): Promise<"changed" | { refused: AddressAnswer; status: number }> {
  const { db, limits, clientAddress, shop, minOrderCents, deliveryRules, log } = context;
  const refused = (message: string, status: number, more: Partial<AddressAnswer> = {}) => ({
    refused: { message, values: fields, costs: null, needsDay: false, ...more },
    status,
  });

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
  // A day chosen for another postal code doesn't count.
  const day = asked?.zoneId === zone?.id ? (asked ?? null) : null;
  const seen: Seen = {
    version: Number(fields[addressField.version]),
    day,
    total: fields[addressField.seenTotal] ?? "",
    prices: fields[addressField.seenPrices] ?? "",
  };
  try {
    await changeLinkedAddress(db, link, wanted, seen, { shop, minOrderCents });
    return "changed";
  } catch (error) {
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
    if (isRefusal(error)) {
      const values = { ...fields, ...error.fields };
      return refused(error.message, error.status, { ...error.answer, values });
    }
    log.error({ err: error, orderId: link.orderId }, "an order's address was not changed");
    return refused("The address could not be changed. Please try again.", 503);
  }
}

const costsDiffer = "The order costs something else there";

const changedMeanwhile =
  "This order changed meanwhile. What you typed is still here: check it, and save again. Nothing was changed.";
