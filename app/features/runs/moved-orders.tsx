import { Notice } from "#app/components/page/notice.tsx";
import { counted } from "./papers/run-sheet-job.ts";
import { type HeldOrder, heldInWords, type MovedOrder, movedInWords } from "./run.ts";

interface MovedOrdersProps {
  moved: readonly MovedOrder[];
  /** What whoever reads it should do or know. */
  children: string;
  className: string;
}

/** Which orders are not on a run any more that is out; nothing where all still are. */
export function MovedOrders({ moved, children, className }: MovedOrdersProps) {
  if (moved.length === 0) return null;
  return (
    <Notice
      title={`${counted(moved.length, "order is", "orders are")} no longer on this run`}
      className={className}
    >
      {moved.map((one) => (
        <span key={one.id} className="block break-words">
          {movedInWords(one)}.
        </span>
      ))}
      {children}
    </Notice>
  );
}

interface HeldOrdersProps {
  held: readonly HeldOrder[];
  children: string;
  className: string;
}

/** Which orders of a run have meat of lots on hold; nothing where none has. */
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
          {heldInWords(one)}.
        </span>
      ))}
      {children}
    </Notice>
  );
}
