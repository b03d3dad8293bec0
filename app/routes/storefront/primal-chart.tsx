import { clsx } from "clsx";
import { Link } from "react-router";
import type { GuideTab } from "#app/content/guide-tabs.ts";
import { categories, categoryText } from "#app/features/catalog/category.ts";
import { type PrimalName, primalParts, primalRest } from "./primal-parts.ts";

const names = Object.keys(primalParts) as PrimalName[];
/** What comes from all over the side, and so has no place on it. */
const everywhere = ["ground", "pre-cuts"] as const;

/** Which parts of the side a tab of the cuts guide comes from. */
const partsOf: Record<GuideTab, PrimalName[]> = {
  chuck: ["chuck"],
  primeRib: ["rib"],
  loin: ["loin"],
  sirloin: ["sirloin"],
  round: ["round"],
  brisket: ["brisket"],
  other: ["plate", "flank", "foreshank", "shank"],
  ground: names,
};

interface PrimalChartProps {
  /** A tab of the cuts guide; its parts are filled. Without one, the side is shown whole. */
  tab?: GuideTab;
  className?: string;
}

/**
 * The butcher's chart: a side of beef whose regions lead to the categories of the shop. All regions
 * of a category are one link, so that each is one stop of the Tab key.
 */
export function PrimalChart({ tab, className }: PrimalChartProps) {
  const filled: PrimalName[] = tab ? partsOf[tab] : [];
  return (
    <nav aria-label="Butcher’s chart" className={className}>
      <svg
        viewBox="6 30 552 314"
        className="-mx-4 block w-[calc(100%+2rem)] overflow-visible sm:mx-0 sm:w-full"
      >
        <title>A side of beef</title>
        <path d={primalRest.join("")} className="fill-paper-deep stroke-ink" strokeWidth="1.5" />
        {categories.map((category) => {
          const parts = names.filter((name) => primalParts[name].category === category);
          if (parts.length === 0) return null;
          const { label } = categoryText[category];
          return (
            <Link
              key={category}
              to={`/shop/${category}`}
              prefetch="intent"
              aria-label={category === "other" ? `${label}: brisket, plate, flank, shank` : label}
              className="group outline-none"
            >
              {parts.map((name) => (
                <Part key={name} name={name} on={filled.includes(name)} />
              ))}
            </Link>
          );
        })}
      </svg>
      <p className="mt-3 flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <span className="basis-full sm:basis-auto">From all over the side:</span>
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

/** The ring of focus lies inside the region, where its neighbours cannot cover it. */
function Part({ name, on }: { name: PrimalName; on: boolean }) {
  const { d, lines, at } = primalParts[name];
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
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}
