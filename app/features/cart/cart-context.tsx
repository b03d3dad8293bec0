import {
  createContext,
  type MouseEvent,
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
import type { AddableProduct, AddOptions } from "#app/domain/drafts/cart/browser-cart.ts";
import { isCartStored, itemCount, watchCart } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { type CartState, cartState, emptyCart } from "#app/domain/drafts/cart/cart-state.ts";

interface CartContextValue extends CartState {
  itemCount: number;
  isOpen: boolean;
  /** Receives the focus when the drawer closes. */
  opener: RefObject<HTMLElement | null>;
  /** Handles the click on the button that opens the drawer, and prevents its default action. */
  open: (press: MouseEvent<HTMLElement>) => void;
  close: () => void;
  /** Resolves when the product is in the cart or a toast has reported an error. */
  addItem: (product: AddableProduct, options?: AddOptions) => Promise<void>;
}

const CartContext = createContext<CartContextValue | null>(null);

/** Loads the cart's code (docs/decisions/0003). Add-to-cart buttons preload it on hover. */
export const loadCart = () => import("#app/domain/drafts/cart/browser-cart.ts");

/** Provides the cart, empty on the server and until hydrated: the HTML is the same for everyone. */
export function CartProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(cartState.subscribe, cartState.get, () => emptyCart);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);

  // Another tab may have started a cart. Starting again only looks for newer prices.
  useEffect(() => {
    const startIfStored = () => {
      if (isCartStored()) start();
    };
    startIfStored();
    return watchCart(startIfStored);
  }, []);

  const value = useMemo<CartContextValue>(
    () => ({
      ...state,
      itemCount: itemCount(state.items),
      isOpen,
      opener,
      open(press) {
        press.preventDefault();
        opener.current = press.currentTarget;
        // The toast would cover the drawer's buttons, and the drawer says the same.
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

/** The cart and its actions. Throws outside a CartProvider. */
export function useCart(): CartContextValue {
  const value = useContext(CartContext);
  if (!value) throw new Error("useCart must be used within a CartProvider");
  return value;
}

/**
 * Loads and refreshes the stored cart. A network error is reported once the user does something.
 */
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
