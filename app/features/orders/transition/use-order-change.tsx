import { type ReactNode, startTransition, useState } from "react";
import { useSubmit } from "react-router";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { orderNumber } from "../order.ts";
import { changeWords, type OrderChange, type OrderInQuestion } from "./order-change.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

/** What is being asked, and the form that would send it. */
export interface AskedChange {
  change: OrderChange;
  order: OrderInQuestion;
  form: HTMLFormElement;
}

/**
 * Asks before an order is changed, in a dialog, and sends the change to the form's address when the
 * answer is yes. The route there sends it by `sendOrderChange`. Once on a page: `dialog` is drawn,
 * `ask` is given to every `OrderChangeForm`.
 */
export function useOrderChange(): { ask: (asked: AskedChange) => void; dialog: ReactNode } {
  const submit = useSubmit();
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Where the dialog cannot be fetched the server asks, on a page.
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
    const fields = { change, order: order.id, confirmed: "yes" };
    const action = form.getAttribute("action") ?? undefined;
    setBusy(true);
    await submit(fields, { method: "post", action, navigate: false });
    // Together with what the router shows then: closed before that, the dialog would give the focus
    // back to a button that is about to go.
    startTransition(() => {
      setBusy(false);
      setOpen(false);
    });
  }

  if (!asked || !dialog) return { ask, dialog: null };
  const words = changeWords[asked.change];
  return {
    ask,
    dialog: (
      <dialog.ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => !isBusy && setOpen(open)}
        title={words.question}
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

/** The order as one line: "Order 0b8a3b1e, Sample Bistro, $249.90". */
export function inShort({ id, companyName, totalPrice }: OrderInQuestion): string {
  const client = companyName || "Unknown Client";
  return `Order ${orderNumber(id)}, ${client}, ${formatCents(toCents(totalPrice))}`;
}
