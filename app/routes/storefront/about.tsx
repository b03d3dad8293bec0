import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { type about, aboutImages } from "#app/content/about.ts";
import { requestContext } from "#app/context.server.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import type { Route } from "./+types/about.ts";
import { ClosingBand } from "./frame/closing-band.tsx";
import { PageImage } from "./frame/page-image.tsx";
import { carryPreviews, pageImages } from "./frame/page-images.server.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Our story",
    description: args.loaderData?.words.description,
  });

type Words = typeof about;

export async function loader({ context }: Route.LoaderArgs) {
  const images = await pageImages(context.get(requestContext), aboutImages);
  await carryPreviews(context, [], images);
  return { words: pageWords(context, wordsPages.about), images };
}

export default function About({ loaderData: { words, images } }: Route.ComponentProps) {
  return (
    <>
      <div className="page-width">
        <PageHeader size="page" title={words.title} lede={words.lede} />
        <Story {...words.story} />
        <Images images={words.images} urls={images} />
        <Standards {...words.standards} />
        <Team {...words.team} />
      </div>
      <ClosingBand title={words.callToAction.title}>
        <ButtonLink to="/shop" prefetch="intent" size="lg">
          {words.callToAction.action}
        </ButtonLink>
      </ClosingBand>
    </>
  );
}

function Story({ title, paragraphs: [first, ...rest] }: Words["story"]) {
  return (
    <section className="grid-page mt-14 items-start gap-y-6">
      <h2 className="sr-only">{title}</h2>
      <p className="col-span-12 font-display text-heading leading-snug text-balance lg:col-span-8">
        {first}
      </p>
      <div className="col-span-12 space-y-4 text-lg md:col-span-9 md:col-start-4 lg:col-span-6 lg:col-start-7">
        {rest.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

function Images({ images, urls }: Pick<Words, "images"> & { urls: (string | null)[] }) {
  return (
    <ol className="mt-20 grid gap-x-6 gap-y-10 md:grid-cols-3">
      {images.map(({ title, text, alt }, index) => (
        <li key={title}>
          <PageImage
            url={urls[index] ?? null}
            alt={alt}
            sizes="(min-width: 84rem) 26rem, (min-width: 48rem) 31vw, 91vw"
            className="aspect-4/3"
          />
          <h2 className="mt-4 text-title">{title}</h2>
          <p className="mt-1.5 text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Standards({ title, points }: Words["standards"]) {
  return (
    <section className="grid-page mt-24 items-start gap-y-8 border-t border-ink pt-8">
      <h2 className="col-span-12 md:col-span-4">{title}</h2>
      <ol className="col-span-12 md:col-span-8">
        {points.map(({ title, text }) => (
          <li
            key={title}
            className="grid gap-x-8 gap-y-1.5 border-b border-rule py-5 first:pt-0 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
          >
            <h3>{title}</h3>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Team({ title, lede, roles }: Words["team"]) {
  return (
    <section className="mt-24">
      <h2>{title}</h2>
      <p className="mt-3 max-w-2xl text-ink-soft">{lede}</p>
      <ul className="mt-8 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {roles.map(({ role, text }) => (
          <li key={role} className="border-t border-ink py-5">
            <h3>{role}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
