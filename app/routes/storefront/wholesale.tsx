import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { PageHeader } from "#app/components/page-header.tsx";
import { site } from "#app/content/site.ts";
import { wholesale } from "#app/content/wholesale.ts";
import { ClosingBand } from "./closing-band.tsx";
import { pageMeta } from "./page-meta.ts";

export const meta = () =>
  pageMeta(
    "Wholesale",
    "AAA Canadian beef for butchers, restaurants, grocers and meal-prep firms in British Columbia: what you get, and how an account works.",
  );

export default function Wholesale() {
  return (
    <>
      <div className="page-width">
        <PageHeader title={wholesale.title} lede={wholesale.lede} />
        <p className="mt-6 flex flex-wrap gap-4">
          <Link to="/login" className={buttonClass({ size: "lg" })}>
            Wholesale Login
          </Link>
          <a href="#how" className={buttonClass({ variant: "secondary", size: "lg" })}>
            How it works
          </a>
        </p>
        <Benefits />
        <Clients />
        <Steps />
      </div>
      <ClosingBand title={wholesale.contact.title} text={wholesale.contact.text}>
        <a href={site.phone.href} className={buttonClass({ size: "lg" })}>
          Call {site.phone.display}
        </a>
        <a
          href={`mailto:${site.email}`}
          className={buttonClass({ variant: "secondary", size: "lg" })}
        >
          Write to us
        </a>
      </ClosingBand>
    </>
  );
}

function Benefits() {
  return (
    <section className="mt-14">
      <h2>{wholesale.benefits.title}</h2>
      <ul className="mt-8 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {wholesale.benefits.points.map(({ title, text }) => (
          <li key={title} className="border-t border-ink pt-5 pb-8">
            <h3>{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The trades, set large: a reader finds their own word first. */
function Clients() {
  return (
    <section className="mt-14">
      <h2>{wholesale.clients.title}</h2>
      <ul className="mt-6 border-t border-ink">
        {wholesale.clients.types.map(({ title, text }) => (
          <li key={title} className="grid-page items-baseline gap-y-1 border-b border-rule py-5">
            <h3 className="col-span-12 text-heading md:col-span-5">{title}</h3>
            <p className="col-span-12 text-lg text-ink-soft md:col-span-7">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  return (
    <section id="how" className="mt-24 scroll-mt-36">
      <h2>{wholesale.steps.title}</h2>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {wholesale.steps.points.map(({ title, text }, index) => (
          <li key={title} className="border-t border-ink pt-4">
            <p aria-hidden="true" className="font-display text-heading font-bold text-oxblood">
              {index + 1}
            </p>
            <h3 className="mt-2">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to="/login" className={buttonClass()}>
          Sign in or open an account
        </Link>
        <Link to="/contact" prefetch="intent" className="link">
          Address and hours
        </Link>
      </p>
    </section>
  );
}
