import { lazy } from "react";
import { data, Link, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Served } from "#app/components/page/served.tsx";
import { PriceTag } from "#app/components/price-tag.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type { Shop } from "#app/content/company.ts";
import { type CutFacts, factsForCut, productDefaults } from "#app/content/cuts.ts";
import { cookingOfCut, type GuideCooking } from "#app/content/cuts-guide.ts";
import { defaultGuideTab } from "#app/content/guide-tabs.ts";
import { requestContext } from "#app/context.server.ts";
import { useAuth } from "#app/domain/accounts/session/auth-context.tsx";
import { categoryText, isCategory, productPath } from "#app/domain/catalogue/category.ts";
import { ProductGallery } from "#app/domain/catalogue/pictures/product-gallery.tsx";
import { pieceOf } from "#app/domain/catalogue/pieces.ts";
import { portionsOf } from "#app/domain/catalogue/portions.ts";
import {
  aboutEach,
  isProductId,
  type Product,
  type ProductSummary,
  type StockNotice,
} from "#app/domain/catalogue/product.ts";
import { ProductGrid } from "#app/domain/catalogue/product-grid.tsx";
import { PostalBox } from "#app/domain/delivery/postal/postal-box.tsx";
import { estimateOf } from "#app/domain/drafts/cart/estimate.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { backInStockPath } from "#app/domain/stock/back-in-stock.ts";
import { AddToCart } from "#app/features/cart/add-to-cart.tsx";
import type { EditedProduct } from "#app/features/images/library/edited-images.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { deliveryIsSetUp } from "../delivery-is-set-up.server.ts";
import { carryPreviews } from "../frame/page-images.server.ts";
import { pageMeta, unlistedMeta } from "../frame/page-meta.ts";
import { productFacts, productTrail } from "../frame/structured-data.server.ts";
import type { Route } from "./+types/product.ts";
import { keepingOf } from "./home-storage.server.ts";

// Seldom needed, so not part of this page's scripts (docs/decisions/0003). Without <Suspense>,
// which would hide it from browsers without JavaScript: the server and navigations wait for it.
const ProductNotFound = lazy(() =>
  import("./product-not-found.tsx").then((module) => ({ default: module.ProductNotFound })),
);

const loadFacts = () => import("./product-facts.tsx").then(({ ProductFacts: Part }) => ({ Part }));

export const meta: Route.MetaFunction = (args) => {
  const { head, product } = args.loaderData ?? {};
  if (head) return pageMeta(args, head);
  if (product === null) return unlistedMeta(args, "Product", "Error loading this product.");
  return unlistedMeta(args, "Product not found", "There is no such product.");
};

const nothing = {
  head: null,
  facts: { ...productDefaults, keeping: [] },
  estimateOfOne: "",
  portions: null,
  most: null,
  hasDelivery: false,
  gallery: [],
  alts: {},
  related: [],
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { catalog, images, shop, shownStocks, log } = services;
  const product = await orNull(catalog.product(params.product), log, "product");
  if (product === null) return data({ product, ...nothing }, statusOf(product));
  if (!product) return data({ product, ...nothing }, { status: 404 });

  const category = product.category ?? "other";
  // Products are also found by id and by former slugs.
  const segment = isProductId(params.product) ? params.product : product.slug;
  if (params.category !== category || params.product !== segment) {
    const { search } = new URL(request.url);
    throw redirect(`${productPath(category, segment)}${search}`, 301);
  }
  // The page works without related products.
  const others = await orNull(
    catalog.related(product.category, product.id),
    log,
    "related products",
  );
  const related = others && shownStocks.beside(others);
  const gallery = galleryOf(
    product,
    await orNull(images.reader.urlsAt(productSection, product.id), log, "images"),
  );
  await carryPreviews(context, related, gallery);
  const alts = (await orNull(images.reader.altsOf(gallery), log, "what images show")) ?? {};
  const { formerSlugs = [], storage: _, ...rest } = product;
  const cut = factsForCut(product.slug, ...formerSlugs);
  const [sold = rest] = shownStocks.beside([rest]);
  const shown = { ...sold, piece: pieceOf(product, cut) };
  return {
    head: headOf(product, shop, sold.stock),
    product: shown,
    facts: factsOf(product, cut),
    estimateOfOne: estimateOf(shown, 1),
    most: shownStocks.mostOf(product.id),
    portions: portionsOf(product),
    hasDelivery: await deliveryIsSetUp(services),
    gallery,
    alts,
    related: related ?? [],
  };
}

/** Returns only what is shown of a cut and its cooking, because the page has it twice. */
function factsOf(product: Product, cut: CutFacts | undefined) {
  const each = aboutEach(product);
  const { characteristics, bestUses, thickness, packaging = productDefaults.packaging } = cut ?? {};
  const { slug, formerSlugs = [] } = product;
  const found = cookingOfCut(slug, ...formerSlugs);
  return {
    ...productDefaults,
    ...(each && { weight: each.replace("about", "About") }),
    characteristics,
    bestUses,
    thickness,
    packaging,
    keeping: keepingOf(product),
    cooking: found && cookingShown(found),
  };
}

