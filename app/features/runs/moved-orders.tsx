import { useEffect, useMemo, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { ended } from "#app/lib/in-words.ts";
import { counted } from "./papers/run-sheet-job.ts";
import { type HeldOrder, heldInWords, type MovedOrder, movedInWords } from "./run.ts";

interface MovedOrdersProps {
  runId: string;
  moved: readonly MovedOrder[];
  /** What the reader should do or know. */
  children: string;
  className: string;
}

/**
 * Lists orders that left the run while it was out, until the reader dismisses it; nothing if there
 * are none.
 */
export function MovedOrders({ runId, moved, children, className }: MovedOrdersProps) {
  const { isSeen, take } = useSeenMoves(runId);
  const left = moved.filter((one) => !isSeen(keyOf(one)));
  if (left.length === 0) return null;
  return (
    <Notice
      title={`${counted(left.length, "order is", "orders are")} no longer on this run`}
      className={className}
      action={
        <Button variant="secondary" className="needs-script" onClick={() => take(moved.map(keyOf))}>
          Got it
        </Button>
      }
    >
      {left.map((one) => (
        <span key={one.id} className="block break-words">
          {ended(movedInWords(one))}
        </span>
      ))}
      {children}
    </Notice>
  );
}

/** An order that is moved again is shown again. */
const keyOf = ({ id, to }: MovedOrder) => `${id} ${to ? `${to.kind} ${to.day}` : "cancelled"}`;

/** Moves dismissed in this browser; other readers still see them. */
function useSeenMoves(runId: string) {
  const key = `run-moves:${runId}`;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const known = useMemo(() => new Set(seen), [seen]);
  useEffect(() => {
    setSeen(withStorage((storage) => storage.getItem(key))?.split("\n") ?? []);
  }, [key]);
  return {
    isSeen: (move: string) => known.has(move),
    take(moves: readonly string[]) {
      withStorage((storage) => storage.setItem(key, moves.join("\n")));
      setSeen(moves);
    },
  };
}

interface HeldOrdersProps {
  held: readonly HeldOrder[];
  children: string;
  className: string;
}

/** Lists orders with meat on hold; nothing if there are none. */
export function HeldOrders({ held, children, className }: HeldOrdersProps) {
  if (held.length === 0) return null;
  return (
    <Notice
      tone="error"
      title={`${counted(held.length, "order has", "orders have")} meat that is on hold`}
      className={className}
    >
      {held.map((one) => (
        <span key={one.id} className="block break-words">
          {ended(heldInWords(one))}
        </span>
      ))}
      {children}
    </Notice>
  );
}
