import { useLayoutEffect } from "react";
import { Link, useLocation } from "react-router";
import { Accordion } from "#app/components/accordion.tsx";
import { buttonClass } from "#app/components/button.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { faq } from "#app/content/faq.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import type { Route } from "./+types/faq.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { questions } from "./frame/structured-data.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Frequently asked questions",
    description:
      "Where our beef comes from, how it is packed, how long it keeps, where we deliver in British Columbia and how soon.",
    structuredData: args.loaderData?.structuredData,
  });

/** Text is loader data, so that it isn't bundled into scripts (docs/decisions/0003). */
export function loader() {
  return { faq, structuredData: [questions(faq)] };
}

export default function FaqPage({ loaderData: { faq } }: Route.ComponentProps) {
  const company = useCompany();
  useAnswerOfAddress();
  return (
    <div className="page-width">
      <PageHeader title="FAQs" lede="Eight questions that we are asked every week." />
      <div className="grid-page mt-12 items-start gap-y-14">
        <div className="col-span-12 lg:col-span-8">
          <Accordion
            headingLevel="h2"
            items={faq.map(({ id, question, answer, more }) => ({
              id,
              title: question,
              content: (
                <>
                  <p>{answer}</p>
                  {more && (
                    <p className="mt-3">
                      <Link to={more.to} prefetch="intent" className="link text-ink">
                        {more.label}
                      </Link>
                    </p>
                  )}
                </>
              ),
            }))}
          />
        </div>
        <aside className="col-span-12 border-t border-ink pt-6 lg:col-span-3 lg:col-start-10">
          <h2 className="text-title">Don’t see your question?</h2>
          <p className="mt-2 text-ink-soft">
            Call{" "}
            <a href={company.phone.href} className="link whitespace-nowrap text-ink">
              {company.phone.display}
            </a>{" "}
            or write. We answer.
          </p>
          <Link
            to="/contact"
            prefetch="intent"
            className={buttonClass({ variant: "secondary", className: "mt-5" })}
          >
            Contact us
          </Link>
        </aside>
      </div>
    </div>
  );
}

/**
 * Opens the answer named by the URL, e.g. `/faq#shipping`. Browsers do so on full page loads, but
 * not on client navigations. Runs before paint, so that the router scrolls to an open answer.
 */
function useAnswerOfAddress() {
  const { hash, key } = useLocation();
  useLayoutEffect(() => {
    // The key changes with every click on such a link, even the same one.
    const answer = key && hash ? document.getElementById(hash.slice(1)) : null;
    const folded = answer?.closest("details");
    if (folded) folded.open = true;
  }, [hash, key]);
}
