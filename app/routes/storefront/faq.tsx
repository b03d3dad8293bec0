import { useLayoutEffect } from "react";
import { Link, useLocation } from "react-router";
import { Accordion } from "#app/components/accordion.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { wordsPages } from "#app/features/words/pages.server.ts";
import type { Route } from "./+types/faq.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { pageWords } from "./frame/page-words.server.ts";
import { questions } from "./frame/structured-data.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Frequently asked questions",
    description: args.loaderData?.words.description,
    structuredData: args.loaderData?.structuredData,
  });

export function loader({ context }: Route.LoaderArgs) {
  const words = pageWords(context, wordsPages.faq);
  return { words, structuredData: [questions(words.questions)] };
}

export default function FaqPage({ loaderData: { words } }: Route.ComponentProps) {
  useAnswerOfAddress();
  return (
    <div className="page-width">
      <PageHeader size="page" title={words.title} lede={words.lede} />
      <div className="grid-page mt-12 items-start gap-y-14">
        <div className="col-span-12 lg:col-span-8">
          <Accordion
            headingLevel="h2"
            items={words.questions.map(({ id, question, answer, more }) => ({
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
          <h2 className="text-title">{words.unanswered.title}</h2>
          <p className="mt-2 text-ink-soft">
            <PhoneLinked text={words.unanswered.text} />
          </p>
          <ButtonLink to="/contact" prefetch="intent" variant="secondary" className="mt-5">
            Contact us
          </ButtonLink>
        </aside>
      </div>
    </div>
  );
}

function PhoneLinked({ text }: { text: string }) {
  const { display, href } = useCompany().phone;
  const at = text.indexOf(display);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <a href={href} className="link whitespace-nowrap text-ink">
        {display}
      </a>
      {text.slice(at + display.length)}
    </>
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
