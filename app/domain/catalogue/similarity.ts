/**
 * How alike two names are, from 0 to 1: the share of their trigrams that both have. As PostgreSQL's
 * pg_trgm counts them: words in lower case, each with two spaces before it and one after.
 */
export function similarity(one: string, other: string): number {
  return similarityOf(trigramsOf(one), trigramsOf(other));
}

/** The same of names whose trigrams are known. */
export function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const trigram of one) if (other.has(trigram)) both += 1;
  const either = one.size + other.size - both;
  return either === 0 ? 0 : both / either;
}

export function trigramsOf(name: string): ReadonlySet<string> {
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
