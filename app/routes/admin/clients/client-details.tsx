import { data, Link, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { requestContext } from "#app/context.server.ts";
import { profileForm } from "#app/domain/customers/profile.ts";
import { updateProfile } from "#app/domain/customers/profiles.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { newSite, recordFailed, recordField } from "#app/features/clients/client-record.ts";
import { ClientDetailsForm } from "#app/features/clients/client-record-form.tsx";
import { clientSites, seenClient } from "#app/features/clients/client-records.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { SiteList } from "#app/features/clients/site-list.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/client-details.ts";
import { clientName } from "./client-detail.tsx";

const title = "Details and sites";

export const meta = (args: MetaPlace) => signedInMeta(args, title);

const said = { site: "Site saved", removed: "Site removed" };
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, deliveryRules } = context.get(requestContext);
  const staff = staffWith(context, "clients", "sell");
  const [client, seen, sites] = await Promise.all([
    getClient(db, staff, id),
    seenClient(db, id),
    clientSites(db, staff, id, await deliveryRules.get()),
  ]);
  const done = saidParameters.find((one) => url.searchParams.has(one));
  return data({ client, seen, sites, done }, { status: client ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: recordFailed, log: "changing a client's details failed" },
    async (fields, { db }) => {
      const { id } = args.params;
      const theirs = await actFor(db, staffWith(args.context, "clients", "sell"), {
        customerId: id,
      });
      if (!theirs) throw new Refusal("gone", "There is no such client.");
      // Addresses belong to the sites.
      const { companyName, contactName, phone, notes } = accepted(checkForm(profileForm, fields));
      const wanted = { companyName, contactName, phone, notes };
      await updateProfile(db, theirs, wanted, fields[recordField.seen] ?? "");
      return redirect(`/admin/clients/${id}?details`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: recordFailed,
    loadCheck: async () => (fields) => checkForm(profileForm, fields).refused,
  });

/** Corrects who a client is, and leads to the places that we deliver to. */
export default function ClientDetails({
  loaderData,
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const { client, seen, sites, done } = loaderData;
  if (!client || seen === null) return <EmptyState title="Client not found" />;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={`/admin/clients/${id}`}>{clientName(client)}</BackLink>}
        title={title}
      />
      {done && <SaidOnce title={said[done]} parameters={saidParameters} className="mt-6" />}
      <ClientDetailsForm client={client} seen={seen} answer={actionData} />
      <section aria-labelledby="sites" className="mt-12 max-w-2xl">
        <h2 id="sites" className="border-t border-ink pt-3 text-title">
          Sites
        </h2>
        <SiteList
          sites={sites}
          row={({ id: site, name }) => (
            <Link
              to={`/admin/clients/${id}/sites/${site}`}
              className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
            >
              {name}
            </Link>
          )}
        />
        <ButtonLink
          to={`/admin/clients/${id}/sites/${newSite}`}
          variant="secondary"
          className="mt-4"
        >
          Add a site
        </ButtonLink>
      </section>
    </>
  );
}
