import { data } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { categoryPages } from "#app/content/category-pages.ts";
import { requestContext } from "#app/context.server.ts";
import { isCategory } from "#app/domain/catalogue/category.ts";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { carryPreviews } from "../frame/page-images.server.ts";
import { pageMeta, unlistedMeta } from "../frame/page-meta.ts";
import { categoryTrail } from "../frame/structured-data.server.ts";
import type { Route } from "./+types/category.ts";
import { CategoryLinks } from "./category-links.tsx";
import { noProducts, pageOfProducts } from "./page-of-products.server.ts";
import { ProductList } from "./product-list.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { category, words, canonical, structuredData } = args.loaderData ?? {};
  if (!category) return unlistedMeta(args, "Category not found", "There is no such category.");
  const { heading: title, description } = words;
  const path = `/shop/${category}${canonical}`;
  return pageMeta(args, { title, description, path, structuredData });
};

const none = { category: null, words: null, ...noProducts, structuredData: [] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { catalog, siteUrl, log } = services;
  const { category } = params;
  if (!isCategory(category)) return data(none, { status: 404 });
  const listed = await orNull(catalog.list(category), log, "list products of a category");
  const page = await pageOfProducts(services, listed, url);
  await carryPreviews(context, page.products);
  const structuredData = [categoryTrail(siteUrl, category)];
  const words = categoryPages[category];
  return data({ category, words, ...page, structuredData }, statusOf(page.products));
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, words, structuredData: _, ...page } = loaderData;
  useImageUpdates();
  if (!category) return <CategoryNotFound />;
  return (
    <div className="page-width">
      <PageHeader
        size="page"
        title={words.heading}
        lede={words.description}
        before={<BackLink to="/shop">All products</BackLink>}
      />
      <ProductList
        {...page}
        failure="Error loading products. Please try again later."
        action={<SecondaryLink to="/shop">All products</SecondaryLink>}
      />
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
