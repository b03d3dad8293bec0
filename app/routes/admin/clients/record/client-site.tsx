import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import {
  addSitePhoto,
  photosOfSite,
  removeSitePhoto,
} from "#app/domain/customers/photos/site-photos.server.ts";
import { photoAsked } from "#app/domain/customers/photos/site-photos.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import {
  newSite,
  recordFailed,
  recordField,
  siteConflict,
  siteForm,
  siteSending,
} from "#app/features/clients/client-record.ts";
import { ClientSiteForm } from "#app/features/clients/client-record-form.tsx";
import { clientSites, removeSite, saveSite } from "#app/features/clients/client-records.server.ts";
import { SitePhotos } from "#app/features/clients/site-photos.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/client-site.ts";

export const meta = (args: MetaPlace) => signedInMeta(args, "Site");

export async function loader({ context, params: { id, site: siteId } }: Route.LoaderArgs) {
  const { db, deliveryRules, staff } = staffRequest(context, "clients", "sell");
  const rules = await deliveryRules.get();
  const sites = await clientSites(db, staff, id, rules);
  const site = sites.find((one) => one.id === siteId) ?? null;
  // Every client has a site.
  const isThere = site !== null || (siteId === newSite && sites.length > 0);
  const hasOthers = sites.some((one) => one !== site);
  const photos = site ? await photosOfSite(db, site.id) : [];
  return data(
    { site, photos, hasOthers, isThere, rules: { zones: rules.zones } },
    { status: isThere ? 200 : 404 },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: recordFailed, log: "changing a client's site failed" },
    async (fields, { db, deliveryRules }) => {
      const { id, site } = args.params;
      const staff = staffWith(args.context, "clients", "sell");
      const photo = photoAsked(fields);
      if (photo) {
        const which = { customerId: id, siteId: site };
        if ("added" in photo) await addSitePhoto(db, staff, { ...which, photoId: photo.added });
        else await removeSitePhoto(db, staff, { ...which, photoId: photo.removed });
        return redirect(`/admin/clients/${id}/sites/${site}`);
      }
      if (fields[recordField.remove]) {
        await removeSite(db, staff, { customerId: id, siteId: site });
        return redirect(`/admin/clients/${id}/details?removed`);
      }
      const siteId = site === newSite ? null : site;
      const wanted = accepted(checkForm(siteForm, fields));
      try {
        await saveSite(db, staff, { customerId: id, siteId }, wanted);
      } catch (error) {
        const sites = isRefusal(error, "changed")
          ? await clientSites(db, staff, id, await deliveryRules.get())
          : [];
        const stored = sites.find((one) => one.id === siteId);
        throw stored ? siteConflict(fields, stored) : error;
      }
      return redirect(`/admin/clients/${id}/details?site`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, siteSending);

export default function ClientSitePage({
  loaderData,
  actionData,
  params: { id, site: siteId },
}: Route.ComponentProps) {
  const { site, photos, hasOthers, isThere, rules } = loaderData;
  const title = siteId === newSite ? "New site" : site?.name || "Site";
  if (!isThere) return <EmptyState title="Site not found" />;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${id}/details`}>Details and sites</BackLink>}
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
          at={(photoId) => `/admin/clients/${id}/sites/${site.id}/photos/${photoId}`}
          answer={actionData}
        />
      )}
    </>
  );
}
