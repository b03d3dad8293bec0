import { ShoppingBag } from "lucide";
import { buttonClass } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";
import type { LoadCartDelivery } from "#app/domain/delivery/postal/postal-question.ts";
import { cartPath, formatItemCount } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { useCart } from "./cart-context.tsx";

const mostShown = 999;

/** Opens the cart and shows the number of items. */
export function CartButton() {
  const { items, itemCount, isOpen, open } = useCart();
  return (
    // Before hydration and without JavaScript, it leads to the cart's page.
    <form action={cartPath} className="contents">
      <button
        aria-label={itemCount > 0 ? `Cart, ${formatItemCount(items)}` : "Cart"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        {...warmUpNear(loadCartPanel)}
        className={buttonClass({ variant: "quiet", size: "icon" })}
      >
        <Icon of={ShoppingBag} className="size-5.5 stroke-[1.6]" />
        {itemCount > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 bg-oxblood px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-paper tabular-nums"
          >
            {itemCount > mostShown ? `${mostShown}+` : itemCount}
          </span>
        )}
      </button>
    </form>
  );
}

/** Loads the drawer's contents; preloaded when hovering over the cart button. */
export const loadCartPanel = () => import("./drawer/cart-drawer-panel.tsx");

/** The cart drawer. Its contents are loaded on first opening. */
export function CartDrawer({ loadDelivery }: { loadDelivery: LoadCartDelivery }) {
  const { isOpen, close } = useCart();
  const panel = useOnDemand(loadCartPanel, isOpen, () => {
    close();
    toast({
      title: "Your cart could not be opened",
      description: "Please check your connection and reload the page.",
      variant: "destructive",
    });
  });
  return panel && <panel.CartDrawerPanel loadDelivery={loadDelivery} />;
}
