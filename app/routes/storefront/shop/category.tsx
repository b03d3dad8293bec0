import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { NumberedPages } from "#app/components/page/pagination.tsx";
import { categoryPages } from "#app/content/category-pages.ts";
import { requestContext } from "#app/context.server.ts";
import { isCategory } from "#app/domain/catalogue/category.ts";
import { ProductGrid } from "#app/domain/catalogue/product-grid.tsx";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { QuickAdd } from "#app/features/cart/quick-add.tsx";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { carryPreviews } from "../frame/page-images.server.ts";
import { pageMeta, unlistedMeta } from "../frame/page-meta.ts";
import { categoryTrail } from "../frame/structured-data.server.ts";
import type { Route } from "./+types/category.ts";
import { CategoryLinks } from "./category-links.tsx";
import { pageOfProducts } from "./page-of-products.server.ts";

export const meta: Route.MetaFunction = (args) => {
  const { category, words, place, structuredData } = args.loaderData ?? {};
  if (!category) return unlistedMeta(args, "Category not found", "There is no such category.");
  const { heading: title, description } = words;
  const path = place && place.page > 1 ? { path: `/shop/${category}?page=${place.page}` } : {};
  return pageMeta(args, { title, description, ...path, structuredData });
};

const none = { category: null, words: null, products: [], place: null, structuredData: [] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { catalog, siteUrl, log } = context.get(requestContext);
  const { category } = params;
  if (!isCategory(category)) return data(none, { status: 404 });
  const listed = await orNull(catalog.list(category), log, "list products of a category");
  const { products, place } = pageOfProducts(listed, url);
  await carryPreviews(context, products);
  const structuredData = [categoryTrail(siteUrl, category)];
  const words = categoryPages[category];
  return data({ category, words, products, place, structuredData }, statusOf(products));
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, words, products, place } = loaderData;
  useImageUpdates();
  if (!category) return <CategoryNotFound />;
  return (
    <div className="page-width">
      <PageHeader
        title={words.heading}
        lede={words.description}
        before={<BackLink to="/shop">All products</BackLink>}
      />
      <div className="mt-10">
        {!products ? (
          <LoadFailure message="Error loading products. Please try again later." />
        ) : products.length === 0 ? (
          <EmptyState
            title="No products found in this category"
            action={
              <ButtonLink to="/shop" variant="secondary">
                All products
              </ButtonLink>
            }
          />
        ) : (
          <>
            <ProductGrid
              products={products}
              priority
              action={(product) => <QuickAdd product={product} />}
            />
            {place && <NumberedPages label="Pages of products" place={place} />}
          </>
        )}
      </div>
      <CategoryLinks title="Other cuts" except={category} className="mt-24" />
    </div>
  );
}

function CategoryNotFound() {
  return (
    <div className="page-width">
      <EmptyState
        titleAs="h1"
        title="Category not found"
        action={<ButtonLink to="/shop">Back to the shop</ButtonLink>}
      >
        <p>We do not sell anything by that name. These are the cuts we carry.</p>
      </EmptyState>
      <CategoryLinks title="Categories" />
    </div>
  );
}
