import { useLocation, useNavigation } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { ProductGridSkeleton } from "#app/features/catalog/product-grid-skeleton.tsx";

/**
 * The shop's shape over the page that is left, while its products are on their way (specification,
 * section 2). Over it and not in its place: the router notes how far that page was scrolled when the
 * shop is there.
 */
export function ShopToCome() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  if (next?.pathname !== "/shop" || pathname === "/shop") return null;
  return (
    <div className="page-to-come">
      <div className="page-width">
        <div aria-hidden="true">
          <PageHeader title="The shop" />
        </div>
        <div className="mt-8 pt-8">
          <ProductGridSkeleton />
        </div>
      </div>
    </div>
  );
}
