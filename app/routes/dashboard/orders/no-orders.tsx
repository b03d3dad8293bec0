import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";

/** The empty state for new clients: a link to the first order. */
export function NoOrders() {
  return (
    <EmptyState
      titleAs="h2"
      title="No orders yet"
      underHead
      action={
        <Link to="/dashboard/place-order" className={buttonClass({ size: "lg" })}>
          Place your first order
        </Link>
      }
    >
      <p>
        Choose your cuts by the pound and send the order in one go. It will appear here with its
        status, and you can order it again.
      </p>
    </EmptyState>
  );
}
