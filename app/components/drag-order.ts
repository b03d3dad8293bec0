import { type PointerEvent, type RefObject, useState } from "react";

/** Moves an item of a list; returns the same list if `from` or `to` is out of range. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * Adds a new image at the front of a list, but after the earlier images of its batch. `earlier` has
 * the images of the batch before it.
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

/**
 * Reorders a list by dragging: put `grab` on each drag handle and `list` on the list. Pointer
 * events are handled on the list, as the dragged item moves in the DOM during the drag.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  items: readonly string[],
  onMove: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);

  function follow({ clientY }: PointerEvent) {
    const from = dragged === null ? -1 : items.indexOf(dragged);
    if (from < 0) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const isBelow = ({ top, height }: DOMRect) => clientY > top + height / 2;
    const to = rows.filter((row, at) => at !== from && isBelow(row)).length;
    if (to !== from) onMove(from, to);
  }

  const drop = () => setDragged(null);

  return {
    dragged,
    grab(event: PointerEvent, item: string) {
      if (!event.isPrimary || event.button !== 0 || items.length < 2) return;
      list.current?.setPointerCapture(event.pointerId);
      setDragged(item);
    },
    list: {
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: drop,
      onLostPointerCapture: drop,
    },
  };
}
