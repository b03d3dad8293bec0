// What screens, mails and refusals say alike: limits, from the constants that enforce them, and ends.

/** "20 MB", of binary megabytes. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

const dayMs = 24 * 60 * 60_000;

/** "1 day", "14 days"; of milliseconds. */
export function daysInWords(ms: number): string {
  const days = Math.round(ms / dayMs);
  return days === 1 ? "1 day" : `${days} days`;
}

/** "1 hour", "24 hours"; of milliseconds. */
export function hoursInWords(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** "Please use at most 5,000 characters": of a text that is too long. */
export function atMostCharacters(max: number): string {
  return `Please use at most ${max.toLocaleString("en-CA")} characters`;
}

/** Ends a sentence with one full stop, also after "2 p.m." or a name such as "Sample Foods Ltd.". */
export function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** "1 order", "1,200 orders"; of a word that takes an s. */
export function countOf(count: number, word: string): string {
  return `${count.toLocaleString("en-CA")} ${word}${count === 1 ? "" : "s"}`;
}
