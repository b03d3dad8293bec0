import type { Client, Staff } from "#app/domain/access/capability.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { orderCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { OrderingServices } from "../ordering-services.server.ts";
import { maxOverride, overrideTooLong } from "../placing/order-rules.ts";
import {
  changeDay,
  changeDayForClient,
  changeLinkedDay,
  type WantedDay,
} from "./change-day.server.ts";
import { type DayPrices, seenPricesField } from "./day-prices.ts";
import { type OtherDay, saidTo } from "./day-refusal.server.ts";

export interface DayAnswer extends FormAnswer {
  otherDays?: OtherDay[];
  /** The day's prices, which must be confirmed. */
  prices?: DayPrices;
}

export const dayForm = {
  failed: "The day could not be changed. Please try again.",
  log: "an order was not moved",
};

/**
 * Moves an order from a submitted form with the fields `day` (`runKey`), `site`, `override` and
 * `seenPricesField`.
 *
 * @throws Refusal
 */
export async function moveByForm(
  {
    db,
    limits,
    clientAddress,
    shop,
    minOrderCents,
  }: Pick<OrderingServices, "db" | "limits" | "clientAddress" | "shop" | "minOrderCents">,
  who: { client: Client } | { staff: Staff<"sell"> } | { link: OrderLink },
  orderId: string,
  fields: Record<string, string>,
): Promise<void> {
  const { site = "", takeDay } = fields;
  const day = takeDay || (fields.day ?? "");
  const seen = fields[seenPricesField] ?? "";
  // Prices shown for another day don't count.
  const seenPrices = seen.startsWith(`${day}: `) ? seen.slice(day.length + 2) : "";
  const override = (fields.override ?? "").trim();
  const asked = readDayKey(day);
  if (!asked) throw new Refusal("invalid", chooseDay);
  if (site !== "" && !isUuid(site)) throw new Refusal("invalid", "Choose a site from the list.");
  if (override.length > maxOverride) throw new Refusal("invalid", overrideTooLong);
  const wanted: WantedDay = { day: asked, siteId: site || null, override, seenPrices };
  try {
    if ("link" in who) {
      await changeLinkedDay(db, who.link, wanted, { shop, minOrderCents });
    } else if ("client" in who) {
      await refuseTooMany(limits, orderCounts(clientAddress, who.client.userId), "changes");
      await changeDay(db, who.client, orderId, wanted, shop, minOrderCents);
    } else await changeDayForClient(db, who.staff, orderId, wanted, shop, minOrderCents);
  } catch (error) {
    saidTo(shop.company)(error);
  }
}
