interface WaysTaken {
  takesCard: boolean;
  takesDoor: boolean;
  takesEtransfer: boolean;
}

const each = [false, true];

export const waysInAll: WaysTaken[] = each.flatMap((takesCard) =>
  each.flatMap((takesDoor) =>
    each.map((takesEtransfer) => ({ takesCard, takesDoor, takesEtransfer })),
  ),
);

/** Returns the methods offered to customers, in alphabetical order. */
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

/** Returns the methods on a checkout page, in alphabetical order. */
export function waysIn(html: string): string[] {
  const choices = [...html.matchAll(/<input\b[^>]*\bname="way"[^>]*>/g)];
  return choices
    .filter(([tag]) => tag.includes('type="radio"'))
    .map(([tag]) => / value="([^"]*)"/.exec(tag)?.[1] ?? "")
    .sort();
}
