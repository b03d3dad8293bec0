import { clsx } from "clsx/lite";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ScaleDial } from "#app/components/scale-dial.tsx";
import type { home } from "#app/content/home.ts";
import { PageImage } from "./frame/page-image.tsx";

interface HomeHeroProps {
  words: Pick<typeof home, "headline" | "lede" | "imageAlt">;
  image: string | null;
}

/** The headline, one line per sentence, with the dial of a butcher's scale and the image. */
export function HomeHero({ words, image }: HomeHeroProps) {
  const lines = words.headline.match(/[^.]+\.?/g) ?? [words.headline];
  return (
    <section className="surface-oxblood relative overflow-hidden">
      <ScaleDial
        className={clsx(
          "absolute lg:left-full lg:-translate-x-1/2 lg:-translate-y-1/2",
          image
            ? "hidden lg:top-52 lg:block lg:w-[50vw] lg:max-w-[44rem]"
            : "-bottom-64 left-1/2 w-96 -translate-x-1/2 lg:top-1/2 lg:bottom-auto lg:w-[50vw] lg:max-w-[46rem]",
        )}
      />
      <div className={clsx("page-width relative pt-14 lg:pt-20", !image && "pb-48 lg:pb-24")}>
        <h1 className="text-poster font-bold">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}{" "}
            </span>
          ))}
        </h1>
        <div className="grid-page mt-8 gap-y-12 lg:mt-12">
          <div className="col-span-12 lg:col-span-5">
            <p className="max-w-lg text-lg text-ink-soft">{words.lede}</p>
            <div className="mt-8 flex flex-wrap gap-4">
              <ButtonLink to="/shop" prefetch="intent" size="lg">
                Shop Now
              </ButtonLink>
              <ButtonLink to="/wholesale" prefetch="intent" variant="secondary" size="lg">
                Wholesale Info
              </ButtonLink>
            </div>
          </div>
          {image && (
            <div className="bleed-x col-span-12 lg:col-span-7 lg:ml-0">
              <PageImage
                url={image}
                alt={words.imageAlt}
                sizes="(min-width: 64rem) 62vw, 100vw"
                priority
                className="aspect-4/3 sm:aspect-16/9 lg:aspect-auto lg:h-[27rem]"
              />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
