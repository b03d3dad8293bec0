import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { dismiss, toast } from "#app/components/toast/toast-store.ts";
import type { AddableProduct, AddOptions } from "./browser-cart.ts";
import { itemCount } from "./cart-figures.ts";
import { type CartState, cartState, emptyCart } from "./cart-state.ts";
import { isCartStored, watchCart } from "./cart-watch.ts";

interface CartContextValue extends CartState {
  /** The sum of all quantities. */
  itemCount: number;
  isOpen: boolean;
  /** What the focus returns to when the drawer closes. */
  opener: RefObject<HTMLElement | null>;
  open: (opener: HTMLElement) => void;
  close: () => void;
  /** Over when the product is in the cart, or a toast has said why not. */
  addItem: (product: AddableProduct, options?: AddOptions) => Promise<void>;
}

const CartContext = createContext<CartContextValue | null>(null);

/**
 * Fetches what keeps a cart and changes it, which a visitor without one does not need
 * (docs/decisions/0003). What adds to the cart starts it when the pointer comes near.
 */
export const loadCart = () => import("./browser-cart.ts");

/**
 * The cart for everything inside. Empty on the server and in the first client render, because the
 * HTML is the same for everyone; the browser's own cart follows after hydration.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(cartState.subscribe, cartState.get, () => emptyCart);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);

  useEffect(() => {
    if (cartState.get().isLoaded || isCartStored()) start();
    // Once it is read, the store follows the other tabs by itself.
    return watchCart(() => {
      if (!cartState.get().isLoaded && isCartStored()) start();
    });
  }, []);

  const value = useMemo<CartContextValue>(
    () => ({
      ...state,
      itemCount: itemCount(state.items),
      isOpen,
      opener,
      open(from) {
        opener.current = from;
        // What it says stands in the drawer now, and it would lie over the drawer's buttons.
        dismiss();
        setIsOpen(true);
        start();
      },
      close: () => setIsOpen(false),
      addItem,
    }),
    [state, isOpen],
  );
  return <CartContext value={value}>{children}</CartContext>;
}

/** The cart and what can be done with it. Throws outside a CartProvider. */
export function useCart(): CartContextValue {
  const value = useContext(CartContext);
  if (!value) throw new Error("useCart must be used within a CartProvider");
  return value;
}

/** Reads the stored cart and refreshes it. That the line is down is told when something is pressed. */
function start() {
  loadCart().then(
    ({ cartStore }) => cartStore.start(),
    () => undefined,
  );
}

function addItem(product: AddableProduct, options?: AddOptions) {
  return loadCart().then(
    ({ addToCart }) => addToCart(product, options),
    () => {
      toast({
        title: "Not added to your cart",
        description: "Please check your connection and reload the page.",
        variant: "destructive",
      });
    },
  );
}
