/**
 * Returns a zone's route after a run of some of its sites was sorted. These take their earlier
 * places among the others, in their new order; a new site follows the one before it.
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

export interface Neighbours {
  after: string | null;
  before: string | null;
}

/**
 * Puts a stop between two others. If one of them is gone or they are no longer neighbours, puts it
 * before the following one, else after the preceding one.
 *
 * @returns null if the stop is gone, or both of the others are
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
