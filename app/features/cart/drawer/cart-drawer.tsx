import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { useCart } from "../cart-context.tsx";

/** Loads the drawer's contents; preloaded when hovering over the cart button. */
export const loadCartPanel = () => import("./cart-drawer-panel.tsx");

/** The cart drawer, on the right. Its contents are loaded on first opening. */
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
