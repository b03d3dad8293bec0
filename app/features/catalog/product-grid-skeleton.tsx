/** Number of placeholder cards while products load (specification, section 9). */
const skeletonCards = 8;

/** The product grid's loading state. */
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
