import { type ReactNode, startTransition, use, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import type {
  OrderInQuestion,
  OrderTransition,
} from "#app/domain/ordering/transition/order-transition.ts";
import {
  buttonFor,
  consequenceOf,
  questionFor,
  transitionWords,
} from "#app/domain/ordering/transition/transition-words.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { offerUndo } from "./send-order-transition.ts";
import type { SentChange } from "./shown-order.ts";

const loadDialog = () => import("#app/components/overlay/confirm-dialog.tsx");

export interface AskedChange {
  change: OrderTransition;
  order: OrderInQuestion;
  form: HTMLFormElement;
}

interface Asked extends AskedChange {
  asker: string;
}

/**
 * Confirms a change in a dialog, then submits it to the form's action, whose route uses
 * `sendOrderTransition`. Use once per page: render `dialog`, pass `ask` to every
 * `OrderTransitionForm`, and apply `sent` to orders (`shownOrder`).
 */
export function useOrderTransition(): {
  ask: (asked: AskedChange) => void;
  dialog: ReactNode;
  sent: SentChange | null;
} {
  const submit = useSubmit();
  const sends = use(SendsMail);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<SentChange | null>(null);
  // If the dialog's code can't be loaded, submit so that the server asks on a page.
  const dialog = useOnDemand(loadDialog, isOpen, () => {
    setOpen(false);
    asked?.form.submit();
  });

  function ask(wanted: AskedChange) {
    setAsked({ ...wanted, asker: askerOf(wanted.form) });
    setOpen(true);
  }

  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current && !sent && asked) focusAgain(asked);
    wasSent.current = sent !== null;
  }, [sent, asked]);

  async function post({ change, order, form }: AskedChange) {
    const fields = { change, order: order.id, day: order.deliveryDay ?? "", confirmed: "yes" };
    const action = form.getAttribute("action") ?? undefined;
    setSent(fields);
    await submit(fields, { method: "post", action, navigate: false });
    // Joins the router's own transition, so that the stored data replaces the optimistic data.
    startTransition(() => setSent(null));
  }

  function send() {
    if (!asked) return;
    setOpen(false);
    offerUndo(asked.order.id, () => void post({ ...asked, change: "undeliver" }));
    void post(asked);
  }

  if (!asked || !dialog) return { ask, sent, dialog: null };
  const words = transitionWords[asked.change];
  return {
    ask,
    sent,
    dialog: (
      <dialog.ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={questionFor(asked.change, asked.order, pacificDay(new Date()))}
        description={
          <>
            <p className="font-semibold text-ink">{oneLine(asked.order)}</p>
            <p className="mt-1">{consequenceOf(asked.change, sends, asked.order)}</p>
          </>
        }
        confirmLabel={buttonFor(asked.change, asked.order)}
        cancelLabel={words.keep}
        tone={asked.change === "cancel" ? "danger" : "normal"}
        onConfirm={send}
      />
    ),
  };
}

/** Returns the text of the button that asked; of the button that opens its menu, if in one. */
function askerOf(form: HTMLFormElement): string {
  const menu = form.closest("[popover]");
  const opener = menu && document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
  return (opener ?? form.querySelector("button"))?.textContent ?? "";
}

/**
 * If the focus was lost, returns it to the button that asked, which the optimistic update has
 * replaced, or else to the page.
 */
function focusAgain({ asker }: Asked): void {
  const main = document.getElementById("main");
  if (document.activeElement !== document.body && document.activeElement !== main) return;
  const buttons = [...document.querySelectorAll<HTMLElement>("main button")];
  const again = buttons.find(({ textContent }) => textContent === asker) ?? main;
  again?.focus({ preventScroll: true });
}

/** "Order 1042, Sample Bistro, $249.90" */
export function oneLine({ number, companyName, totalPrice }: OrderInQuestion): string {
  const client = companyName || "Unknown Client";
  return `${orderName(number)}, ${client}, ${formatDollars(totalPrice)}`;
}
