import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { CategoryLinks } from "./category-links.tsx";

/** For an unknown address of a product, and for one that is not sold at present. */
export function ProductNotFound() {
  return (
    <div className="page-width">
      <EmptyState
        titleAs="h1"
        title="Product not found"
        action={
          <Link to="/shop" className={buttonClass()}>
            Return to shop
          </Link>
        }
      >
        <p>It may be sold out for the season, or the link may be mistyped.</p>
      </EmptyState>
      <CategoryLinks title="Look among these" limit={4} />
    </div>
  );
}
