import { Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { gradeSources, grades } from "#app/content/why-aaa.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import { Sources } from "../cuts-guide/sources.tsx";
import { ClosingBand } from "../frame/closing-band.tsx";
import { pageMeta } from "../frame/page-meta.ts";
import { pageWords } from "../frame/page-words.server.ts";
import type { Route } from "./+types/why-aaa.ts";
import { GradeScale } from "./grade-scale.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Why AAA? How Canadian beef is graded",
    description: args.loaderData?.description,
  });

export function loader({ context }: Route.LoaderArgs) {
  const { plates, ...words } = pageWords(context, wordsPages["why-aaa"]);
  const seen = grades.map((grade) => ({ ...grade, plate: plates[grade.name] }));
  return { ...words, grades: seen, sources: gradeSources };
}

export default function WhyAaa({ loaderData }: Route.ComponentProps) {
  const { title, lede, scale, grades, graders, assessed, ungraded, limits, sources } = loaderData;
  return (
    <>
      <div className="page-width">
        <PageHeader title={title} lede={lede} />
        <GradeScale {...scale} grades={grades} />
        <section className="grid-page mt-24 items-start gap-y-6 border-t border-ink pt-8">
          <h2 className="col-span-12 md:col-span-4">{graders.title}</h2>
          <div className="col-span-12 space-y-4 text-lg md:col-span-8 lg:col-span-7">
            {graders.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </section>
        <section className="mt-20">
          <h2>{assessed.title}</h2>
          <p className="mt-3 max-w-2xl text-ink-soft">{assessed.text}</p>
          <dl className="mt-8 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
            {assessed.points.map((point) => (
              <div key={point.title} className="border-t border-rule py-5">
                <dt className="font-display text-title font-semibold">{point.title}</dt>
                <dd className="mt-1.5 text-ink-soft">{point.text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="grid-page mt-20 items-start gap-y-6 border-t border-ink pt-8">
          <h2 className="col-span-12 lg:col-span-5 lg:text-display">{ungraded.title}</h2>
          <div className="col-span-12 space-y-4 text-lg lg:col-span-6 lg:col-start-7">
            {ungraded.text.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <h3 className="pt-6">{limits.title}</h3>
            <p className="text-base text-ink-soft">
              {limits.text}{" "}
              <Link to="/contact" className="link text-ink">
                How to reach us
              </Link>
            </p>
          </div>
        </section>
        <Sources sources={sources} className="mt-16 max-w-3xl text-sm text-ink-soft" />
      </div>
      <ClosingBand title={loaderData.callToAction.title}>
        <ButtonLink to="/shop" prefetch="intent" size="lg">
          Shop AAA beef
        </ButtonLink>
        <ButtonLink to="/cuts" prefetch="intent" variant="secondary" size="lg">
          Cuts Guide
        </ButtonLink>
      </ClosingBand>
    </>
  );
}
