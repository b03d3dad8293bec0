import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { authStore } from "#app/domain/accounts/session/auth-browser.ts";
import {
  type CartItem,
  costOf,
  orderableItems,
  subtotalCents,
} from "#app/domain/drafts/cart/cart.ts";
import { estimateText } from "#app/domain/drafts/cart/estimate.ts";
import { orderCartPath } from "#app/domain/drafts/order-again.ts";
import type { CartMost } from "#app/domain/orders/order-costs.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { useCart } from "../cart-context.tsx";
import { checkoutLines } from "../checkout-lines.ts";

interface CartFootProps {
  isOutOfArea: boolean;
  postalCode: string;
}

/** The part of the cart that stays in view: subtotal, maximum total and checkout button. */
export function CartFoot({ isOutOfArea, postalCode }: CartFootProps) {
  const { items, unavailable, close } = useCart();
  const { user, profile, isStaff } = useSyncExternalStore(
    authStore.subscribe,
    authStore.getState,
    authStore.getState,
  );
  const orderable = orderableItems(items, unavailable);
  const subtotal = subtotalCents(orderable);
  // Pages are cached and the same for everyone, so the open cart asks the server.
  const [isOpen, setIsOpen] = useState<Promise<boolean>>();
  useEffect(() => setIsOpen(askCheckout()), []);
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        Subtotal
        <span aria-live="polite" className="font-display text-xl">
          {formatCents(subtotal)}
        </span>
      </p>
      {orderable.length > 0 && !isOutOfArea && (
        <AtMost isOpen={isOpen} items={orderable} postalCode={postalCode} />
      )}
      {isOutOfArea ? (
        <p className="mt-3 font-semibold">
          {user ? "Order with your account." : "We cannot bring an order to this postal code yet."}
        </p>
      ) : (
        <Checkout items={orderable} isOpen={isOpen} setIsOpen={setIsOpen} onLeave={close} />
      )}
      {user && !isStaff && orderable.length > 0 && (
        <ButtonLink to={orderCartPath} onClick={close} variant="secondary" className="mt-2 w-full">
          {profile?.companyName
            ? `Order these as ${profile.companyName}`
            : "Order with your account"}
        </ButtonLink>
      )}
    </div>
  );
}

interface CartNotesProps {
  onClear: () => void;
  place: "drawer" | "page";
}

/** Notes on the cart as a whole, and links out of it; scrolls with the lines. */
export function CartNotes({ onClear, place }: CartNotesProps) {
  const { items, unavailable, close } = useCart();
  const orderable = orderableItems(items, unavailable);
  return (
    <div className="mt-4 border-t border-rule pt-4">
      {orderable.length > 0 && <p className="text-sm">{estimateText(orderable.map(costOf))}</p>}
      <p className="text-sm text-ink-soft">Shipping and taxes calculated at checkout</p>
      <div className="mt-3 grid grid-cols-[3fr_2fr] gap-2">
        {place === "drawer" ? (
          <Button variant="secondary" className="px-2!" onClick={close}>
            Continue Shopping
          </Button>
        ) : (
          <ButtonLink to="/shop" variant="secondary" className="px-2!">
            Continue Shopping
          </ButtonLink>
        )}
        <Button variant="quiet" className="px-2!" onClick={onClear}>
          Clear Cart
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        We currently ship across British Columbia{" "}
        <Link to="/faq#shipping" onClick={close} className="link inline-block py-1 text-ink">
          Learn More<span className="sr-only"> about shipping</span>
        </Link>
      </p>
    </div>
  );
}

interface AtMostProps {
  isOpen: Promise<boolean> | undefined;
  items: readonly CartItem[];
  postalCode: string;
}

/** Milliseconds that button presses are debounced before the server is asked. */
const pauseMs = 300;

