import { data, Link, useNavigation } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { PageHeader } from "#app/components/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#app/components/tabs.tsx";
import { requestContext } from "#app/context.server.ts";
import { QuickAdd } from "#app/features/cart/quick-add.tsx";
import { categories, categoryText, isCategory } from "#app/features/catalog/category.ts";
import { ProductGrid, ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import { orNull, statusOf } from "#app/lib/survive.ts";
import type { Route } from "./+types/shop.ts";
import { LoadFailure } from "./load-failure.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta: Route.MetaFunction = () =>
  pageMeta(
    "Shop all cuts",
    "Every cut we sell, by the pound: AAA-graded Canadian beef from chuck to ground, shipped across British Columbia.",
  );

/** An unknown category in the address shows every product: the tab it names does not exist. */
function chosenCategory(search: string) {
  const category = new URLSearchParams(search).get("category");
  return isCategory(category) ? category : "all";
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog, log } = context.get(requestContext);
  const category = chosenCategory(new URL(request.url).search);
  const products = await orNull(catalog.list(category), log, "list products");
  return data({ category, products }, statusOf(products));
}

const tabs = [
  { category: "all", label: "All Products", to: "/shop" },
  ...categories.map((category) => ({
    category,
    label: categoryText[category].label,
    to: `/shop?category=${category}`,
  })),
];

export default function Shop({ loaderData: { category, products } }: Route.ComponentProps) {
  const { location } = useNavigation();
  // The tab answers the press at once; its products follow.
  const switchingTo = location?.pathname === "/shop" ? chosenCategory(location.search) : undefined;
  return (
    <div className="page-width">
      <PageHeader
        title="The shop"
        lede="AAA-graded Canadian beef, sold by the pound. Vacuum-sealed, flash-frozen, and shipped across British Columbia."
      />
      <Tabs value={switchingTo ?? category} activationMode="manual" className="mt-8">
        <TabList label="Cut categories">
          {tabs.map((tab) => (
            <Tab key={tab.category} value={tab.category} asChild>
              <Link to={tab.to} prefetch="intent" preventScrollReset>
                {tab.label}
              </Link>
            </Tab>
          ))}
        </TabList>
        <TabPanel value={switchingTo ?? category}>
          {switchingTo && switchingTo !== category ? (
            <ProductGridSkeleton />
          ) : !products ? (
            <LoadFailure message="Failed to load products. Please try again later." />
          ) : products.length === 0 ? (
            <EmptyState title="No products found in this category" />
          ) : (
            <ProductGrid
              products={products}
              priority
              action={(product) => <QuickAdd product={product} />}
            />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}
