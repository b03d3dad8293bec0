import { type ReactNode, startTransition, useState } from "react";
import { useSubmit } from "react-router";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type {
  OrderInQuestion,
  OrderTransition,
} from "#app/domain/ordering/transition/order-transition.ts";
import { questionFor, transitionWords } from "#app/domain/ordering/transition/transition-words.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

/** A pending confirmation and the form to submit. */
export interface AskedChange {
  change: OrderTransition;
  order: OrderInQuestion;
  form: HTMLFormElement;
}

/**
 * Asks for confirmation in a dialog, then submits the change to the form's action, whose route
 * handles it with `sendOrderTransition`. Use once per page: render `dialog`, and pass `ask` to every
 * `OrderTransitionForm`.
 */
export function useOrderTransition(): { ask: (asked: AskedChange) => void; dialog: ReactNode } {
  const submit = useSubmit();
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // If the dialog's code can't be loaded, submit so that the server asks on a page.
  const dialog = useOnDemand(loadDialog, isOpen, () => {
    setOpen(false);
    asked?.form.submit();
  });

  function ask(wanted: AskedChange) {
    setAsked(wanted);
    setOpen(true);
  }

  async function send() {
    if (!asked) return;
    const { change, order, form } = asked;
    const day = order.deliveryDay ?? "";
    const fields = { change, order: order.id, day, confirmed: "yes" };
    const action = form.getAttribute("action") ?? undefined;
    setBusy(true);
    await submit(fields, { method: "post", action, navigate: false });
    // In one transition with the router's update: closing the dialog earlier would return the focus
    // to a button that is about to disappear.
    startTransition(() => {
      setBusy(false);
      setOpen(false);
    });
  }

  if (!asked || !dialog) return { ask, dialog: null };
  const words = transitionWords[asked.change];
  return {
    ask,
    dialog: (
      <dialog.ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => !isBusy && setOpen(open)}
        title={questionFor(asked.change, asked.order, pacificDay(new Date()))}
        description={
          <>
            <p className="font-semibold text-ink">{inShort(asked.order)}</p>
            <p className="mt-1">{words.consequence}</p>
          </>
        }
        confirmLabel={words.button}
        cancelLabel={words.keep}
        tone={asked.change === "cancel" ? "danger" : "normal"}
        pending={isBusy}
        onConfirm={send}
      />
    ),
  };
}

/** The order in one line: "Order 1042, Sample Bistro, $249.90". */
export function inShort({ number, companyName, totalPrice }: OrderInQuestion): string {
  const client = companyName || "Unknown Client";
  return `${orderName(number)}, ${client}, ${formatDollars(totalPrice)}`;
}
