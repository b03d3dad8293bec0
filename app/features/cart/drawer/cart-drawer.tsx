import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { useCart } from "../cart-context.tsx";

/** Fetches the drawer's contents; the cart button starts it when the pointer comes near. */
export const loadCartPanel = () => import("./cart-drawer-panel.tsx");

/** The cart, sliding in from the right. Its contents are fetched when it is first opened. */
export function CartDrawer() {
  const { isOpen, close } = useCart();
  const panel = useOnDemand(loadCartPanel, isOpen, () => {
    close();
    toast({
      title: "Your cart could not be opened",
      description: "Please check your connection and reload the page.",
      variant: "destructive",
    });
  });
  return panel && <panel.CartDrawerPanel />;
}
