import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { saveStanding } from "#app/features/standing-orders/standing-acts.server.ts";
import { StandingForm } from "#app/features/standing-orders/standing-form.tsx";
import {
  freshStanding,
  standingFailed,
  standingOrdersPath,
} from "#app/features/standing-orders/standing-order.ts";
import {
  standingChoices,
  standingDraft,
} from "#app/features/standing-orders/standing-orders.server.ts";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/standing-order.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, titleOf(args.params.id));

const titleOf = (id: string | undefined) =>
  id === freshStanding ? "New standing order" : "Change a standing order";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, client } = clientRequest(context);
  const draft = await standingDraft(db, client, params.id, url.searchParams.get("from"));
  const choices = await standingChoices(db, client);
  return data({ draft, choices }, { status: draft ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: standingFailed, log: "a standing order was not saved" },
    async (fields, services) => {
      await saveStanding(services, args.context.get(clientContext), args.params.id, fields);
      throw redirect(`${standingOrdersPath}?saved`);
    },
  );

/** Form to start or change a standing order, for all deliveries whose order is not placed yet. */
export default function StandingOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const { draft, choices } = loaderData;
  const isNew = params.id === freshStanding;
  return (
    <>
      <PageHeader
        before={<BackLink to={standingOrdersPath}>Standing orders</BackLink>}
        title={titleOf(params.id)}
        lede={
          isNew
            ? "What you want every week, and when."
            : "For all that follow. An order that is placed already is changed on its own page."
        }
      />
      {!draft ? (
        <EmptyState title="Standing order not found" />
      ) : choices.days.length === 0 ? (
        <EmptyState title="There are no delivery days for your address yet">
          <p>A standing order needs one. Please call us.</p>
        </EmptyState>
      ) : (
        <StandingForm
          draft={draft}
          choices={choices}
          isNew={isNew}
          answer={actionData}
          back={standingOrdersPath}
        />
      )}
    </>
  );
}
