import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { type Category, categories } from "#db/schema/values/products.ts";
import { productsAddress } from "./products-address.ts";

interface ProductCategoriesProps {
  /** Categories that have products. */
  categories: Category[];
  chosen: Category | undefined;
  /** The current search, which is kept. */
  search: string;
}

/** Filters the list by category, in the order of the shop's tabs. */
export function ProductCategories({ categories: found, chosen, search }: ProductCategoriesProps) {
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
