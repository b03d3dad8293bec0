import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { saveStanding } from "#app/features/standing-orders/standing-acts.server.ts";
import { StandingForm } from "#app/features/standing-orders/standing-form.tsx";
import { freshStanding, standingFailed } from "#app/features/standing-orders/standing-order.ts";
import {
  standingChoices,
  standingDraft,
} from "#app/features/standing-orders/standing-orders.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/client-standing-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, titleOf(args.params.standing));

const titleOf = (id: string | undefined) =>
  id === freshStanding ? "New standing order" : "Change a standing order";

const pathOf = (id: string) => `/admin/clients/${id}/standing-orders`;

export async function loader({ context, params: { id, standing }, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const client = await actFor(db, staffWith(context, "sell"), { customerId: id });
  const draft = client && (await standingDraft(db, client, standing, url.searchParams.get("from")));
  const choices = client && (await standingChoices(db, client));
  return data({ draft, choices }, { status: draft ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: standingFailed, log: "a client's standing order was not saved" },
    async (fields, services) => {
      const { id, standing } = args.params;
      const staff = staffWith(args.context, "sell");
      const client = await actFor(services.db, staff, { customerId: id });
      if (!client) throw new Refusal("gone", "There is no such client.");
      await saveStanding(services, client, standing, fields);
      throw redirect(`${pathOf(id)}?saved`);
    },
  );

export default function ClientStandingOrder({
  loaderData,
  actionData,
  params: { id, standing },
}: Route.ComponentProps) {
  const { draft, choices } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to={pathOf(id)}>Standing orders</BackLink>}
        title={titleOf(standing)}
        lede="At the client’s own prices. Orders that are placed already stay as they are."
      />
      {!draft || !choices ? (
        <EmptyState title="Standing order not found" />
      ) : choices.days.length === 0 ? (
        <EmptyState title="There are no delivery days for the client’s address yet" />
      ) : (
        <StandingForm
          draft={draft}
          choices={choices}
          isNew={standing === freshStanding}
          answer={actionData}
          back={pathOf(id)}
        />
      )}
    </>
  );
}
