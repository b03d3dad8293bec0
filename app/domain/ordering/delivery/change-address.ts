import type { z } from "zod";
import {
  contactForm,
  pickedUpForm,
  placeFields,
  withWholeAddress,
} from "#app/domain/ordering/retail/retail-order.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { DayPrices } from "./day-prices.ts";

/** The form's fields besides the address and `orderField.day`. */
export const addressField = {
  version: "version",
  /** The shown total in dollars, and the shown prices of the day (`asSeen`). */
  seenTotal: "seenTotal",
  seenPrices: "seenPrices",
} as const;

const parts = { phone: true, address: true, postalCode: true, driverNotes: true } as const;

const pickedUp = pickedUpForm.pick(parts);
const delivered = contactForm.pick(parts).extend(placeFields.shape).transform(withWholeAddress);

export type WantedAddress = z.output<typeof pickedUp>;

/** Returns the form's schema; a pickup asks only for the phone number. */
export function addressSchema(isDelivered: boolean) {
  return isDelivered ? delivered : pickedUp;
}

export interface AddressAnswer extends FormAnswer {
  /** The old and new total in dollars, to be confirmed; null if refused for another reason. */
  costs: { from: string; to: string; lines: DayPrices["lines"] } | null;
  /** True if the new postal code has other days and one must be chosen. */
  needsDay: boolean;
}
