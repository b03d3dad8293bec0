import type { Company } from "#app/content/company.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import type { ChosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import type { OrderDelivery } from "#app/domain/orders/order.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";

type Day = NonNullable<OrderDelivery["day"]>;

/** Returns e.g. "Thursday, November 26, 8 a.m. to noon". */
export function dayAndWindow({ date, from, to }: Pick<Day, "date" | "from" | "to">): string {
  return `${dateInWords(date)}, ${windowInWords({ from, to })}`;
}

/** Why a client can't change the day of an order any more. */
export const beingPacked = ({ phone }: Company) =>
  `This order is being packed. Please call ${phone.display} to change it.`;

/** Why an order that is picked up can't be moved to a delivery. */
export const noAddress = ({ phone }: Company) =>
  `We have no address to deliver this order to. Please call ${phone.display}.`;

/** Why an order's day can't be changed any more, without a full stop. */
export const cutOffPassed = (date: string) => `The cut-off for ${dateInWords(date)} has passed`;

/** Why a day takes no orders once its run has left; without a full stop. */
export const dayLeft = (date: string) => `Orders for ${dateInWords(date)} are no longer taken`;

/** Says why a chosen day is no longer offered. */
export function lostInWords({ date, isFull }: { date: string; isFull: boolean }): string {
  // `isFull` also stands for a run that left before its cut-off.
  const why = isFull
    ? `${dateInWords(date)} takes no more orders`
    : `${dateInWords(date)} can no longer be chosen: its cut-off has passed, the day was closed, or the address is another`;
  return `${why}. Choose another day.`;
}

/** Says that we don't deliver to the site; null if we do or it has no postal code. */
export function unservedInWords(
  { site }: Pick<ChosenDelivery, "site">,
  { phone }: Company,
): string | null {
  if (!site || site.postalCode === "" || site.zoneId !== null) return null;
  return `We do not deliver to ${formatPostalCode(site.postalCode)} yet. Correct the postal code, or call ${phone.display}.`;
}

/** The message for a zone without a day to order for. */
export const noDays = ({ phone }: Company) =>
  `No delivery days are available right now. Please call ${phone.display}.`;

/** Says what is missing before an order without a day can be placed. */
export function dayMissingInWords(chosen: ChosenDelivery, company: Company): string {
  if (chosen.zones.length > 0) return chooseDay;
  if (chosen.site?.postalCode === "")
    return "Enter the postal code and press “Check delivery” first.";
  return unservedInWords(chosen, company) ?? noDays(company);
}

/** Says why a day isn't available. */
export function dayRefusedInWords(
  {
    reason,
    asked,
    next,
  }: {
    reason: "full" | "late" | "left" | "unserved";
    asked: { date: string };
    next: readonly unknown[];
  },
  { phone }: Company,
): string {
  const day = dateInWords(asked.date);
  const why = {
    full: `${day} is full`,
    late: cutOffPassed(asked.date),
    left: dayLeft(asked.date),
    unserved: `${day} is no longer available`,
  }[reason];
  const instead = next.length > 0 ? "Choose another day." : `Please call ${phone.display}.`;
  return `${why}. ${instead}`;
}

export function kindInWords(kind: Day["kind"]): string {
  return kind === "pickup" ? "Pickup" : "Delivery";
}

/** Returns the delivery or pickup address in one line, without repeating the postal code. */
export function destinationInWords({
  name,
  address,
  postalCode,
  day,
}: Pick<OrderDelivery, "name" | "address" | "postalCode"> & {
  day: Pick<Day, "kind"> | null;
}): string {
  const code = postalCode && formatPostalCode(postalCode);
  const hasCode = address.toUpperCase().replace(/[ -]/g, "").includes(postalCode);
  const parts = [day?.kind === "pickup" ? "" : name, address, code && !hasCode ? code : ""];
  return parts.filter((part) => part.trim()).join(", ");
}

/**
 * Returns day, window and place of an order for emails; without a day only the place.
 *
 * @param reader.repeatsTyped false leaves out the address and driver notes that the customer typed
 * @param when replaces the day and its window where they no longer hold
 */
export function deliveryFacts(
  delivery: OrderDelivery,
  { repeatsTyped }: { repeatsTyped: boolean },
  when?: string,
): { label: string; value: string }[] {
  const { day } = delivery;
  // A pickup address is the shop's own text.
  const where = repeatsTyped || day?.kind === "pickup" ? destinationInWords(delivery) : "";
  return [
    ...(day ? [{ label: kindInWords(day.kind), value: when ?? dayAndWindow(day) }] : []),
    ...(where
      ? [{ label: day?.kind === "pickup" ? "Pick up at" : "Deliver to", value: where }]
      : []),
    ...(repeatsTyped && delivery.notes.trim()
      ? [{ label: "For the driver", value: delivery.notes.trim() }]
      : []),
  ];
}
