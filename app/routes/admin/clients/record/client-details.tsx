import { data, Form, Link, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { clientProfileForm } from "#app/domain/customers/profile.ts";
import { updateProfile } from "#app/domain/customers/profiles.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import {
  detailsConflict,
  newSite,
  recordFailed,
  recordField,
} from "#app/features/clients/client-record.ts";
import { ClientDetailsForm } from "#app/features/clients/client-record-form.tsx";
import {
  clientSites,
  seenClient,
  setInactive,
} from "#app/features/clients/client-records.server.ts";
import { getClient } from "#app/features/clients/clients-admin.server.ts";
import { SiteList } from "#app/features/clients/site-list.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { clientName } from "../client-detail.tsx";
import type { Route } from "./+types/client-details.ts";

const title = "Details and sites";

export const meta = (args: MetaPlace) => signedInMeta(args, title);

const said = { site: "Site saved", removed: "Site removed" };
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, deliveryRules, staff } = staffRequest(context, "clients", "sell");
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
      const activity = fields[recordField.activity];
      if (activity === "inactive" || activity === "active") {
        const staff = staffWith(args.context, "clients", "sell");
        await setInactive(db, staff, id, activity === "inactive");
        return redirect(`/admin/clients/${id}?${activity}`);
      }
      const theirs = await actFor(db, staffWith(args.context, "clients", "sell"), {
        customerId: id,
      });
      if (!theirs) throw new Refusal("gone", "There is no such client.");
      // Addresses belong to the sites.
      const { companyName, contactName, phone, notes } = accepted(
        checkForm(clientProfileForm, fields),
      );
      const wanted = { companyName, contactName, phone, notes };
      try {
        await updateProfile(db, theirs, wanted, fields[recordField.seen] ?? "");
      } catch (error) {
        if (!isRefusal(error, "changed")) throw error;
        const staff = staffWith(args.context, "clients", "sell");
        const [client, seen] = await Promise.all([getClient(db, staff, id), seenClient(db, id)]);
        throw client && seen ? detailsConflict(fields, { client, seen }) : error;
      }
      return redirect(`/admin/clients/${id}?details`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: recordFailed,
    loadCheck: async () => (fields) =>
      fields[recordField.activity] ? undefined : checkForm(clientProfileForm, fields).refused,
  });

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
        before={<BackLink to={`/admin/clients/${id}`}>{clientName(client)}</BackLink>}
        title={title}
      />
      {done && <FlashMessage title={said[done]} parameters={saidParameters} className="mt-6" />}
      <ClientDetailsForm client={client} seen={seen} answer={actionData} />
      <Section id="sites" title="Sites" look="ruled" className="mt-12 max-w-2xl">
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
      </Section>
      <Section
        id="activity"
        title={client.inactiveAt ? "Inactive" : "No longer a client?"}
        look="ruled"
        className="mt-12 max-w-2xl"
      >
        <p className="mt-2">
          {client.inactiveAt
            ? "Nothing can be ordered for them, and they get no reminders and fresh sheets. They still see their orders and invoices."
            : "Made inactive, nothing can be ordered for them any more, standing orders rest, and they get no reminders and fresh sheets. Open orders, invoices and what they owe stay as they are."}
        </p>
        <Form method="post" className="mt-4">
          <SubmitButton
            name={recordField.activity}
            value={client.inactiveAt ? "active" : "inactive"}
            variant="secondary"
          >
            {client.inactiveAt ? "Make active again" : "Make inactive"}
          </SubmitButton>
        </Form>
      </Section>
    </>
  );
}
