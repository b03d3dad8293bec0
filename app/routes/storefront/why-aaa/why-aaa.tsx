import { clsx } from "clsx/lite";
import { useId } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { type Grade, gradeSources, grades } from "#app/content/why-aaa.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import { Sources } from "../cuts-guide/sources.tsx";
import { ClosingBand } from "../frame/closing-band.tsx";
import { pageMeta } from "../frame/page-meta.ts";
import { pageWords } from "../frame/page-words.server.ts";
import type { Route } from "./+types/why-aaa.ts";

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
        <PageHeader size="page" title={title} lede={lede} />
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

/** Flecks in the drawing of each grade; only their increase matters. */
const flecks: Record<string, number> = { A: 12, AA: 44, AAA: 120, Prime: 260 };

interface GradeScaleProps {
  title: string;
  text: string;
  caption: string;
  /** From least to most marbling. */
  grades: (Grade & { plate: string })[];
}

/** The four grades in a row, by increasing marbling; ours is highlighted. */
function GradeScale({ title, text, caption, grades }: GradeScaleProps) {
  return (
    <section className="mt-14">
      <h2>{title}</h2>
      <p className="mt-3 max-w-2xl text-ink-soft">{text}</p>
      <ol className="mt-10 grid grid-cols-2 gap-x-5 gap-y-12 md:gap-x-8 lg:grid-cols-4">
        {grades.map(({ name, marbling, plate }) => {
          const ours = name === "AAA";
          return (
            <li key={name}>
              <Marbling flecks={flecks[name] ?? 0} />
              <h3
                className={clsx(
                  "mt-5 border-t-4 pt-3 text-[clamp(2.25rem,1.5rem+3vw,4rem)] leading-none font-bold",
                  ours ? "border-oxblood text-oxblood" : "border-rule",
                )}
              >
                {name}
              </h3>
              <p className="mt-3 font-semibold">{marbling}</p>
              <p className="mt-1.5 text-ink-soft">{plate}</p>
            </li>
          );
        })}
      </ol>
      <p className="mt-8 text-sm text-ink-soft">{caption}</p>
    </section>
  );
}

interface MarblingProps {
  flecks: number;
  className?: string;
}

// The rim of fat, the meat inside, and the wedge between the long muscle and the cap above it.
const rim =
  "M10 100C2 72 20 40 52 22 88 3 142 4 172 22c26 16 34 44 26 72-9 32-40 54-80 57-26 2-46-4-62-10-14-5-18-2-28-10-10-9-15-18-18-31z";
const meat =
  "M28 98C22 74 36 50 62 37c32-15 74-14 98 0 20 12 27 34 20 56-8 27-34 44-68 46-22 2-40-4-54-9-14-6-26-16-30-32z";
const wedge =
  "M42 66c12 2 20 14 40 20 34 10 68 0 92-34 3-4 8-1 6 4-22 40-60 54-98 42C62 92 56 78 40 71c-4-2-2-6 2-5z";

/**
 * A drawing of a ribeye's cut face, with more flecks for a higher grade. It is hidden from screen
 * readers, because the text beside it says the same.
 */
function Marbling({ flecks, className }: MarblingProps) {
  const clip = useId();
  return (
    <svg viewBox="0 0 208 156" aria-hidden="true" className={clsx("block w-full", className)}>
      <clipPath id={clip}>
        <path d={meat} />
      </clipPath>
      <path d={rim} fill="#f2e5d4" stroke="#cdb598" />
      <path d={meat} fill="#83252a" />
      <g clipPath={`url(#${clip})`} fill="none" stroke="#f4e6d5" strokeLinecap="round">
        {marblingFlecks(flecks).map(({ width, d }) => (
          <path key={width} d={d} strokeWidth={width} />
        ))}
      </g>
      <path d={wedge} fill="#f2e5d4" />
    </svg>
  );
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Deterministic pseudo-random noise from 0 to 1. */
function noise(index: number, salt: number) {
  const wave = Math.sin(index * 12.9898 + salt * 78.233) * 43758.5453;
  return wave - Math.floor(wave);
}

/** One short curved stroke of fat, as part of an SVG path. */
function fleck(index: number, count: number) {
  const radius = Math.sqrt((index + 0.5) / count);
  const angle = index * goldenAngle;
  const x = 104 + Math.cos(angle) * radius * 80 + (noise(index, 1) - 0.5) * 11;
  const y = 82 + Math.sin(angle) * radius * 55 + (noise(index, 2) - 0.5) * 9;
  const length = 1.2 + noise(index, 3) ** 2 * 9;
  const turn = noise(index, 4) * Math.PI;
  const [dx, dy] = [Math.cos(turn) * length, Math.sin(turn) * length * 0.7];
  const bend = (noise(index, 6) - 0.5) * 0.7;
  const [bx, by] = [dx / 2 - dy * bend, dy / 2 + dx * bend];
  const at = (value: number) => value.toFixed(1);
  return `M${at(x - dx / 2)} ${at(y - dy / 2)}q${at(bx)} ${at(by)} ${at(dx)} ${at(dy)}`;
}

/**
 * The marbling of a drawn ribeye, 208 by 156, with one path per stroke width. The flecks are spread
 * evenly, like sunflower seeds. Their offsets and rotations are deterministic, so that server and
 * browser render the same.
 */
function marblingFlecks(count: number): { width: number; d: string }[] {
  return [0.7, 1.1, 1.8].map((width, thickness) => ({
    width,
    d: Array.from({ length: count }, (_, index) =>
      index % 3 === thickness ? fleck(index, count) : "",
    ).join(""),
  }));
}
