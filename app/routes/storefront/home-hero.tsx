import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ScaleDial } from "#app/components/scale-dial.tsx";
import { home } from "#app/content/home.ts";

/** The headline set as a showcard, a line to each sentence, beside the dial of a butcher's scale. */
export function HomeHero() {
  const lines = home.headline.match(/[^.]+\./g) ?? [home.headline];
  return (
    <section className="surface-oxblood relative overflow-hidden">
      <ScaleDial className="absolute -bottom-64 left-1/2 w-96 -translate-x-1/2 lg:top-1/2 lg:bottom-auto lg:left-full lg:w-[50vw] lg:max-w-[46rem] lg:-translate-y-1/2" />
      <div className="page-width relative pt-14 pb-48 lg:py-24">
        <h1 className="text-poster font-bold">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}{" "}
            </span>
          ))}
        </h1>
        <p className="mt-8 max-w-lg text-lg text-ink-soft">{home.lede}</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <Link to="/shop" prefetch="intent" className={buttonClass({ size: "lg" })}>
            Shop Now
          </Link>
          <Link
            to="/wholesale"
            prefetch="intent"
            className={buttonClass({ variant: "secondary", size: "lg" })}
          >
            Wholesale Info
          </Link>
        </div>
      </div>
    </section>
  );
}
