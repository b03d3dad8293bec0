import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { PageHeader } from "#app/components/page-header.tsx";
import { Parcel } from "#app/components/parcel.tsx";
import { about } from "#app/content/about.ts";
import { ClosingBand } from "./closing-band.tsx";
import { Marbling } from "./marbling.tsx";
import { pageMeta } from "./page-meta.ts";
import { PrimalChart } from "./primal-chart.tsx";

export const meta = () =>
  pageMeta(
    "Our story",
    "Bought by the hundredweight, sold by the pound: how we buy, cut and pack AAA beef in Abbotsford, and who does what.",
  );

export default function About() {
  return (
    <>
      <div className="page-width">
        <PageHeader title={about.title} lede={about.lede} />
        <Story />
        <Pictures />
        <Standards />
        <Team />
      </div>
      <ClosingBand title={about.callToAction.title}>
        <Link to="/shop" prefetch="intent" className={buttonClass({ size: "lg" })}>
          {about.callToAction.action}
        </Link>
      </ClosingBand>
    </>
  );
}

function Story() {
  const [first, ...rest] = about.story;
  return (
    <section className="grid-page mt-14 items-start gap-y-6">
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

/** Drawn until there are photographs: what comes in, what is looked at, what goes out. */
function Pictures() {
  const drawings = [
    <PrimalChart key="side" tab="primeRib" />,
    <Marbling key="rib" flecks={120} />,
    <Parcel key="parcel" name="Ribeye Steak" note="AAA" className="size-full" />,
  ];
  return (
    <ol className="mt-20 grid gap-x-6 gap-y-10 md:grid-cols-3">
      {about.pictures.map(({ title, text }, index) => (
        <li key={title}>
          <Plate bleed={index === 2}>{drawings[index]}</Plate>
          <h2 className="mt-4 text-title">{title}</h2>
          <p className="mt-1.5 text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Plate({ bleed, children }: { bleed: boolean; children: ReactNode }) {
  return (
    <div
      className={`grid aspect-4/3 place-items-center bg-paper-deep ${bleed ? "" : "px-[9%] sm:px-[16%] md:px-[9%]"}`}
    >
      {children}
    </div>
  );
}

function Standards() {
  return (
    <section className="grid-page mt-24 items-start gap-y-8 border-t border-ink pt-8">
      <h2 className="col-span-12 md:col-span-4">{about.standards.title}</h2>
      <ol className="col-span-12 md:col-span-8">
        {about.standards.points.map(({ title, text }) => (
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

function Team() {
  return (
    <section className="mt-24">
      <h2>{about.team.title}</h2>
      <p className="mt-3 max-w-2xl text-ink-soft">{about.team.lede}</p>
      <ul className="mt-8 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {about.team.roles.map(({ role, text }) => (
          <li key={role} className="border-t border-ink py-5">
            <h3>{role}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
