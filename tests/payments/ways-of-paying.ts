/** Which ways of paying the owner takes. */
interface WaysTaken {
  takesCard: boolean;
  takesDoor: boolean;
  takesEtransfer: boolean;
}

const each = [false, true];

/** All combinations of the settings. */
export const waysInAll: WaysTaken[] = each.flatMap((takesCard) =>
  each.flatMap((takesDoor) =>
    each.map((takesEtransfer) => ({ takesCard, takesDoor, takesEtransfer })),
  ),
);

/** What customers are to be offered, in alphabetical order. */
export function waysOffered(
  { takesCard, takesDoor, takesEtransfer }: WaysTaken,
  { hasCard }: { hasCard: boolean },
): string[] {
  return [
    ...(takesCard && hasCard ? ["card"] : []),
    ...(takesDoor ? ["door"] : []),
    ...(takesEtransfer ? ["etransfer"] : []),
  ];
}

/** What a page of the checkout lets choose from, in alphabetical order. */
export function waysIn(html: string): string[] {
  const choices = [...html.matchAll(/<input\b[^>]*\bname="way"[^>]*>/g)];
  return choices
    .filter(([tag]) => tag.includes('type="radio"'))
    .map(([tag]) => / value="([^"]*)"/.exec(tag)?.[1] ?? "")
    .sort();
}
