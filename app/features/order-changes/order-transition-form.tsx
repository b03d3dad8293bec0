import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { Button } from "#app/components/button.tsx";
import type {
  OrderInQuestion,
  OrderTransition,
} from "#app/domain/ordering/transition/order-transition.ts";
import { buttonFor } from "#app/domain/ordering/transition/transition-words.ts";
import type { AskedChange } from "./use-order-transition.tsx";

interface OrderTransitionFormProps
  extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "className"> {
  change: OrderTransition;
  order: OrderInQuestion;
  /** The page's own URL, including the query. */
  action: string;
  onAsk: (asked: AskedChange) => void;
  /** True if the server is asked first, because it is likely to refuse. */
  isAskedByServer?: boolean;
  /** True for a menu entry, styled only by `className`. */
  isMenuItem?: boolean;
  children?: ReactNode;
}

/** A button to fulfil or cancel an order; `onAsk`, or the server without JavaScript, asks first. */
export function OrderTransitionForm(props: OrderTransitionFormProps) {
  const { change, order, action, onAsk, children, ...rest } = props;
  const { isMenuItem = false, isAskedByServer = false, ...look } = rest;
  const label = children ?? buttonFor(change, order);

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onAsk({ change, order, form: event.currentTarget });
  }

  return (
    <form method="post" action={action} onSubmit={isAskedByServer ? undefined : ask}>
      <TransitionFields change={change} order={order} />
      {isMenuItem ? (
        <button type="submit" className={look.className}>
          {label}
        </button>
      ) : (
        <Button {...look} type="submit">
          {label}
        </Button>
      )}
    </form>
  );
}

/** The form's hidden fields. */
export function TransitionFields({
  change,
  order,
}: Pick<OrderTransitionFormProps, "change" | "order">) {
  return (
    <>
      <input type="hidden" name="change" value={change} />
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="day" value={order.deliveryDay ?? ""} />
    </>
  );
}
