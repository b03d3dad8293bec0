import { data, Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { ProductGrid } from "#app/domain/catalogue/product-grid.tsx";
import { searchResults } from "#app/domain/catalogue/search/product-search.server.ts";
import { QuickAdd } from "#app/features/cart/quick-add.tsx";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { maxSearchLength, searchText } from "#app/lib/search-text.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { carryPreviews } from "../frame/page-images.server.ts";
import { unlistedMeta } from "../frame/page-meta.ts";
import type { Route } from "./+types/search.ts";
import { CategoryLinks } from "./category-links.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Search", "Find a cut by its name.");

/** Keeps the loader's `Retry-After`. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, searchLimit, clientAddress, shownStocks } = context.get(requestContext);
  const query = searchText(new URL(request.url).searchParams.get("q") ?? "");
  const wait = query ? searchLimit.take(clientAddress) : null;
  if (wait !== null) {
    const answer = { query: query ?? "", found: null, isTooFast: true };
    return data(answer, { status: 429, headers: { "Retry-After": String(wait) } });
  }
  const results = await orNull(searchResults(db, query ?? ""), log, "search");
  const found = results && { ...results, products: shownStocks.beside(results.products) };
  await carryPreviews(context, found?.products ?? null);
  const answer = { query: query ?? "", found, isTooFast: false };
  return data(answer, statusOf(found));
}

/** The search as a page: works without JavaScript, and can be linked to. */
export default function Search({ loaderData: { query, found, isTooFast } }: Route.ComponentProps) {
  return (
    <div className="page-width">
      <PageHeader size="page" title="Search" />
      <Form action="/search" role="search" className="mt-8 flex max-w-2xl gap-3">
        <input
          key={query}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={maxSearchLength}
          aria-label="Search for products..."
          placeholder="Search for products..."
          className="min-h-12 min-w-0 grow border border-ink bg-paper-light px-4"
        />
        <Button type="submit">Search</Button>
      </Form>
      <div className="mt-12">
        {query === "" ? (
          <p className="text-ink-soft">Start typing to search</p>
        ) : isTooFast ? (
          <Notice tone="error" title="Too many searches in a short time">
            Please wait a moment, then search again.
          </Notice>
        ) : !found ? (
          <LoadFailure message="The search is not available right now. Please try again in a moment." />
        ) : found.total === 0 ? (
          <EmptyState title="No products found">
            <p className="break-words">Nothing in the shop goes by “{query}”.</p>
          </EmptyState>
        ) : (
          <>
            {found.correctedTo && (
              <p className="mb-2 break-words text-ink-soft">
                Nothing in the shop goes by “{query}”. Did you mean “{found.correctedTo}”?
              </p>
            )}
            <h2 className="mb-8 text-title break-words">
              {productsFound(found.total, found.correctedTo ?? query)}
            </h2>
            {found.total > found.products.length && (
              <p className="mb-8 text-ink-soft">
                These are the first {found.products.length}. Add a word to narrow the search.
              </p>
            )}
            <ProductGrid
              products={found.products}
              headingAs="h3"
              priority
              action={(product) => <QuickAdd product={product} />}
            />
          </>
        )}
      </div>
      <CategoryLinks title="Or browse by category" className="mt-24" />
    </div>
  );
}

function productsFound(total: number, query: string): string {
  return `${total} ${total === 1 ? "product" : "products"} for “${query}”`;
}
