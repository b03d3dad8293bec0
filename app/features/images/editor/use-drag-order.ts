import { type PointerEvent, type RefObject, useState } from "react";

/**
 * Reorders a list by dragging with mouse or touch: put `grab` on each drag handle and `list` on the
 * list. The order changes during the drag; pointer events are handled on the list, because the
 * dragged item moves in the DOM.
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
