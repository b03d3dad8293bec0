/**
 * Whether somebody who means a word, or is only halfway through it, may have typed this: one character
 * is missing, too many or another one, or two neighbours have changed places. Takes time in
 * proportion to what was typed.
 */
export function oneSlipAway(typed: string, word: string): boolean {
  const start = commonStart(typed, word);
  const [rest, wanted] = [typed.slice(start), word.slice(start)];
  const swapped = (wanted[1] ?? "") + (wanted[0] ?? "");
  return (
    // Missing, too many, another one.
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
