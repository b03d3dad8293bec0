import { clsx } from "clsx/lite";
import { data, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { NumberedPages } from "#app/components/page/pagination.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
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
import { ExportLink } from "../export-link.tsx";
import { importPage } from "../navigation.ts";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/products.ts";
import { ProductCategories } from "./product-categories.tsx";
import { ProductDone } from "./product-done.tsx";
import { ProductEditor, prepareEditor } from "./product-editor.tsx";
import { actionToTell, formAskedFor } from "./products.server.ts";
import {
  categoryWanted,
  listWanted,
  type ProductList,
  productsAddress,
  productsPath,
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
        size="compact"
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
          <ButtonLink to={productsAddress(everything)} variant="secondary">
            All products
          </ButtonLink>
        ) : (
          <>
            <AddLink list={list} />
            <ButtonLink to={`${importPage.to}/products`} variant="secondary">
              Import products
            </ButtonLink>
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
