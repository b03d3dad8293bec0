import type { Company } from "#app/content/company.ts";
import { dateInWords, timeInWords } from "#app/features/delivery/days.ts";
import { formatPostalCode } from "#app/features/delivery/postal-code.ts";
import type { OrderDelivery } from "../order.ts";

type Day = NonNullable<OrderDelivery["day"]>;

/** "Thursday 26 Nov, 8 a.m. to 12 p.m." */
export function dayAndWindow({ date, from, to }: Pick<Day, "date" | "from" | "to">): string {
  return `${dateInWords(date)}, ${windowInWords(from, to)}`;
}

/** "8 a.m. to 3 p.m." */
export function windowInWords(from: string, to: string): string {
  return `${timeInWords(from)} to ${timeInWords(to)}`;
}

/** Why a client can't change the day of an order any more. */
export const beingPacked = ({ phone }: Company) =>
  `This order is being packed. Please call ${phone.display} to change it.`;

/** Why an order that is picked up can't be moved to a delivery. */
export const noAddress = ({ phone }: Company) =>
  `We have no address to deliver this order to. Please call ${phone.display}.`;

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
    late: `The cut-off for ${day} has passed`,
    unserved: `${day} can't be ordered for any more`,
  }[reason];
  const instead = next.length > 0 ? "Choose another day." : `Please call ${phone.display}.`;
  return `${why}. ${instead}`;
}

/** "Delivery" or "Pick-up", as the label of a day. */
export function kindInWords(kind: Day["kind"]): string {
  return kind === "pickup" ? "Pick-up" : "Delivery";
}

/** Where an order goes or is picked up, in one line; the address may have its postal code already. */
export function destinationInWords({ name, address, postalCode, day }: OrderDelivery): string {
  const code = postalCode && formatPostalCode(postalCode);
  const hasCode = address.toUpperCase().replace(/[ -]/g, "").includes(postalCode);
  const parts = [day?.kind === "pickup" ? "" : name, address, code && !hasCode ? code : ""];
  return parts.filter((part) => part.trim()).join(", ");
}

/** Day, window and place of an order with a day, for mails. */
export function deliveryFacts(delivery: OrderDelivery): { label: string; value: string }[] {
  const { day } = delivery;
  if (!day) return [];
  const where = destinationInWords(delivery);
  return [
    { label: kindInWords(day.kind), value: dayAndWindow(day) },
    ...(where
      ? [{ label: day.kind === "pickup" ? "Pick up at" : "Deliver to", value: where }]
      : []),
    ...(delivery.notes.trim() ? [{ label: "For the driver", value: delivery.notes.trim() }] : []),
  ];
}