/** Shows the order's maximum with tax and the postal code's fee; empty without a checkout. */
function AtMost({ isOpen, items, postalCode }: AtMostProps) {
  const [answer, setAnswer] = useState<{ form: string; most: CartMost | null }>({
    form: "",
    most: null,
  });
  const form = `${checkoutLines(items)}&${new URLSearchParams({ postalCode })}`;
  useEffect(() => {
    const stopped = new AbortController();
    const later = setTimeout(async () => {
      const most = (await isOpen?.catch(() => false)) ? await askMost(form, stopped.signal) : null;
      if (!stopped.signal.aborted) setAnswer({ form, most });
    }, pauseMs);
    return () => {
      clearTimeout(later);
      stopped.abort();
    };
  }, [isOpen, form]);
  if (!answer.most) return null;
  const { words, lacks, to, goal } = answer.most;
  // The element keeps its space while a new figure is loading.
  return (
    <div role="status" className={answer.form === form ? "text-sm" : "invisible text-sm"}>
      {lacks.map((lack) => (
        <p key={lack} className="font-semibold text-cancelled">
          {lack}
        </p>
      ))}
      {words && <p>{words}</p>}
      {goal && <Goal {...goal} />}
      {to && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-soft">
          {to}
          <button type="button" onClick={focusPostalCode} className="link min-h-6 text-ink">
            Change<span className="sr-only"> the postal code</span>
          </button>
        </p>
      )}
    </div>
  );
}

/** Shows how far the order is from its minimum or from free delivery. */
function Goal({ words, share }: NonNullable<CartMost["goal"]>) {
  return (
    <div className="mt-1.5">
      <div aria-hidden="true" className="h-1 bg-rule">
        <div className="h-1 bg-oxblood" style={{ width: `${100 * share}%` }} />
      </div>
      <p className="mt-1 font-semibold">{words}</p>
    </div>
  );
}

function focusPostalCode() {
  const input = document.querySelector<HTMLInputElement>('[data-place="cart"] input');
  input?.focus();
  input?.select();
}

async function askMost(form: string, signal: AbortSignal): Promise<CartMost | null> {
  try {
    const body = new URLSearchParams(form);
    const response = await fetch("/api/checkout", { method: "POST", body, signal });
    if (!response.ok) return null;
    const { most }: { most: CartMost | null } = await response.json();
    return most;
  } catch {
    return null;
  }
}

interface CheckoutProps {
  items: readonly CartItem[];
  isOpen: Promise<boolean> | undefined;
  setIsOpen: (isOpen: undefined) => void;
  onLeave: () => void;
}

function Checkout({ items, isOpen, setIsOpen, onLeave }: CheckoutProps) {
  const [isAway, setIsAway] = useState(false);
  const navigate = useNavigate();

  async function go() {
    setIsAway(false);
    try {
      if (!(await (isOpen ?? askCheckout()))) return explainCheckout(items);
      onLeave();
      navigate("/checkout");
    } catch {
      setIsOpen(undefined);
      setIsAway(true);
    }
  }

  return (
    <>
      <Button className="mt-3 w-full" disabled={items.length === 0} onClick={go}>
        Checkout
      </Button>
      {isAway && (
        <p role="alert" className="mt-2 text-sm font-semibold text-cancelled">
          The checkout could not be reached. Please check your connection and press again.
        </p>
      )}
    </>
  );
}

function askCheckout(): Promise<boolean> {
  const asked = fetch("/api/checkout", { headers: { accept: "application/json" } }).then(
    async (answer) => {
      if (!answer.ok) throw new Error(`The checkout answered ${answer.status}`);
      const { isOpen }: { isOpen: boolean } = await answer.json();
      return isOpen;
    },
  );
  // A failure is reported once the button is pressed.
  asked.catch(() => undefined);
  return asked;
}

/** Stands in for a checkout with no payment method: logs the cart, shows an alert. Browser only. */
function explainCheckout(items: readonly CartItem[]): void {
  console.info("Checkout:", { items, subtotal: formatCents(subtotalCents(items)) });
  window.alert("Checkout will be integrated with a card payment provider.");
}
