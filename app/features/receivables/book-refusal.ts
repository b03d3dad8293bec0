/** Why nothing was booked. */
export type BookRefusal =
  | "unknown customer"
  /** Somebody else has settled or used it meanwhile, or it is more than there is. */
  | "changed meanwhile"
  | "date in the future"
  | "more than the amount";
