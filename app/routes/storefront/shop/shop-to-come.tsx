import { useLocation, useNavigation } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";

const skeletonCards = 8;

export function ProductGridSkeleton() {
  const places = Array.from({ length: skeletonCards }, (_, place) => place);
  return (
    <>
      <p role="status" className="sr-only">
        Loading products...
      </p>
      <div aria-hidden="true" className="product-grid">
        {places.map((place) => (
          <div key={place} className="card-skeleton" />
        ))}
      </div>
    </>
  );
}

/**
 * The shop's skeleton while its products load. It covers the previous page rather than replacing
 * it, as the router saves that page's scroll position when the navigation completes.
 */
export function ShopToCome() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  if (next?.pathname !== "/shop" || pathname === "/shop") return null;
  return (
    <div className="page-pending">
      <div className="page-width">
        <div aria-hidden="true">
          <PageHeader size="page" title="The shop" />
        </div>
        <div className="mt-8 pt-8">
          <ProductGridSkeleton />
        </div>
      </div>
    </div>
  );
}
