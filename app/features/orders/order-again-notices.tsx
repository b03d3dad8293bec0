import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/notice.tsx";
import { orderNumber } from "./order.ts";
import type { OrderAgain } from "./order-again.ts";

/** What an order form was filled with from a past order, and what is not to be had any more. */
export function FilledAgain({ again: { orderId, lines, gone } }: { again: OrderAgain }) {
  const title =
    lines.length === 0
      ? `Nothing of order ${orderNumber(orderId)} is sold any more`
      : `Filled with what you had in order ${orderNumber(orderId)}, at today's prices`;
  return (
    <Notice tone={gone.length > 0 ? "info" : "success"} title={title} className="mt-6">
      {gone.length > 0 && <p>No longer sold: {gone.join(", ")}.</p>}
    </Notice>
  );
}

interface AgainChoiceProps {
  again: OrderAgain;
  onAdd: () => void;
  onReplace: () => void;
  onKeep: () => void;
}

/** Something has been picked already when a past order is to be had again. */
export function AgainChoice({ again, onAdd, onReplace, onKeep }: AgainChoiceProps) {
  const name = orderNumber(again.orderId);
  return (
    <Notice
      title="You have an order that is not placed yet"
      className="mt-6"
      action={
        <>
          <Button onClick={onAdd}>Add to it</Button>
          <Button variant="secondary" onClick={onReplace}>
            Start over
          </Button>
          <Button variant="quiet" onClick={onKeep}>
            Leave it as it is
          </Button>
        </>
      }
    >
      <p>
        Add what it lacks of order {name}, or start over with order {name} alone?
      </p>
    </Notice>
  );
}
