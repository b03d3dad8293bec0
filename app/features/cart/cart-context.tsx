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
import { dismiss, toast } from "#app/components/toast-store.ts";
import { type CartProduct, itemCount, orderableItems, subtotalCents } from "./cart.ts";
import { type CartState, cartStore, emptyCart } from "./cart-store.ts";
import { addedToast, clearedToast, removedToast } from "./cart-toasts.ts";

interface AddOptions {
  /** Pounds; 1 unless said otherwise. */
  quantity?: number;
  /** Title of the toast for a product that was not in the cart. */
  toastTitle?: string;
}

interface CartContextValue extends CartState {
  /** The sum of all quantities. */
  itemCount: number;
  /** Cents of what can still be ordered. */
  subtotalCents: number;
  isOpen: boolean;
  /** What the focus returns to when the drawer closes. */
  opener: RefObject<HTMLElement | null>;
  open: (opener: HTMLElement) => void;
  close: () => void;
  addItem: (product: CartProduct, options?: AddOptions) => void;
  /** Below 1 removes the line. */
  setQuantity: (id: string, quantity: number) => void;
  removeItem: (id: string) => void;
  clear: () => void;
}

const CartContext = createContext<CartContextValue | null>(null);

/**
 * The cart for everything inside. Empty on the server and in the first client render, because the
 * HTML is the same for everyone; the browser's own cart follows after hydration.
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(cartStore.subscribe, cartStore.getState, () => emptyCart);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);

  useEffect(() => cartStore.start(), []);

  const value = useMemo<CartContextValue>(
    () => ({
      ...state,
      itemCount: itemCount(state.items),
      subtotalCents: subtotalCents(orderableItems(state.items, state.unavailable)),
      isOpen,
      opener,
      open(from) {
        opener.current = from;
        // What it says stands in the drawer now, and it would lie over the drawer's buttons.
        dismiss();
        setIsOpen(true);
        void cartStore.refresh();
      },
      close() {
        setIsOpen(false);
        cartStore.acknowledgePrices();
      },
      addItem: addWithToast,
      setQuantity: setQuantityWithToast,
      removeItem: removeWithToast,
      clear: clearWithToast,
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

function addWithToast(product: CartProduct, { quantity, toastTitle }: AddOptions = {}) {
  const { before, after } = cartStore.add(product, quantity);
  toast(addedToast(before, after, product, toastTitle));
}

function setQuantityWithToast(id: string, quantity: number) {
  if (quantity < 1) removeWithToast(id);
  else cartStore.setQuantity(id, quantity);
}

function removeWithToast(id: string) {
  const line = cartStore.getState().items.find((item) => item.product.id === id);
  cartStore.remove(id);
  if (line) toast(removedToast(line.product.name));
}

function clearWithToast() {
  cartStore.clear();
  toast(clearedToast);
}
