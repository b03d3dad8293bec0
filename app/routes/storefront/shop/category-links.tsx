import { Link } from "react-router";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { type Category, categories } from "#db/schema/values/products.ts";

interface CategoryLinksProps {
  title: string;
  except?: Category;
  limit?: number;
  className?: string;
}

/** Links to other categories, styled like a list on the shop's wall. */
export function CategoryLinks({ title, except, limit, className }: CategoryLinksProps) {
  const shown = categories.filter((category) => category !== except).slice(0, limit);
  return (
    <nav aria-label={title} className={className}>
      <h2 className="text-title">{title}</h2>
      <ul className="mt-4 grid border-t border-rule sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-4">
        {shown.map((category) => (
          <li key={category} className="border-b border-rule">
            <Link
              to={`/shop/${category}`}
              prefetch="intent"
              className="flex min-h-13 items-center font-display text-xl hover:text-oxblood"
            >
              {categoryText[category].label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
