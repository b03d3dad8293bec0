import { daysInWords, megabytes } from "#app/lib/in-words.ts";

/** Maximum number of rows below the headings. */
export const maxImportRows = 50_000;

/** Maximum size in bytes. */
export const maxImportBytes = 10 * 1024 * 1024;

export const tooLargeText = `The file has more than ${megabytes(maxImportBytes)}. Please split it, or save it as CSV.`;

/** How long an import can be undone, in ms: a day. */
export const undoMs = 24 * 60 * 60_000;

export const undoTime = daysInWords(undoMs);
