// Phrases that screens, emails and refusals share.

/** Formats bytes: "20 MB", in binary megabytes. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

const dayMs = 24 * 60 * 60_000;

/** Formats milliseconds: "1 day", "14 days". */
export function daysInWords(ms: number): string {
  const days = Math.round(ms / dayMs);
  return days === 1 ? "1 day" : `${days} days`;
}

/** Formats milliseconds: "1 hour", "24 hours". */
export function hoursInWords(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** Returns the error for a text that is too long: "Please use at most 5,000 characters". */
export function atMostCharacters(max: number): string {
  return `Please use at most ${max.toLocaleString("en-CA")} characters`;
}

/** Ends a sentence with one full stop, also after "2 p.m." or a name like "Sample Foods Ltd.". */
export function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns "1 order", "1,200 orders"; for words with a regular plural. */
export function countOf(count: number, word: string): string {
  return `${count.toLocaleString("en-CA")} ${word}${count === 1 ? "" : "s"}`;
}

/**
 * Returns the verb of pounds or pieces: "1 piece is", "0.5 lb is", "24 pieces are", "12 lb are".
 * Not for a thing weighed as a whole, such as a package: it takes "is" whatever it weighs.
 */
export const isOrAre = (amount: number): "is" | "are" => (isOne(amount) ? "is" : "are");

/** As `isOrAre`, for the past: "1 piece was", "12 lb were". */
export const wasOrWere = (amount: number): "was" | "were" => (isOne(amount) ? "was" : "were");

/** True for one, or a part of one. */
const isOne = (amount: number) => amount !== 0 && Math.abs(amount) <= 1;

/** Lowercases a sentence's first letter, to use it within another one; "PO number" stays. */
export const midSentence = (text: string): string =>
  /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
