/** Moves an item of a list; returns the same list if `from` or `to` is out of range. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * Adds a new image at the front of a list, but after the earlier images of its batch.
 *
 * @param earlier images selected together with it and before it
 */
export function addedFirst(
  images: readonly string[],
  image: string,
  earlier: ReadonlySet<string>,
): readonly string[] {
  const others = images.filter((other) => other !== image);
  const at = others.findIndex((other) => !earlier.has(other));
  const place = at === -1 ? others.length : at;
  return [...others.slice(0, place), image, ...others.slice(place)];
}
