import type { RequestContext } from "#app/context.server.ts";
import type { Client, Staff } from "#app/features/auth/capability.ts";
import { DayRefusedError } from "#app/features/delivery/booking.server.ts";
import { dayInWords } from "#app/features/delivery/days.ts";
import { readDayKey } from "#app/features/delivery/delivery-terms.ts";
import { runKey } from "#app/features/delivery/rules.ts";
import { checkoutCounts, orderCounts } from "#app/features/limits/limits.ts";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import { maxOverride, overrideTooLong } from "#app/features/orders/placing/order-rules.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Log } from "#db/database.ts";
import { confirmByLink, UnprovedError } from "../checkout/unproved.ts";
import { OrderConflictError, OrderNotFoundError } from "../order.ts";
import { chooseDay } from "../order-refusals.ts";
import { OrderRefusedError } from "../placing/order-rules.ts";
import {
  changeDay,
  changeDayForClient,
  changeHeldDay,
  type WantedDay,
} from "./change-day.server.ts";
import { DayPricesError } from "./day-prices.server.ts";
import { type DayPrices, seenPricesField } from "./day-prices.ts";
import { dayRefusedInWords } from "./delivery-words.ts";

/** Why an order was not moved, with what was submitted. */
export interface DayAnswer {
  message: string;
  otherDays: { key: string; words: string }[];
  day: string;
  override: string;
  /** The prices of the day, which are to be agreed to; null for any other reason. */
  prices: DayPrices | null;
}

type DayFormContext = Pick<
  RequestContext,
  "db" | "limits" | "clientAddress" | "shop" | "minOrderCents"
> & {
  log: Pick<Log, "error">;
};

type Answered = "moved" | { refused: DayAnswer; status: 400 | 404 | 409 | 429 | 503 };

/**
 * Moves an order as a submitted form says: fields `day` (`runKey`), `site`, `override` and
 * `seenPricesField`.
 */
export async function answerDayForm(
  { db, limits, clientAddress, shop, minOrderCents, log }: DayFormContext,
  who: { client: Client } | { staff: Staff<"sell"> } | { holder: OrderHolder },
  orderId: string,
  fields: Record<string, string>,
): Promise<Answered> {
  const { site = "", takeDay } = fields;
  const day = takeDay || (fields.day ?? "");
  const seen = fields[seenPricesField] ?? "";
  // Those of another day were not seen.
  const seenPrices = seen.startsWith(`${day}: `) ? seen.slice(day.length + 2) : "";
  const override = (fields.override ?? "").replaceAll("\0", "").trim();
  const refused = (
    message: string,
    status: Exclude<Answered, string>["status"],
    { otherDays = [], prices = null }: Partial<DayAnswer> = {},
  ): Answered => ({ refused: { message, otherDays, prices, day, override }, status });

  const asked = readDayKey(day);
  if (!asked) return refused(chooseDay, 400);
  if (site !== "" && !isUuid(site)) return refused("Choose a site from the list.", 400);
  if (override.length > maxOverride) return refused(overrideTooLong, 400);
  const wanted: WantedDay = { day: asked, siteId: site || null, override, seenPrices };
  try {
    if ("holder" in who) {
      const wait = await limits.takeAll(checkoutCounts(clientAddress));
      if (wait !== null) return refused(tooManyChanges(wait), 429);
      await changeHeldDay(db, who.holder, wanted, { shop, minOrderCents });
    } else if ("client" in who) {
      const wait = await limits.takeAll(orderCounts(clientAddress, who.client.userId));
      if (wait !== null) return refused(tooManyChanges(wait), 429);
      await changeDay(db, who.client, orderId, wanted, shop, minOrderCents);
    } else await changeDayForClient(db, who.staff, orderId, wanted, shop, minOrderCents);
    return "moved";
  } catch (error) {
    if (error instanceof DayRefusedError) {
      const otherDays = error.next.map((one) => ({
        ...{ key: runKey(one.zoneId, one.date), words: dayInWords(one) },
      }));
      return refused(dayRefusedInWords(error, shop.company), 409, { otherDays });
    }
    if (error instanceof DayPricesError) {
      const message = seenPrices === "" ? pricesDiffer : pricesDifferAgain;
      return refused(message, 409, { prices: error.prices });
    }
    if (error instanceof OrderRefusedError) {
      return refused(error.problems.map(({ message }) => message).join(" "), 400);
    }
    if (error instanceof UnprovedError) return refused(confirmByLink(error), 409);
    if (error instanceof OrderConflictError) {
      return refused(`This order is already ${error.status}.`, 409);
    }
    if (error instanceof OrderNotFoundError) return refused("There is no such order.", 404);
    log.error({ err: error, orderId }, "an order was not moved");
    return refused("The day could not be changed. Please try again.", 503);
  }
}

const tooManyChanges = (seconds: number) =>
  `Too many changes in a short time. Try again ${whenAgain(seconds)}.`;

const pricesDiffer = "Prices are different on that day";
const pricesDifferAgain = "Prices have changed since you saw them";
