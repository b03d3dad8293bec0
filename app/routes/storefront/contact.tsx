import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { PageHeader } from "#app/components/page-header.tsx";
import { contact } from "#app/content/contact.ts";
import { site } from "#app/content/site.ts";
import { pageMeta } from "./page-meta.ts";

export const meta = () =>
  pageMeta(
    "Contact",
    `Call ${site.phone.display} or write to ${site.name} in ${site.address.city}, ${site.address.region}: address, opening hours, and what helps us to help you.`,
  );

export default function Contact() {
  return (
    <div className="page-width">
      <PageHeader title={contact.title} lede={contact.lede} />
      <div className="mt-12">
        <a
          href={site.phone.href}
          className="inline-block font-display text-poster font-bold tracking-[-0.025em] hover:text-oxblood"
        >
          {site.phone.display}
        </a>
        <p className="mt-4">
          <a href={`mailto:${site.email}`} className="link font-display text-heading break-all">
            {site.email}
          </a>
        </p>
      </div>
      <div className="mt-16 grid gap-x-10 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
        <Hours />
        <Address />
        <section className="border-t border-ink pt-5 md:col-span-2 lg:col-span-1">
          <h2 className="text-title">{contact.wholesale.title}</h2>
          <p className="mt-3 max-w-md text-ink-soft">{contact.wholesale.text}</p>
          <Link
            to="/wholesale"
            prefetch="intent"
            className={buttonClass({ variant: "secondary", className: "mt-5" })}
          >
            Wholesale
          </Link>
        </section>
      </div>
      <Topics />
    </div>
  );
}

function Hours() {
  return (
    <section className="border-t border-ink pt-5">
      <h2 className="text-title">Hours</h2>
      <dl className="mt-3">
        {site.openingHours.map(({ days, hours }) => (
          <div
            key={days}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3"
          >
            <dt>{days}</dt>
            <dd className="text-ink-soft tabular-nums">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Address() {
  const { street, city, region, postalCode, country } = site.address;
  return (
    <section className="border-t border-ink pt-5">
      <h2 className="text-title">Address</h2>
      <address className="mt-3 leading-relaxed not-italic">
        {site.name}
        <br />
        {street}
        <br />
        {city}, {region} {postalCode}
        <br />
        {country}
      </address>
    </section>
  );
}

function Topics() {
  return (
    <section className="mt-20">
      <h2>{contact.topics.title}</h2>
      <dl className="mt-8 grid gap-x-10 md:grid-cols-3">
        {contact.topics.points.map(({ title, text }) => (
          <div key={title} className="border-t border-rule py-5">
            <dt className="font-display text-title font-semibold">{title}</dt>
            <dd className="mt-2 text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
