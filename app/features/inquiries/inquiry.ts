import type { BusinessType, DeliveryChoice } from "#db/schema/values/inquiries.ts";

export const businessTypes = {
  butcher: "Butcher",
  restaurant: "Restaurant",
  grocery: "Grocery",
  "meal-prep": "Meal prep",
  other: "Other",
} as const satisfies Record<BusinessType, string>;

export const deliveryChoices = {
  delivery: "Delivery",
  pickup: "Pickup",
  undecided: "Undecided",
} as const satisfies Record<DeliveryChoice, string>;

/**
 * Hidden field with the company's address. The server ignores it and always mails the company,
 * because the form could otherwise send mail to anyone.
 */
export const recipientField = "recipient";

/** The id of the inquiry that prefills the sign-up form: `/login?create&invitation=<id>`. */
export const invitationParameter = "invitation";

/** Query parameter proving that the link's reader can read the invited address. */
export const proofParameter = "proof";
