import { data, Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { may } from "#app/domain/access/capability.ts";
import { newSite } from "#app/features/clients/client-record.ts";
import { ownSites } from "#app/features/clients/client-records.server.ts";
import { SiteList } from "#app/features/clients/site-list.tsx";
import { clientRequest } from "#app/guards/guards.server.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/sites.ts";

const title = "Where we deliver";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export const headers: Route.HeadersFunction = privateHeaders;

const said = { site: "Site saved", removed: "Site removed" };
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, deliveryRules, client } = clientRequest(context);
  const mayChange = may(client, "edit details") && client.sites === null;
  const sites = mayChange ? await ownSites(db, client, await deliveryRules.get()) : null;
  const done = saidParameters.find((one) => url.searchParams.has(one));
  return data({ sites, done });
}

/** The client's sites, each with the zone that delivers there. */
export default function OwnSites({ loaderData: { sites, done } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/account">Your account</BackLink>}
        title={title}
      />
      {done && <FlashMessage title={said[done]} parameters={saidParameters} className="mt-6" />}
      {sites ? (
        <section aria-label="Sites" className="mt-8 max-w-2xl border-t border-ink">
          <SiteList
            sites={sites}
            row={({ id, name }) => (
              <Link
                to={`/dashboard/sites/${id}`}
                className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
              >
                {name}
              </Link>
            )}
          />
          <ButtonLink to={`/dashboard/sites/${newSite}`} variant="secondary" className="mt-4">
            Add a site
          </ButtonLink>
        </section>
      ) : (
        <EmptyState title="Only the owner of this account can change its sites" />
      )}
    </>
  );
}
