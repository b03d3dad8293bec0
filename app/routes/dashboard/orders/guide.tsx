import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { may } from "#app/domain/access/capability.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { arrangeGuidePath } from "#app/domain/guides/guide.ts";
import { checkGuide, guideFailed } from "#app/domain/guides/guide-form.ts";
import { arrangeGuide, guideToArrange } from "#app/domain/guides/guides.server.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { GuideForm } from "#app/features/pad/guide-form.tsx";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/guide.ts";

const title = "Your order guide";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, client } = clientRequest(context);
  const found = await orNull(
    guideToArrange(db, client, searchParams.get("site")).then((guide) => ({ guide })),
    log,
    "read a guide to arrange it",
  );
  const status = found ? (found.guide ? 200 : 404) : 503;
  const mayOrder = may(client, "order");
  return data({ found, mayOrder, wasSaved: searchParams.has("saved") }, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: guideFailed, log: "arranging a guide failed" },
    async (fields, { db }) => {
      const guide = accepted(checkGuide(fields));
      await arrangeGuide(db, args.context.get(clientContext), guide);
      return redirect(`${arrangeGuidePath(guide.siteId)}&saved`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: guideFailed,
    loadCheck: async () => (fields) => checkGuide(fields).refused,
  });

const parameters = ["saved"];

export default function ArrangeGuide({ loaderData, actionData }: Route.ComponentProps) {
  const { found, mayOrder, wasSaved } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to={placeOrderPath} where="to the order" />}
        title={found?.guide?.siteName ? `${title}: ${found.guide.siteName}` : title}
        lede="What you usually order, in the order of your shelves. What you buy is added automatically, and removed after 13 weeks unless you keep it here."
      />
      {wasSaved && <FlashMessage title="Guide saved" parameters={parameters} className="mt-6" />}
      {!found ? (
        <div className="mt-8">
          <LoadFailure message="The guide could not be loaded. Please try again." />
        </div>
      ) : found.guide && !mayOrder ? (
        <Notice title={roleMayNotOrder} className="mt-6 max-w-2xl" />
      ) : found.guide ? (
        <GuideForm
          // Reset the form if somebody else saved a new version in the meantime.
          key={`${found.guide.siteId} ${found.guide.version}`}
          guide={found.guide}
          answer={actionData}
        />
      ) : (
        <EmptyState title="Site not found" />
      )}
    </>
  );
}
