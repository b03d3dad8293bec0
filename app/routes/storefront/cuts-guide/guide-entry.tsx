import type { ReactNode } from "react";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { holdUnits, type Temperature } from "#app/content/cooking-facts.ts";
import type { GuideCut } from "#app/content/cuts-guide.ts";
import { safeTemperatures } from "#app/content/food-safety.ts";
import { PageImage } from "../frame/page-image.tsx";

interface GuideEntryProps {
  cut: GuideCut;
  /** Null if there is none. */
  imageUrl: string | null;
  /** The product's path; null if it isn't currently in the shop. */
  href: string | null;
}

/**
 * One cut of the guide (specification, section 2): its characteristics, temperatures, times and
 * cooking methods.
 */
export function GuideEntry({ cut, imageUrl, href }: GuideEntryProps) {
  const { name, characteristics, target, doneness, safe, cookTime, restTime, methods } = cut;
  return (
    <article className="grid-page gap-y-6 border-b border-rule py-9 first:pt-0 print:break-inside-avoid print:py-3">
      <div className="col-span-5 md:col-span-4 md:row-span-3 lg:col-span-3 lg:row-span-1 print:hidden">
        <PageImage
          url={imageUrl}
          alt={name}
          sizes="(min-width: 84rem) 19rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 38vw"
          className="aspect-4/3"
        />
      </div>
      <div className="col-span-7 md:col-span-8 lg:col-span-3 print:col-span-4">
        <h2 className="text-[clamp(1.5rem,1.35rem+0.6vw,1.875rem)] print:text-title">{name}</h2>
        <p className="mt-2 text-ink-soft">{characteristics.join("\u00a0· ")}</p>
        <ul aria-label="Methods" className="mt-4 flex print:mt-2 flex-wrap gap-2">
          {methods.map((method) => (
            <li key={method}>
              <Badge>{method}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <dl className="col-span-12 grid grid-cols-2 content-start gap-x-6 gap-y-5 md:col-span-8 lg:col-span-4 print:col-span-8 print:grid-cols-4 print:text-sm">
        <Fact term="Target">
          <span className="block font-display text-heading leading-none font-semibold print:text-title">
            {holdUnits(`${target.celsius} °C`)}
          </span>
          <span className="mt-1.5 block">{holdUnits(`${target.fahrenheit} °F, ${doneness}`)}</span>
        </Fact>
        <Fact term="Health Canada">
          <span className="block font-display text-heading leading-none font-semibold text-ink-soft print:text-title">
            {holdUnits(`${safeTemperatures[safe].celsius} °C`)}
          </span>
          <span className="mt-1.5 block">{besideTarget(safeTemperatures[safe], target)}</span>
        </Fact>
        <Fact term="Cook">{holdUnits(cookTime)}</Fact>
        <Fact term="Rest">{restTime}</Fact>
      </dl>
      <div className="col-span-12 md:col-span-8 print:hidden lg:col-span-2 lg:text-right">
        {href ? (
          <ButtonLink
            to={href}
            prefetch="intent"
            aria-label={`Shop This Cut: ${name}`}
            variant="secondary"
            className="lg:px-4"
          >
            Shop This Cut
          </ButtonLink>
        ) : (
          <p className="text-sm text-ink-soft">Not in the shop at present</p>
        )}
      </div>
    </article>
  );
}

/** The safe temperature in °F, and how it compares with the chef's. */
function besideTarget(safe: Temperature, target: Temperature) {
  const relation =
    target.celsius > safe.celsius
      ? "below ours"
      : target.celsius === safe.celsius
        ? "the same as ours"
        : "above ours";
  return holdUnits(`${safe.fahrenheit} °F, ${relation}`);
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-soft">{term}</dt>
      <dd className="mt-1.5">{children}</dd>
    </div>
  );
}