function cookingShown({ tab, ...shown }: GuideCooking) {
  return { ...shown, guide: tab === defaultGuideTab ? "/cuts" : `/cuts?tab=${tab}` };
}

function headOf(product: Product, shop: Shop, stock: StockNotice | undefined) {
  const { name, description, cutType, category, slug, imageUrl } = product;
  return {
    title: name,
    description: description ?? `${name} (${cutType}), AAA-graded Canadian beef by the pound.`,
    // Products are found by id too; the slug's URL is canonical.
    path: productPath(category, slug),
    image: imageUrl,
    structuredData: [productFacts(shop, product, stock), productTrail(shop.siteUrl, product)],
  };
}

/** The product's own image first, then the others; empty if there are none. */
function galleryOf({ imageUrl }: Product, placed: string[] | null): string[] {
  return [...new Set([...(imageUrl ? [imageUrl] : []), ...(placed ?? [])])];
}

export default function ProductPage({ loaderData, params }: Route.ComponentProps) {
  const { product, facts, estimateOfOne, portions, most, hasDelivery } = loaderData;
  const { gallery, alts, related } = loaderData;
  if (product === null) {
    return (
      <div className="page-width pt-10">
        <h1 className="mb-6 text-heading">Product</h1>
        <LoadFailure message="Error loading this product. Please try again later." />
      </div>
    );
  }
  const category = isCategory(params.category) ? params.category : undefined;
  if (!product) return <ProductNotFound category={category} />;
  const { label } = categoryText[category ?? "other"];
  return (
    <div className="page-width">
      <div className="pt-2 md:pt-8">
        <BackLink to={`/shop/${params.category}`}>Back to {label}</BackLink>
      </div>
      {/* On phones everything down to Add to Cart is above the fold. */}
      <article className="mt-1 grid gap-x-14 gap-y-5 md:mt-4 md:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <ProductGallery key={product.id} urls={gallery} alts={alts} name={product.name} />
          <ProductImageControls key={product.id} product={product} />
        </div>
        <div className="lg:col-span-5">
          <h1>{product.name}</h1>
          {product.cutType && product.cutType !== product.name && (
            <p className="mt-1 text-lg text-ink-soft md:mt-3">{product.cutType}</p>
          )}
          <Price product={product} />
          {product.stock && <Stock stock={product.stock} slug={product.slug} />}
          {!product.stock?.isOver && (
            <div className="product-buy">
              <AddToCart
                key={product.id}
                product={product}
                estimateOfOne={estimateOfOne}
                portions={portions}
                most={most}
              />
            </div>
          )}
          {hasDelivery && <PostalBox isFolded className="border-t border-rule" />}
          {product.description && <p className="mt-5 text-lg">{product.description}</p>}
        </div>
      </article>
      <Served
        key={product.id}
        part="facts"
        id={`facts-${product.id}`}
        load={loadFacts}
        content={facts}
      />
      {related.length > 0 && (
        <section className="mt-24 border-t border-ink pt-8">
          <h2>You Might Also Like</h2>
          <div className="mt-8">
            <ProductGrid products={related} headingAs="h3" />
          </div>
        </section>
      )}
    </div>
  );
}

/** Says that a product is sold out or low; offers a waitlist if sold out. */
function Stock({ stock: { words, isOut }, slug }: { stock: StockNotice; slug: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <p className="text-lg font-semibold text-oxblood">{words}</p>
      {isOut && (
        <Link to={backInStockPath(slug)} className="link inline-flex min-h-11 items-center">
          Tell me when it is back
        </Link>
      )}
    </div>
  );
}

function Price({ product }: { product: ProductSummary }) {
  const cents = toCents(product.pricePerLb);
  const each = aboutEach(product);
  return (
    <p className="mt-3 flex items-end gap-4 border-y border-rule py-3 md:mt-6 md:py-5">
      <PriceTag price={formatPricePerLb(cents)} size="lg" />
      <span className="pb-1 text-sm text-ink-soft">
        {each && <span className="block">{each}</span>}
        {formatPricePerKg(cents)}
      </span>
    </p>
  );
}

const loadPanel = () => import("#app/features/images/editor/product-image-panel.tsx");

/**
 * Below a product's image: Change or Add for the designated administrator, Refresh for any
 * administrator. Not in the served page; loaded in the browser for administrators only.
 */
export function ProductImageControls({ product }: { product: EditedProduct }) {
  const { isAdmin, isImageEditor } = useAuth();
  // If loading fails, the page looks as it does to visitors.
  const panel = useOnDemand(loadPanel, isAdmin, () => {});
  if (!isAdmin || !panel) return null;
  return <panel.ProductImagePanel product={product} canEdit={isImageEditor} />;
}
