import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { may } from "#app/domain/access/capability.ts";
import {
  addOwnSitePhoto,
  photosOfSite,
  removeOwnSitePhoto,
} from "#app/domain/customers/photos/site-photos.server.ts";
import { photoAsked } from "#app/domain/customers/photos/site-photos.ts";
import { profileCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import {
  newSite,
  recordFailed,
  recordField,
  siteConflict,
  siteForm,
  siteSending,
} from "#app/features/clients/client-record.ts";
import { ClientSiteForm } from "#app/features/clients/client-record-form.tsx";
import {
  ownSites,
  removeOwnSite,
  saveOwnSite,
} from "#app/features/clients/client-records.server.ts";
import { SitePhotos } from "#app/features/clients/site-photos.tsx";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/site.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Site");

export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context, params: { site: siteId } }: Route.LoaderArgs) {
  const { db, deliveryRules, client } = clientRequest(context);
  const { zones } = await deliveryRules.get();
  const mayChange = may(client, "edit details") && client.sites === null;
  const sites = mayChange ? await ownSites(db, client, { zones }) : [];
  const site = sites.find(({ id }) => id === siteId) ?? null;
  const isThere = site !== null || (siteId === newSite && sites.length > 0);
  const hasOthers = sites.some((one) => one !== site);
  const photos = site ? await photosOfSite(db, site.id) : [];
  return data(
    { site, photos, hasOthers, isThere, rules: { zones } },
    { status: isThere ? 200 : 404 },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: recordFailed, log: "a client's change to their own site failed" },
    async (fields, { db, limits, deliveryRules }) => {
      const { site } = args.params;
      const client = args.context.get(clientContext);
      await refuseTooMany(limits, profileCounts(client.userId), "changes");
      const photo = photoAsked(fields);
      if (photo) {
        if ("added" in photo) {
          await addOwnSitePhoto(db, client, { siteId: site, photoId: photo.added });
        } else await removeOwnSitePhoto(db, client, { siteId: site, photoId: photo.removed });
        return redirect(`/dashboard/sites/${site}`);
      }
      if (fields[recordField.remove]) {
        await removeOwnSite(db, client, site);
        return redirect("/dashboard/sites?removed");
      }
      const wanted = accepted(checkForm(siteForm, fields));
      try {
        await saveOwnSite(db, client, site === newSite ? null : site, wanted);
      } catch (error) {
        const sites = isRefusal(error, "changed")
          ? await ownSites(db, client, await deliveryRules.get())
          : [];
        const stored = sites.find(({ id }) => id === site);
        throw stored ? siteConflict(fields, stored) : error;
      }
      return redirect("/dashboard/sites?site");
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, siteSending);

export default function OwnSite({
  loaderData,
  actionData,
  params: { site: siteId },
}: Route.ComponentProps) {
  const { site, photos, hasOthers, isThere, rules } = loaderData;
  const title = siteId === newSite ? "New site" : site?.name || "Site";
  if (!isThere) return <EmptyState title="Site not found" />;
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/sites">Where we deliver</BackLink>}
        title={<span className="wrap-anywhere">{title}</span>}
      />
      <ClientSiteForm
        key={siteId}
        site={site}
        hasOthers={hasOthers}
        rules={rules}
        answer={actionData}
      />
      {site && (
        <SitePhotos
          photos={photos}
          at={(photoId) => `/dashboard/attachments/${photoId}`}
          answer={actionData}
        />
      )}
    </>
  );
}
