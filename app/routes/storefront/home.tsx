import { data, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ScaleRule } from "#app/components/scale-rule.tsx";
import type { home } from "#app/content/home.ts";
import { requestContext } from "#app/context.server.ts";
import { ProductGrid } from "#app/domain/catalogue/product-grid.tsx";
import { areFeaturedSteaks } from "#app/domain/catalogue/products.server.ts";
import { PostalBox } from "#app/domain/delivery/postal/postal-box.tsx";
import { useImageUpdates } from "#app/domain/pictures/placement/image-updates.ts";
import { companyOf } from "#app/domain/settings/use-company.ts";
import { QuickAdd } from "#app/features/cart/quick-add.tsx";
import { wordsPages } from "#app/features/words/pages.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "../load-failure.tsx";
import type { Route } from "./+types/home.ts";
import { PrimalChart } from "./cuts-guide/primal-chart.tsx";
import { type Side, side } from "./cuts-guide/primal-parts.ts";
import { deliveryIsSetUp } from "./delivery-is-set-up.server.ts";
import { PageImage } from "./frame/page-image.tsx";
import { carryPreviews, pageImages } from "./frame/page-images.server.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";
import { business } from "./frame/structured-data.server.ts";
import { HomeHero } from "./home-hero.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { name, tagline, blurb } = companyOf(args);
  return pageMeta(args, {
    title: `${name} | ${tagline}`,
    description: `${args.loaderData?.words.headline ?? ""} ${blurb}`.trim(),
    structuredData: args.loaderData?.structuredData,
  });
};

type Words = typeof home;

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { catalog, images, shop, shownStocks, log } = services;
  const [found, [hero = null], [about = null], hasDelivery] = await Promise.all([
    orNull(catalog.featured(), log, "featured products"),
    pageImages({ images, log }, ["home-hero"]),
    pageImages({ images, log }, ["home-about"], "sections"),
    deliveryIsSetUp(services),
  ]);
  const featured = found && shownStocks.beside(found);
  await carryPreviews(context, featured, [hero, about]);
  const structuredData = [business(shop)];
  const isFour = featured !== null && areFeaturedSteaks(featured);
  const words = pageWords(context, wordsPages.home);
  const parts = { words, side, featured, isFour, hero, about, hasDelivery, structuredData };
  return data(parts, statusOf(featured));
}

export default function Home({
  loaderData: { words, side, featured, isFour, hero, about, hasDelivery },
}: Route.ComponentProps) {
  useImageUpdates();
  return (
    <>
      <HomeHero words={words} image={hero} />
      {hasDelivery && <PostalBox className="page-width mt-10" />}
      <Why {...words.why} />
      <section className="page-width mt-24">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 border-t border-ink pt-8">
          <div>
            <h2>{words.featured.title}</h2>
            <p className="mt-2 text-ink-soft">
              {isFour ? words.featured.lede : words.featured.ledeOfOthers}
            </p>
          </div>
          <ButtonLink to="/shop" prefetch="intent" variant="secondary">
            Explore All Products
          </ButtonLink>
        </div>
        <div className="mt-10">
          {featured ? (
            <ProductGrid
              products={featured}
              headingAs="h3"
              action={(product) => <QuickAdd product={product} />}
            />
          ) : (
            <LoadFailure message="Error loading products. Please try again later." />
          )}
        </div>
      </section>
      <Chart {...words.chart} side={side} />
      <About {...words.about} image={about} />
      <CallToAction {...words.callToAction} />
    </>
  );
}

function Why({ title, points }: Words["why"]) {
  return (
    <section className="page-width mt-20 md:mt-28">
      <div className="flex flex-col items-start justify-between gap-4 md:flex-row md:items-end">
        <h2>{title}</h2>
        <Link to="/why-aaa" prefetch="intent" className="link inline-flex min-h-11 items-center">
          Learn More<span className="sr-only"> about AAA beef</span>
        </Link>
      </div>
      <ol className="mt-8 grid gap-x-10 md:grid-cols-3">
        {points.map(({ title, text }) => (
          <li key={title} className="border-t border-ink pt-5 pb-8">
            <h3>{title}</h3>
            <p className="mt-3 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Chart({ title, lede, side }: Words["chart"] & { side: Side }) {
  return (
    <section className="page-width mt-28">
      <div className="grid-page items-start gap-y-8 border-t border-ink pt-8">
        <div className="col-span-12 lg:col-span-4">
          <h2>{title}</h2>
          <p className="mt-2 text-ink-soft">{lede}</p>
        </div>
        <PrimalChart side={side} className="col-span-12 lg:col-span-8" />
      </div>
    </section>
  );
}

function About({ title, text, imageAlt, image }: Words["about"] & { image: string | null }) {
  return (
    <section className="page-width mt-28">
      <div className="grid-page items-start gap-y-6">
        <div className="col-span-12 md:col-span-4">
          <h2>{title}</h2>
          {image && (
            <PageImage
              url={image}
              alt={imageAlt}
              sizes="(min-width: 84rem) 26rem, (min-width: 48rem) 31vw, 91vw"
              className="mt-6 aspect-4/3"
            />
          )}
        </div>
        <div className="col-span-12 md:col-span-8 lg:col-span-7">
          <p className="font-display text-heading leading-snug text-balance">{text}</p>
          <ButtonLink to="/about" prefetch="intent" variant="secondary" className="mt-8">
            Our Story
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function CallToAction({ title, text }: Words["callToAction"]) {
  return (
    <section className="surface-oxblood mt-28 -mb-24">
      <ScaleRule />
      <div className="page-width grid-page items-end gap-y-8 py-20 md:py-28">
        <div className="col-span-12 lg:col-span-7">
          <h2 className="text-display">{title}</h2>
          <p className="mt-5 max-w-xl text-lg text-ink-soft">{text}</p>
        </div>
        <div className="col-span-12 flex flex-wrap gap-4 lg:col-span-5 lg:justify-end">
          <ButtonLink to="/shop" prefetch="intent" size="lg">
            Shop Our Products
          </ButtonLink>
          <ButtonLink to="/wholesale" prefetch="intent" variant="secondary" size="lg">
            Wholesale Information
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
