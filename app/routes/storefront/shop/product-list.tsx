import type { ReactNode } from "react";
import { Link } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Served } from "#app/components/page/served.tsx";
import type { ListOffer } from "#app/domain/catalogue/listing/arranged.ts";
import { ProductGrid } from "#app/domain/catalogue/product-grid.tsx";
import { QuickAdd } from "#app/features/cart/quick-add.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import type { PageOfProducts } from "./page-of-products.server.ts";

const loadPages = () =>
  import("#app/components/page/pagination.tsx").then(({ NumberedPages: Part }) => ({ Part }));

interface ProductListProps extends PageOfProducts {
  failure: string;
  action?: ReactNode;
}

/** One page of a product list, with the list's choices above. */
export function ProductList({
  products,
  place,
  offer,
  all,
  query,
  failure,
  action,
}: ProductListProps) {
  if (!products) {
    return (
      <div className="mt-8">
        <LoadFailure message={failure} />
      </div>
    );
  }
  return (
    <>
      {offer && <ListBar {...offer} />}
      {products.length > 0 ? (
        <ProductGrid
          products={products}
          priority
          action={(product) => <QuickAdd product={product} />}
        />
      ) : (
        <EmptyState
          title={all ? "No products match" : "No products found in this category"}
          action={all ? <SecondaryLink to={all}>Show all</SecondaryLink> : action}
        />
      )}
      {place && place.pages > 1 && (
        <Served
          key={query}
          part="pages"
          id={`pages${query}`}
          load={loadPages}
          content={{ label: "Pages of products", place }}
        />
      )}
    </>
  );
}

/** Plain links, so that it works without JavaScript and each choice has a URL. */
function ListBar({ shows, sorts, count }: ListOffer) {
  const links = (label: string, of: ListOffer["shows"]) =>
    of.length > 0 && (
      <nav aria-label={label} className="scroll-fade">
        {of.map(({ label, to, isCurrent, begins }) => (
          <Link
            key={label}
            to={to}
            preventScrollReset
            aria-current={isCurrent || undefined}
            data-begins={begins}
          >
            {label}
          </Link>
        ))}
      </nav>
    );
  return (
    <div className="list-bar">
      {links("Show", shows)}
      <p role="status">{count}</p>
      {links("Sort", sorts)}
    </div>
  );
}
