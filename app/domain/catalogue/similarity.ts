/**
 * Returns the share of trigrams that two names have in common, from 0 to 1. As in PostgreSQL's
 * pg_trgm, words are in lower case, with two spaces before and one after each.
 */
export function similarity(one: string, other: string): number {
  const [ours, theirs] = [trigramsOf(one), trigramsOf(other)];
  const both = [...ours].filter((trigram) => theirs.has(trigram)).length;
  const either = ours.size + theirs.size - both;
  return either === 0 ? 0 : both / either;
}

function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of name
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
}
