import { clsx } from "clsx/lite";
import { Search } from "lucide";
import { type MouseEvent, useState } from "react";
import { controlClass } from "#app/components/form/field.tsx";
import { Icon } from "#app/components/icon.tsx";
import type { OrderableProduct } from "../draft/order-draft.ts";
import type { SummaryLine } from "../order-summary.ts";
import { byCategory, filterCategories, type OrderCategory } from "./order-categories.ts";
import { OrderPadRow } from "./order-pad-row.tsx";

interface OrderPadProps {
  products: readonly OrderableProduct[];
  lines: readonly SummaryLine[];
  /** Whose prices they are: "Their" where staff order. */
  whose: "Your" | "Their";
  /** Whether the page is hydrated: the filter needs scripts. */
  isLive: boolean;
  onType: (product: OrderableProduct, typed: string) => void;
  onSettle: (productId: string) => void;
}

/**
 * Everything for sale by category with a box for pounds beside each product, a filter, and links to
 * the categories.
 */
export function OrderPad({ products, lines, whose, isLive, onType, onSettle }: OrderPadProps) {
  const [filter, setFilter] = useState("");
  const all = byCategory(products);
  const shown = filterCategories(all, filter);
  const found = shown.reduce((sum, part) => sum + part.products.length, 0);
  const byProduct = new Map(lines.map((line) => [line.productId, line]));
  return (
    <>
      <div className="sticky top-0 z-20 -mx-3 border-b border-ink bg-paper px-3 pt-2 md:flex md:items-center md:gap-8 md:py-1.5">
        <FilterBox value={filter} isLive={isLive} onChange={setFilter} />
        <CategoryJump parts={shown} />
      </div>
      <p role="status" className={clsx("text-ink-soft", found === 0 ? "py-10" : "sr-only")}>
        {filter.trim() === ""
          ? ""
          : found === 0
            ? "No products found"
            : `${found} ${found === 1 ? "product" : "products"} found`}
      </p>
      {shown.map((part) => (
        <section key={part.id} aria-labelledby={part.id} className="pt-8">
          <h2
            id={part.id}
            tabIndex={-1}
            className="scroll-mt-6 border-b border-ink pb-2 text-title"
          >
            {part.label}
          </h2>
          <ul className="gap-x-10 md:grid md:grid-cols-2 lg:gap-x-14">
            {part.products.map((product) => (
              <OrderPadRow
                key={product.id}
                product={product}
                line={byProduct.get(product.id)}
                whose={whose}
                isLive={isLive}
                onType={(typed) => onType(product, typed)}
                onSettle={() => onSettle(product.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface FilterBoxProps {
  value: string;
  isLive: boolean;
  onChange: (value: string) => void;
}

function FilterBox({ value, isLive, onChange }: FilterBoxProps) {
  return (
    <div className={clsx("relative md:w-64 md:shrink-0", !isLive && "invisible")}>
      <Icon
        of={Search}
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Filter products"
        placeholder="Filter products"
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // The filter is inside the order form, so Enter would submit it.
          if (event.key === "Enter") event.preventDefault();
        }}
        className={clsx(controlClass, "pl-10")}
      />
    </div>
  );
}

function CategoryJump({ parts }: { parts: readonly OrderCategory[] }) {
  return (
    <nav
      aria-label="Categories on this page"
      className="scroll-fade relative flex min-h-11 gap-x-5 overflow-x-auto"
    >
      {parts.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={jump}
          className="inline-flex min-h-11 shrink-0 items-center text-sm font-semibold whitespace-nowrap hover:text-oxblood focus-visible:-outline-offset-2"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Scrolls to the heading like the link would, but without adding a history entry. */
function jump(event: MouseEvent<HTMLAnchorElement>) {
  const heading = document.getElementById(event.currentTarget.hash.slice(1));
  if (!heading) return;
  event.preventDefault();
  heading.scrollIntoView({ behavior: "smooth" });
  heading.focus({ preventScroll: true });
}
