export const businessTypes = ["butcher", "restaurant", "grocery", "meal-prep", "other"] as const;
export type BusinessType = (typeof businessTypes)[number];

export const deliveryChoices = ["delivery", "pickup", "undecided"] as const;
export type DeliveryChoice = (typeof deliveryChoices)[number];

/** Why a submission is considered a bot's: the honeypot was filled in, or it was typed too fast. */
export const robotSigns = ["trap", "haste"] as const;
export type RobotSign = (typeof robotSigns)[number];
