import type { z } from "zod";
import {
  contactForm,
  pickedUpForm,
  placeFields,
  withWholeAddress,
} from "#app/domain/ordering/retail/retail-order.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { DayPrices } from "./day-prices.ts";

/** The fields of the form besides those of the address and `orderField.day`. */
export const addressField = {
  version: "version",
  /** What the order was shown to come to, in dollars, and the prices of its day (`asSeen`). */
  seenTotal: "seenTotal",
  seenPrices: "seenPrices",
} as const;

const parts = { phone: true, address: true, postalCode: true, driverNotes: true } as const;

const pickedUp = pickedUpForm.pick(parts);
const delivered = contactForm.pick(parts).extend(placeFields.shape).transform(withWholeAddress);

/** Where an order goes, and how we reach its customer. */
export type WantedAddress = z.output<typeof pickedUp>;

/** The schema of the form; of what is picked up only the phone number is shown. */
export function addressSchema(isDelivered: boolean) {
  return isDelivered ? delivered : pickedUp;
}

/** Why an address was not changed, with what was submitted. */
export interface AddressAnswer extends FormAnswer {
  /** What the order comes to at the new address, to be agreed to; null for any other reason. */
  costs: { from: string; to: string; lines: DayPrices["lines"] } | null;
  /** Whether its postal code has other days, of which one is to be chosen. */
  needsDay: boolean;
}
