import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";

interface EmptyCartProps {
  /** Directly below a page's header, rather than in the drawer. */
  underHead?: boolean;
  onLeave?: () => void;
}

/** Shown for a cart without lines. */
export function EmptyCart({ underHead = true, onLeave }: EmptyCartProps) {
  return (
    <EmptyState
      title="Your cart is empty"
      titleAs={underHead ? "h2" : "p"}
      underHead={underHead}
      action={
        <ButtonLink to="/shop" onClick={onLeave}>
          Browse Products
        </ButtonLink>
      }
    >
      Add some premium cuts to get started
    </EmptyState>
  );
}
