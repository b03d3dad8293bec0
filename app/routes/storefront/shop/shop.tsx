import { useEffect, useRef, useState } from "react";
import { data, useNavigation } from "react-router";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { requestContext } from "#app/context.server.ts";
import { useAuth } from "#app/domain/accounts/session/auth-context.tsx";
import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import { forgetImages } from "#app/domain/catalogue/pictures/image-memory.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { PostalBox } from "#app/domain/delivery/postal/postal-box.tsx";
import { type DeliveryRules, isSetUp } from "#app/domain/delivery/rules.ts";
import { deliveryWeekdays } from "#app/domain/delivery/weekly-days.ts";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ProductGridSkeleton } from "#app/routes/storefront/shop/shop-to-come.tsx";
import { categories } from "#db/schema/values/products.ts";
import { carryPreviews } from "../frame/page-images.server.ts";
import { pageMeta } from "../frame/page-meta.ts";
import type { Route } from "./+types/shop.ts";
import { pageOfProducts } from "./page-of-products.server.ts";
import { ProductList } from "./product-list.tsx";

export const meta: Route.MetaFunction = (args) => {
  const category = args.loaderData?.category ?? "all";
  const path = category === "all" ? "/shop" : `/shop/${category}`;
  return pageMeta(args, {
    title: "Shop all cuts",
    description: `Every cut we sell, by the pound, from chuck to ground. ${args.loaderData?.lede}`,
    // The canonical URL of a tab is the category's own page.
    path: path + (args.loaderData?.canonical ?? ""),
  });
};

/** Unknown categories show all products. */
function chosenCategory(search: string) {
  const category = new URLSearchParams(search).get("category");
  return isCategory(category) ? category : "all";
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { catalog, log } = services;
  const category = chosenCategory(url.search);
  const [listed, rules] = await Promise.all([
    orNull(catalog.list(category), log, "list products"),
    orNull(services.deliveryRules.get(), log, "read the delivery rules"),
  ]);
  const kept = category === "all" ? undefined : { category };
  const page = await pageOfProducts(services, listed, url, kept);
  await carryPreviews(context, page.products);
  const hasDelivery = rules !== null && isSetUp(rules);
  return data({ category, ...page, hasDelivery, lede: ledeOf(rules) }, statusOf(page.products));
}

/** Says what is sold, and where or when it is delivered, without naming zones. */
function ledeOf(rules: DeliveryRules | null): string {
  const sold = "AAA-graded Canadian beef, sold by the pound";
  if (!rules || !isSetUp(rules)) return `${sold}. We currently ship across British Columbia.`;
  const weekdays = deliveryWeekdays(rules);
  return weekdays ? `${sold} and delivered ${weekdays}.` : `${sold}.`;
}

const tabs = [
  { id: "all", label: "All Products", to: "/shop" },
  ...categories.map((category) => ({
    id: category,
    label: categoryText[category].label,
    to: `/shop?category=${category}`,
  })),
];

const panelId = "products";

export default function Shop({
  loaderData: { category, hasDelivery, lede, ...page },
}: Route.ComponentProps) {
  useImageUpdates();
  const { location } = useNavigation();
  const chosen = location?.pathname === "/shop" ? chosenCategory(location.search) : category;
  const isSwitching = useCategorySwitch(chosen, page.products);
  return (
    <div className="page-width">
      <PageHeader size="page" title="The shop" lede={lede} actions={<RefreshImages />} />
      {hasDelivery && <PostalBox isFolded />}
      <LinkTabs
        label="Cut categories"
        tabs={tabs}
        value={chosen}
        panelId={panelId}
        className="md:mt-3"
      />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={tabId(panelId, chosen)}
        data-switching={isSwitching || undefined}
        className="transition-opacity duration-150 motion-safe:data-switching:opacity-40"
      >
        {chosen !== category ? (
          <ProductGridSkeleton />
        ) : (
          <ProductList {...page} failure="Failed to load products. Please try again later." />
        )}
      </div>
    </div>
  );
}

const loadButton = () => import("#app/features/images/refresh-images-button.tsx");

/** 'Refresh Images' for the designated administrator; loaded only in their browser. */
export function RefreshImages() {
  const { isImageEditor } = useAuth();
  const button = useOnDemand(loadButton, isImageEditor, () => {});
  return isImageEditor && button ? <button.RefreshImagesButton /> : null;
}

/** How long switching the category is indicated, in ms. */
const switchDelay = 150;

/**
 * Returns whether the shop's category was just switched. Switching also clears the image memory of
 * the previous category, so that its failed images are requested again.
 *
 * @param chosen the category of the chosen tab, whose products may still be loading
 * @param products the displayed products, null if they couldn't be loaded
 */
function useCategorySwitch(chosen: string, products: ProductSummary[] | null): boolean {
  const [isSwitching, setIsSwitching] = useState(false);
  const left = useRef({ chosen, products });

  useEffect(() => {
    const before = left.current;
    left.current = { chosen, products };
    if (before.chosen === chosen) return;
    forgetImages((before.products ?? []).flatMap(({ imageUrl }) => imageUrl ?? []));
    setIsSwitching(true);
  }, [chosen, products]);

  useEffect(() => {
    if (!isSwitching) return;
    const timer = setTimeout(() => setIsSwitching(false), switchDelay);
    return () => clearTimeout(timer);
  }, [isSwitching]);

  return isSwitching;
}
