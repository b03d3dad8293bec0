import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { GuideCut } from "#app/content/cuts-guide.ts";
import { PageImage } from "../frame/page-image.tsx";
import { CookingTimes } from "./cooking-times.tsx";

interface GuideEntryProps {
  cut: GuideCut;
  /** Null if there is none. */
  imageUrl: string | null;
  /** The product's path; null if it isn't currently in the shop. */
  href: string | null;
}

/** One cut of the guide: its characteristics, temperatures, times and cooking methods. */
export function GuideEntry({ cut, imageUrl, href }: GuideEntryProps) {
  const { name, characteristics, methods } = cut;
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
      <CookingTimes
        cut={cut}
        className="col-span-12 content-start md:col-span-8 lg:col-span-4 print:col-span-8 print:grid-cols-4 print:text-sm"
      />
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
