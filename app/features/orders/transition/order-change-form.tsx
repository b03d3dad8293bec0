import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { Button } from "#app/components/button.tsx";
import { changeWords, type OrderChange, type OrderInQuestion } from "./order-change.ts";
import type { AskedChange } from "./use-order-change.tsx";

interface OrderChangeFormProps extends Pick<ComponentProps<typeof Button>, "variant" | "size"> {
  change: OrderChange;
  order: OrderInQuestion;
  /** Where it is sent: the page's own address, query included. */
  action: string;
  onAsk: (asked: AskedChange) => void;
  /** On the button, where that is not the change's own words. */
  children?: ReactNode;
}

/**
 * A button that asks to fulfil or cancel an order, and does neither: `onAsk` opens the question, and
 * without JavaScript the server answers with it.
 */
export function OrderChangeForm(props: OrderChangeFormProps) {
  const { change, order, action, onAsk, children, ...look } = props;

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onAsk({ change, order, form: event.currentTarget });
  }

  return (
    <form method="post" action={action} onSubmit={ask}>
      <ChangeFields change={change} order={order} />
      <Button {...look} type="submit">
        {children ?? changeWords[change].button}
      </Button>
    </form>
  );
}

/** What such a form sends. */
export function ChangeFields({ change, order }: Pick<OrderChangeFormProps, "change" | "order">) {
  return (
    <>
      <input type="hidden" name="change" value={change} />
      <input type="hidden" name="order" value={order.id} />
    </>
  );
}
