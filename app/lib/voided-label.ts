/** Said of the label of a package that was taken back. */
export const voidedLabel = "This package was taken back. Its label isn’t printed: weigh it again.";
