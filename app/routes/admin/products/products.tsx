import { clsx } from "clsx/lite";
import { useCallback } from "react";
import { data, Link, useLocation, useNavigation } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { forgetInput } from "#app/components/form/unsaved-input.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { NumberedPages } from "#app/components/page/pagination.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { categoryText } from "#app/domain/catalogue/category.ts";
import type { ProductAnswer } from "#app/domain/catalogue/product-form/product-form.ts";
import { featuredProducts } from "#app/domain/catalogue/products.server.ts";
import {
  pageOfProductsForAdmin,
  productCategories,
} from "#app/domain/catalogue/products-admin.server.ts";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { useImageEditor } from "#app/features/images/editor/use-image-editor.tsx";
import { imagesOfProduct } from "#app/features/images/library/edited-images.ts";
import { saveFailed, submitProduct } from "#app/features/products/product-form-submit.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { type Category, categories } from "#db/schema/values/products.ts";
import { ExportLink } from "../export-link.tsx";
import { importPage } from "../navigation.ts";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/products.ts";
import { ProductEditor, prepareEditor } from "./product-editor.tsx";
import { actionToTell, formAskedFor } from "./products.server.ts";
import {
  categoryWanted,
  listWanted,
  type ProductAction,
  type ProductList,
  productsAddress,
  productsPath,
  productTyping,
} from "./products-address.ts";
import { changeProducts } from "./products-change.server.ts";
import { ProductsTable } from "./products-table.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Products");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { db, log } = services;
  const staff = staffWith(context, "catalogue");
  const list = listWanted(searchParams);
  const [categories, found, form, done, onHome] = await Promise.all([
    orNull(productCategories(db, staff), log, "list the categories of products"),
    orNull(pageOfProductsForAdmin(db, staff, list, list.page ?? 1), log, "list products"),
    formAskedFor(services, staff, searchParams),
    actionToTell(services, staff, searchParams),
    orNull(featuredProducts(db), log, "list the products of the home page"),
  ]);
  const { rows: products = null, place = null } = found ?? {};
  const home = onHome?.map(({ name }) => name) ?? [];
  const { status } = form === "missing" ? { status: 404 } : statusOf(products);
  return data({ list, categories, products, place, form, done, home }, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ProductAnswer>(
    args,
    { failed: saveFailed, log: "changing a product failed" },
    (fields, services) => {
      const staff = staffWith(args.context, "catalogue");
      return changeProducts(services, staff, args.url.searchParams, fields);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => submitProduct(sent);

/** The owner's catalogue: all products, active or not. */
export default function Products({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { list, categories, products, place, form, done, home } = loaderData;
  const { category, search } = list;
  const { location } = useNavigation();
  useImageUpdates();
  const images = useImageEditor();
  const isImageEditor = useFrameFacts()?.isImageEditor === true;
  // Switch the category immediately; its products follow.
  const chosen =
    location?.pathname === productsPath
      ? categoryWanted(new URLSearchParams(location.search))
      : category;
  const isComing = chosen !== category;
  const isOpen = form !== null && typeof form === "object";
  return (
    <>
      <PageHeader
        title="Products"
        actions={
          <>
            <ExportLink list="products" />
            <AddLink list={list} />
          </>
        }
      />
      <ProductDone done={done} />
      {categories && <ProductCategories categories={categories} chosen={chosen} search={search} />}
      <ListSearch
        label="Search by name"
        query={search}
        found={
          search && products
            ? foundInWords({ rows: products, hasMore: (place?.pages ?? 1) > 1 }, "product")
            : undefined
        }
      >
        {category && <input type="hidden" name="category" value={category} />}
      </ListSearch>
      {!isOpen && answer?.message && (
        <Notice tone="error" title={answer.message} className="mt-6" />
      )}
      {form === "missing" && (
        <Notice tone="error" title="Product not found" className="mt-6">
          <p>This product no longer exists, or the link to it is mistyped.</p>
        </Notice>
      )}
      {form === "failed" && products && (
        <div className="mt-6">
          <LoadFailure message="This product could not be loaded. Please try again." />
        </div>
      )}
      {home.length > 0 && (
        <p className="mt-6 max-w-3xl text-sm text-ink-soft">
          On the home page: {home.join(", ")}. You choose them in a product’s menu.
        </p>
      )}
      {isComing && <Spinner className="sr-only" />}
      <div className={clsx("mt-6 transition-opacity", isComing && "opacity-50")}>
        {!products ? (
          <LoadFailure message="Failed to load products. Please try again later." />
        ) : products.length === 0 ? (
          <NoProducts list={list} />
        ) : (
          <>
            <ProductsTable
              products={products}
              list={list}
              onEditImages={
                isImageEditor ? (product) => images.edit(imagesOfProduct(product)) : null
              }
            />
            {place && <NumberedPages label="Pages of products" place={place} />}
          </>
        )}
      </div>
      {images.dialog}
      {isOpen && (
        <ProductEditor key={form.product?.id ?? "new"} form={form} answer={answer} list={list} />
      )}
    </>
  );
}

const everything: ProductList = { category: undefined, search: "" };

function AddLink({ list }: { list: ProductList }) {
  return (
    <ButtonLink
      to={productsAddress(list, { add: "" })}
      preventScrollReset
      onPointerEnter={prepareEditor}
      onFocus={prepareEditor}
    >
      Add Product
    </ButtonLink>
  );
}

function NoProducts({ list }: { list: ProductList }) {
  const { category, search } = list;
  const isSearched = search.trim() !== "";
  return (
    <EmptyState
      titleAs="h2"
      title="No products found"
      underHead
      action={
        category || isSearched ? (
          <SecondaryLink to={productsAddress(everything)}>All products</SecondaryLink>
        ) : (
          <>
            <AddLink list={list} />
            <SecondaryLink to={`${importPage.to}/products`}>Import products</SecondaryLink>
          </>
        )
      }
    >
      {isSearched ? (
        <p>
          No product{category ? ` in the category ${categoryText[category].label}` : ""} goes by “
          {search.trim()}”.
        </p>
      ) : category ? (
        <p>There are no products in the category {categoryText[category].label}.</p>
      ) : (
        <p>Start by adding your first product. You can also bring them all from a spreadsheet.</p>
      )}
    </EmptyState>
  );
}

interface ProductCategoriesProps {
  categories: Category[];
  chosen: Category | undefined;
  search: string;
}

function ProductCategories({ categories: found, chosen, search }: ProductCategoriesProps) {
  const shown = categories.filter((category) => found.includes(category));
  return (
    <nav aria-label="Categories" className="mt-6 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...shown].map((category) => (
          <li key={category ?? "all"}>
            <Link
              to={productsAddress({ category, search })}
              aria-current={category === chosen ? "page" : undefined}
              prefetch="intent"
              preventScrollReset
              className={clsx(
                "inline-flex min-h-9 items-center border px-3 text-sm transition-colors pointer-coarse:min-h-11",
                category === chosen
                  ? "border-ink bg-ink font-semibold text-paper"
                  : "border-rule-strong hover:border-ink",
              )}
            >
              {category ? categoryText[category].label : "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Done {
  intent: ProductAction;
  name: string;
  isActive: boolean;
}

const titles: Record<ProductAction, string> = {
  added: "Product added",
  updated: "Product updated",
  activated: "Product activated",
  deactivated: "Product deactivated",
  featured: "Put on the home page",
  unfeatured: "Taken off the home page",
};

const parameters = ["done", "of"];

/** Confirms a change of a product once; discards the form's stored input. */
function ProductDone({ done }: { done: Done | null }) {
  const { search } = useLocation();
  const email = useFrameFacts()?.email;
  const product = done?.intent === "added" ? "new" : new URLSearchParams(search).get("of");
  const keptAs = productTyping(email, product);
  const wasSaved = done?.intent === "added" || done?.intent === "updated";
  const forget = useCallback(() => wasSaved && forgetInput(keptAs), [wasSaved, keptAs]);
  if (!done) return null;
  return (
    <FlashMessage
      title={titles[done.intent]}
      description={consequence(done)}
      parameters={parameters}
      onSaid={forget}
      className="mt-6"
    />
  );
}

function consequence({ intent, name, isActive }: Done): string {
  if (intent === "updated") return `"${name}" has been saved.`;
  if (intent === "featured") {
    return isActive
      ? `"${name}" is now on the home page.`
      : `"${name}" will be on the home page once it is active.`;
  }
  if (intent === "unfeatured") return `"${name}" no longer has a place of its own there.`;
  return isActive
    ? `"${name}" is now visible in the shop.`
    : `"${name}" is now hidden in the shop.`;
}
