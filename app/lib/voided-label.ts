/** Shown for the label of a voided package. */
export const voidedLabel = "This package was taken back. Its label isn’t printed: weigh it again.";
