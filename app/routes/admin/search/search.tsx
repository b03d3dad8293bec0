import { data, Link } from "react-router";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { useFrameFacts } from "../use-frame-facts.ts";
import type { Route } from "./+types/search.ts";
import { findHits } from "./find-hits.server.ts";
import { hitKinds, hitsInWords } from "./hits.ts";
import { pageHits } from "./page-hits.ts";
import { HitText } from "./search-box.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Search");

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams.get("q") ?? "";
  const found = await findHits(context.get(requestContext), staffWith(context), query);
  return data({ query, found }, { status: found.failed.length > 0 ? 503 : 200 });
}

export default function OfficeSearch({ loaderData: { query, found } }: Route.ComponentProps) {
  const { staffRole = null, isImageEditor = false } = useFrameFacts() ?? {};
  const pages = pageHits({ staffRole, isImageEditor }, query);
  const hits = [...found.hits, ...pages];
  const isAsked = query.trim() !== "";
  const groups = Map.groupBy(hits, ({ kind }) => kind);
  return (
    <>
      <PageHeader title="Search" />
      <ListSearch
        label="Search by number, name or code"
        query={query}
        found={isAsked ? hitsInWords({ ...found, hits }) : undefined}
      />
      {found.failed.length > 0 && (
        <LoadFailure message={`${found.failed.join(", ")} could not be searched.`} />
      )}
      {hits.length === 0 && (
        <EmptyState title="Nothing found">
          <p>Try an order number, a client's name or a lot's code.</p>
        </EmptyState>
      )}
      {[...groups].map(([kind, own]) => (
        <section key={kind} className="mt-6 max-w-2xl">
          <h2 className="text-title">{hitKinds[kind]}</h2>
          <ul className="mt-2 border-t border-ink">
            {own.map((hit) => (
              <li key={hit.to} className="border-b border-rule">
                <Link
                  to={hit.to}
                  className="flex min-h-11 flex-wrap items-center gap-x-3 py-2 hover:text-oxblood"
                >
                  <HitText {...hit} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
