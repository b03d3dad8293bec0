import { Link } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import type { LegalText } from "#app/content/legal.ts";
import { site } from "#app/content/site.ts";

/** A static text with a table of contents beside it. */
export function LegalPage({ text }: { text: LegalText }) {
  const { street, city, region, postalCode } = site.address;
  return (
    <div className="page-width">
      <PageHeader title={text.title} lede={text.lede} />
      <div className="grid-page mt-12 items-start gap-y-12">
        <nav
          aria-label="On this page"
          className="col-span-12 border-t border-ink lg:sticky lg:top-36 lg:col-span-3"
        >
          <ul>
            {text.sections.map(({ id, title }) => (
              <li key={id} className="border-b border-rule">
                <a href={`#${id}`} className="flex min-h-11 items-center py-2 hover:text-oxblood">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="col-span-12 space-y-12 lg:col-span-7 lg:col-start-5">
          {text.sections.map(({ id, title, paragraphs, points }) => (
            <section key={id} id={id} className="scroll-mt-36">
              <h2 className="text-heading">{title}</h2>
              <div className="mt-4 space-y-4">
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {points && (
                  <ul className="list-disc space-y-2.5 pl-5">
                    {points.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                )}
              </div>
            </section>
          ))}
          <section className="border-t border-ink pt-6">
            <h2 className="text-title">Questions about this</h2>
            <p className="mt-2 text-ink-soft">
              {site.name}, {street}, {city}, {region} {postalCode},{" "}
              <a href={`mailto:${site.email}`} className="link text-ink">
                {site.email}
              </a>
              ,{" "}
              <a href={site.phone.href} className="link whitespace-nowrap text-ink">
                {site.phone.display}
              </a>
              . Hours are on the{" "}
              <Link to="/contact" prefetch="intent" className="link text-ink">
                contact page
              </Link>
              .
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}
