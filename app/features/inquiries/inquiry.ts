/** The kinds of business that ask for wholesale (specification, section 3), as the form names them. */
export const businessTypes = {
  butcher: "Butcher",
  restaurant: "Restaurant",
  grocery: "Grocery",
  "meal-prep": "Meal prep",
  other: "Other",
} as const;

/** How a wholesale customer would get the meat (specification, section 3). */
export const deliveryChoices = {
  delivery: "Delivery",
  pickup: "Pickup",
  undecided: "Undecided",
} as const;

export type BusinessType = keyof typeof businessTypes;
export type DeliveryChoice = keyof typeof deliveryChoices;

/**
 * The hidden field with the company's address (specification, section 3). It is sent and not obeyed:
 * an inquiry goes to the address in site.ts, or the form would send mail to anybody.
 */
export const recipientField = "recipient";

/** Names the inquiry that a new account's form is filled in from: `/login?create&invitation=<id>`. */
export const invitationParameter = "invitation";
