/** A list with the item at one place moved to another; as it was where there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * A list with a new image in front: first of all, but behind the images that were chosen together
 * with it and before it.
 *
 * @param earlier those images
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
