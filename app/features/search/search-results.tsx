import { clsx } from "clsx/lite";
import { useEffect } from "react";
import { Link } from "react-router";
import { categoryText, isCategory, productPath } from "#app/domain/catalogue/category.ts";
import { aboutEach, type ProductHit } from "#app/domain/catalogue/product.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";

interface SearchResultsProps {
  /** Prefix of the ids of the list and its options, referenced by the search field. */
  id: string;
  hits: readonly ProductHit[];
  choice: number | null;
  onChoose: () => void;
}

/** The results as options of a list box. Each is a real link, so it can be opened in a new tab. */
export function SearchResults({ id, hits, choice, onChoose }: SearchResultsProps) {
  useEffect(() => {
    if (choice === null) return;
    document.getElementById(`${id}-${choice}`)?.scrollIntoView({ block: "nearest" });
  }, [id, choice]);

  return (
    <div id={`${id}-list`} role="listbox" aria-label="Products" className="-mx-2">
      {hits.map((hit, index) => (
        <Link
          key={hit.id}
          id={`${id}-${index}`}
          to={productPath(hit.category, hit.id)}
          role="option"
          aria-selected={index === choice}
          tabIndex={-1}
          // Keep the focus in the search field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onChoose}
          className={clsx(
            "flex min-h-11 items-baseline justify-between gap-4 border-b border-rule px-2 py-2.5 last:border-b-0",
            index === choice ? "bg-ink text-paper" : "hover:bg-paper-deep",
          )}
        >
          <span className="min-w-0">
            <span className="block font-display font-semibold">{hit.name}</span>
            <span className="block text-sm tabular-nums opacity-90">{offerOf(hit)}</span>
          </span>
          <span className="shrink-0 text-sm opacity-90">{categoryLabel(hit.category)}</span>
        </Link>
      ))}
    </div>
  );
}

/** "about 1.25 lb each · $24.99/lb · $55.09/kg" */
function offerOf(hit: ProductHit): string {
  const cents = toCents(hit.pricePerLb);
  const price = `${formatPricePerLb(cents)} · ${formatPricePerKg(cents)}`;
  const each = aboutEach(hit);
  return each ? `${each} · ${price}` : price;
}

function categoryLabel(category: string | null): string {
  return categoryText[isCategory(category) ? category : "other"].label;
}
