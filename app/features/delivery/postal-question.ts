// Small, because every page with a postal-code box loads it.

/** Query parameter of the page and of the API. */
export const postalParameter = "postal";

/** Parameter of questions that repeat an earlier one, which aren't counted as demand. */
export const againParameter = "again";
