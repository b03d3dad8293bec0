import { Link } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import type { Route } from "./+types/legal.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";

const titles = { privacy: "Privacy Policy", terms: "Terms of Service" };

const textAt = (path: string) => (path.startsWith("/terms") ? "terms" : "privacy");

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: titles[textAt(args.location.pathname)],
    description: args.loaderData?.description,
  });

export function loader({ context, url }: Route.LoaderArgs) {
  return pageWords(context, wordsPages[textAt(url.pathname)]);
}

/** The Privacy Policy or the Terms of Service, with a table of contents beside it. */
export default function LegalPage({ loaderData: text }: Route.ComponentProps) {
  const company = useCompany();
  const { street, city, region, postalCode } = company.address;
  return (
    <div className="page-width">
      <PageHeader size="page" title={text.title} lede={text.lede} />
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
                {points && points.length > 0 && (
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
              {company.name}, {street}, {city}, {region} {postalCode},{" "}
              <a href={`mailto:${company.email}`} className="link text-ink">
                {company.email}
              </a>
              ,{" "}
              <a href={company.phone.href} className="link whitespace-nowrap text-ink">
                {company.phone.display}
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
