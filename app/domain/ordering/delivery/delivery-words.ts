import type { Company } from "#app/content/company.ts";
import { windowInWords } from "#app/domain/delivery/days.ts";
import type { ChosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import type { OrderDelivery } from "#app/domain/orders/order.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";

type Day = NonNullable<OrderDelivery["day"]>;

/** "Thursday, November 26, 8 a.m. to noon" */
export function dayAndWindow({ date, from, to }: Pick<Day, "date" | "from" | "to">): string {
  return `${dateInWords(date)}, ${windowInWords({ from, to })}`;
}

/** Why a client can't change the day of an order any more. */
export const beingPacked = ({ phone }: Company) =>
  `This order is being packed. Please call ${phone.display} to change it.`;

/** Why an order that is picked up can't be moved to a delivery. */
export const noAddress = ({ phone }: Company) =>
  `We have no address to deliver this order to. Please call ${phone.display}.`;

/** Why nothing of an order's day can be changed any more; a phrase to end. */
export const cutOffPassed = (date: string) => `The cut-off for ${dateInWords(date)} has passed`;

/** Why a day that was chosen is not offered any more. */
export function lostInWords({ date, isFull }: { date: string; isFull: boolean }): string {
  const why = isFull
    ? `${dateInWords(date)} is full`
    : `${dateInWords(date)} can no longer be chosen: its cut-off has passed, the day was closed, or the address is another`;
  return `${why}. Choose another day.`;
}

/** What is said where nobody delivers, and what to do; null where somebody does or no code is known. */
export function unservedInWords(
  { site }: Pick<ChosenDelivery, "site">,
  { phone }: Company,
): string | null {
  if (!site || site.postalCode === "" || site.zoneId !== null) return null;
  return `We do not deliver to ${formatPostalCode(site.postalCode)} yet. Correct the postal code, or call ${phone.display}.`;
}

/** What is said while a zone has no day that can be ordered for. */
export const noDays = ({ phone }: Company) =>
  `No delivery days are available right now. Please call ${phone.display}.`;

/** What must be done before an order without a day can be placed. */
export function dayMissingInWords(chosen: ChosenDelivery, company: Company): string {
  if (chosen.zones.length > 0) return chooseDay;
  if (chosen.site?.postalCode === "")
    return "Enter the postal code and press “Check delivery” first.";
  return unservedInWords(chosen, company) ?? noDays(company);
}

/** Why a day can't be had. */
export function dayRefusedInWords(
  {
    reason,
    asked,
    next,
  }: {
    reason: "full" | "late" | "unserved";
    asked: { date: string };
    next: readonly unknown[];
  },
  { phone }: Company,
): string {
  const day = dateInWords(asked.date);
  const why = {
    full: `${day} is full`,
    late: cutOffPassed(asked.date),
    unserved: `${day} is no longer available`,
  }[reason];
  const instead = next.length > 0 ? "Choose another day." : `Please call ${phone.display}.`;
  return `${why}. ${instead}`;
}

/** "Delivery" or "Pickup", as the label of a day. */
export function kindInWords(kind: Day["kind"]): string {
  return kind === "pickup" ? "Pickup" : "Delivery";
}

/** Where an order goes or is picked up, in one line; the address may have its postal code already. */
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
 * Day, window and place of an order, for mails; without a day the place alone.
 *
 * @param reader.repeatsTyped whether the address and the notes for the driver, which were typed, are
 *   repeated
 */
export function deliveryFacts(
  delivery: OrderDelivery,
  { repeatsTyped }: { repeatsTyped: boolean },
): { label: string; value: string }[] {
  const { day } = delivery;
  // Where something is picked up, the shop has written.
  const where = repeatsTyped || day?.kind === "pickup" ? destinationInWords(delivery) : "";
  return [
    ...(day ? [{ label: kindInWords(day.kind), value: dayAndWindow(day) }] : []),
    ...(where
      ? [{ label: day?.kind === "pickup" ? "Pick up at" : "Deliver to", value: where }]
      : []),
    ...(repeatsTyped && delivery.notes.trim()
      ? [{ label: "For the driver", value: delivery.notes.trim() }]
      : []),
  ];
}
