/**
 * Whether `typed` is one typo away from `word` or from a prefix of it: one character missing, extra
 * or wrong, or two adjacent ones swapped. Runs in time linear in `typed`.
 */
export function oneSlipAway(typed: string, word: string): boolean {
  const start = commonStart(typed, word);
  const [rest, wanted] = [typed.slice(start), word.slice(start)];
  const swapped = (wanted[1] ?? "") + (wanted[0] ?? "");
  return (
    // Missing, extra, wrong character.
    wanted.slice(1).startsWith(rest) ||
    wanted.startsWith(rest.slice(1)) ||
    wanted.slice(1).startsWith(rest.slice(1)) ||
    (swapped.length === 2 && rest.startsWith(swapped) && wanted.slice(2).startsWith(rest.slice(2)))
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
