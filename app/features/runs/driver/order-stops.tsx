import { clsx } from "clsx/lite";
import { GripVertical } from "lucide";
import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { buttonClass } from "#app/components/button.tsx";
import { moved, useDragOrder } from "#app/components/drag-order.ts";
import { Icon } from "#app/components/icon.tsx";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { wholeAddress } from "../run.ts";
import type { ShownStop } from "./run-view.ts";

interface OrderStopsProps {
  /** Stops not visited yet, in driving order. */
  stops: readonly ShownStop[];
  onReport: (report: Report) => void;
}

/** Distance from the screen's edge at which a drag scrolls the page, and the step, in px. */
const [edge, scrolled] = [80, 14];

/** Lets the driver reorder the stops left, by dragging or with buttons. */
export function OrderStops({ stops, onReport }: OrderStopsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState("");
  const known = stops.map(({ id }) => id);
  // Drops stops that have left the run since.
  const ids = dragged?.filter((id) => known.includes(id)) ?? known;
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const drag = useDragOrder(list, ids, (from, to) => setDragged(moved(ids, from, to)));

  function place(order: readonly string[], id: string) {
    const at = order.indexOf(id);
    setSaid(`${byId.get(id)?.name ?? ""} is now ${at + 1} of ${order.length} left.`);
    onReport({
      kind: "place",
      requestId: newUuid(),
      stopId: id,
      at: new Date().toISOString(),
      afterId: order[at - 1] ?? null,
      beforeId: order[at + 1] ?? null,
      note: "",
      photoId: null,
      isEarly: false,
    });
  }

  function drop(end: () => void) {
    const id = drag.dragged;
    end();
    setDragged(null);
    if (id !== null && known.includes(id) && ids.join() !== known.join()) place(ids, id);
  }

  function follow(event: PointerEvent) {
    drag.list.onPointerMove(event);
    if (drag.dragged === null) return;
    if (event.clientY < edge) window.scrollBy(0, -scrolled);
    if (event.clientY > window.innerHeight - edge) window.scrollBy(0, scrolled);
  }

  return (
    <>
      <p className="mt-4 text-ink-soft">
        Drag a stop by its handle, or use its buttons. The next runs of this zone begin in this
        order.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol
        ref={list}
        aria-label="Stops left"
        onPointerMove={follow}
        onPointerUp={() => drop(drag.list.onPointerUp)}
        onPointerCancel={() => {
          drag.list.onPointerCancel();
          setDragged(null);
        }}
        onLostPointerCapture={drag.list.onLostPointerCapture}
        className="mt-3 -mx-3 border-t border-ink"
      >
        {ids.map((id, at) => {
          const stop = byId.get(id);
          if (!stop) return null;
          return (
            <li
              key={id}
              className={clsx(
                "grid grid-cols-[2.75rem_1fr] border-b border-rule py-3 pr-3",
                drag.dragged === id && "bg-paper-deep",
              )}
            >
              <div
                // The buttons do the same without dragging.
                aria-hidden="true"
                onPointerDown={(event) => drag.grab(event, id)}
                className={clsx(
                  "flex touch-none items-center justify-center text-ink-soft select-none",
                  drag.dragged ? "cursor-grabbing" : "cursor-grab",
                )}
              >
                <Icon of={GripVertical} className="size-6" />
              </div>
              <div className="min-w-0">
                <p className="font-semibold break-words">
                  <span className="tabular-nums">{at + 1}.</span> {stop.name}
                </p>
                <p className="truncate text-sm text-ink-soft">{wholeAddress(stop)}</p>
                <div className="mt-2 grid grid-cols-2 gap-2">
                  <Step way="Earlier" name={stop.name} ids={ids} at={at} onMove={place} />
                  <Step way="Later" name={stop.name} ids={ids} at={at} onMove={place} />
                </div>
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface StepProps {
  way: "Earlier" | "Later";
  name: string;
  ids: readonly string[];
  at: number;
  onMove: (order: readonly string[], id: string) => void;
}

function Step({ way, name, ids, at, onMove }: StepProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // Moving a row in the DOM loses its focus; restore it.
  useLayoutEffect(() => {
    if (wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  });
  const to = way === "Earlier" ? at - 1 : at + 1;
  const isEnd = to < 0 || to >= ids.length;
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${way}: ${name}`}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        const id = ids[at];
        if (isEnd || id === undefined) return;
        wasPressed.current = true;
        onMove(moved(ids, at, to), id);
      }}
      className={buttonClass({
        variant: "secondary",
        className: "aria-disabled:cursor-default aria-disabled:opacity-30",
      })}
    >
      {way}
    </button>
  );
}
