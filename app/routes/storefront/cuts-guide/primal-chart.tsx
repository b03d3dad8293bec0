import { clsx } from "clsx/lite";
import { Link } from "react-router";
import type { GuideTab } from "#app/content/guide-tabs.ts";
import { categoryText } from "#app/domain/catalogue/category.ts";
import { categories } from "#db/schema/values/products.ts";
import type { PrimalName, Side } from "./primal-parts.ts";

/** Categories from all over the side, which have no region of their own. */
const everywhere = ["ground", "pre-cuts"] as const;

const partsOf: Record<Exclude<GuideTab, "ground">, PrimalName[]> = {
  chuck: ["chuck"],
  primeRib: ["rib"],
  loin: ["loin"],
  sirloin: ["sirloin"],
  round: ["round"],
  brisket: ["brisket"],
  other: ["plate", "flank", "foreshank", "shank"],
};

interface PrimalChartProps {
  side: Side;
  /** A tab of the cuts guide, whose parts are highlighted. */
  tab?: GuideTab | undefined;
  className?: string;
}

/**
 * A butcher's chart: a side of beef whose regions link to the shop's categories. All regions of a
 * category are one link, so that each is one tab stop.
 */
export function PrimalChart({ side: { parts, rest }, tab, className }: PrimalChartProps) {
  const names = Object.keys(parts) as PrimalName[];
  // Ground beef comes from everywhere.
  const filled = tab === "ground" ? names : tab ? partsOf[tab] : [];
  return (
    <nav aria-label="Butcher’s chart" className={className}>
      <svg
        viewBox="6 30 552 314"
        className="-mx-4 block w-[calc(100%+2rem)] overflow-visible sm:mx-0 sm:w-full"
      >
        <title>A side of beef</title>
        <path d={rest.join("")} className="fill-paper-deep stroke-ink" strokeWidth="1.5" />
        {categories.map((category) => {
          const own = names.filter((name) => parts[name].category === category);
          if (own.length === 0) return null;
          const { label } = categoryText[category];
          return (
            <Link
              key={category}
              to={`/shop/${category}`}
              prefetch="intent"
              aria-label={category === "other" ? `${label}: brisket, plate, flank, shank` : label}
              className="group outline-none"
            >
              {own.map((name) => (
                <Part key={name} {...parts[name]} on={filled.includes(name)} />
              ))}
            </Link>
          );
        })}
      </svg>
      <p className="mt-3 flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <span className="basis-full sm:basis-auto">From across the animal:</span>
        {everywhere.map((category) => (
          <Link
            key={category}
            to={`/shop/${category}`}
            prefetch="intent"
            className="link inline-flex min-h-11 items-center text-base text-ink"
          >
            {categoryText[category].label}
          </Link>
        ))}
      </p>
    </nav>
  );
}

/** The focus ring is inside the region, so that neighbours can't cover it. */
function Part({ d, lines, at, on }: Side["parts"][PrimalName] & { on: boolean }) {
  return (
    <>
      <path
        d={d}
        strokeWidth="1.5"
        strokeLinejoin="round"
        className={clsx(
          "stroke-ink group-hover:fill-oxblood-deep group-focus-visible:fill-oxblood-deep group-focus-visible:stroke-paper group-focus-visible:stroke-[7px]",
          on ? "fill-oxblood" : "fill-paper-light",
        )}
      />
      <text
        textAnchor="middle"
        className={clsx(
          "font-display text-[19px] font-semibold group-hover:fill-paper group-focus-visible:fill-paper group-focus-visible:underline",
          on ? "fill-paper" : "fill-ink",
        )}
      >
        {lines.map((line, index) => (
          <tspan key={line} x={at[0]} y={at[1] + index * 22}>
            {line}{" "}
          </tspan>
        ))}
      </text>
    </>
  );
}
