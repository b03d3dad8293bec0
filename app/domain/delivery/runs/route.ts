/**
 * The order of a zone's sites once a run of some of them was put in order: these take the places that
 * they had among the others, in their new order, and one that had none follows the one before it.
 */
export function keptRoute(kept: readonly string[], driven: readonly string[]): string[] {
  const known = driven.filter((site) => kept.includes(site));
  const left = [...known];
  const route = kept.map((site) => (known.includes(site) ? (left.shift() ?? site) : site));
  driven.forEach((site, at) => {
    if (route.includes(site)) return;
    const before = route.indexOf(driven[at - 1] ?? "");
    const first = route.indexOf(known[0] ?? "");
    if (before >= 0) route.splice(before + 1, 0, site);
    else if (first >= 0) route.splice(first, 0, site);
    else route.push(site);
  });
  return route;
}

/** Between which stops one is put; null for the end there. */
export interface Neighbours {
  after: string | null;
  before: string | null;
}

/**
 * Puts a stop between two others. Where one of them is gone meanwhile, or they are no longer neighbours,
 * before the one that followed, or else behind the one that it came after.
 *
 * @returns null where the stop is gone, or both of the others
 */
export function placedBetween(
  ids: readonly string[],
  id: string,
  { after, before }: Neighbours,
): string[] | null {
  if (!ids.includes(id)) return null;
  const rest = ids.filter((one) => one !== id);
  const put = (at: number) => [...rest.slice(0, at), id, ...rest.slice(at)];
  if (before !== null && rest.includes(before)) return put(rest.indexOf(before));
  if (after !== null && rest.includes(after)) return put(rest.indexOf(after) + 1);
  if (before === null) return put(rest.length);
  return after === null ? put(0) : null;
}
