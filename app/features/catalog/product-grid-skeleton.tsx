import { Skeleton } from "#app/components/skeleton.tsx";
import { columns } from "./product-grid.tsx";

/** How many places are held while products load (specification, section 9). */
const skeletonCards = 8;

/** The grid while its products are on their way. */
export function ProductGridSkeleton() {
  const places = Array.from({ length: skeletonCards }, (_, place) => place);
  return (
    <div>
      <p role="status" className="sr-only">
        Loading products...
      </p>
      <div aria-hidden="true" className={columns}>
        {places.map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}

/** The place of a card whose product is still on its way; takes the same room. */
function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/3" />
      <Skeleton className="mt-4 h-6 w-3/4" />
      <Skeleton className="mt-4 h-8 w-1/2" />
      <Skeleton className="mt-2 h-4 w-1/3" />
    </div>
  );
}
