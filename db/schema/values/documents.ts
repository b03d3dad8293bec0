/**
 * A delivery note is no receivable: what it lists is on the month's invoice, unless a reversal takes the note
 * back.
 */
export const documentKinds = ["invoice", "credit_note", "delivery_note", "note_reversal"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What a line's price is for. Fees and corrections are `each`. */
export const documentUnits = ["lb", "each"] as const;
export type DocumentUnit = (typeof documentUnits)[number];
