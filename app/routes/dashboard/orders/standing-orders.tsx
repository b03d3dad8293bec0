import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { may } from "#app/domain/access/capability.ts";
import { actOnStanding } from "#app/features/standing-orders/standing-acts.server.ts";
import { StandingList } from "#app/features/standing-orders/standing-list.tsx";
import {
  standingFailed,
  standingOrdersPath,
  standingTold,
  toldParameters,
} from "#app/features/standing-orders/standing-order.ts";
import { listStandingOrders } from "#app/features/standing-orders/standing-orders.server.ts";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/standing-orders.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Standing orders");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, client } = clientRequest(context);
  const all = await orNull(listStandingOrders(db, client), log, "list standing orders");
  const said = toldParameters.find((one) => url.searchParams.has(one));
  const mayOrder = may(client, "order");
  return data({ all, today: pacificDay(new Date()), mayOrder, said }, statusOf(all));
}

export const action = (args: Route.ActionArgs) =>
  answerForm<FormAnswer & { id?: string }>(
    args,
    {
      failed: standingFailed,
      log: "a standing order was not changed",
      besides: ({ act = "" }) => ({ id: act.split(" ")[1] ?? "" }),
    },
    async (fields, services) => {
      const told = await actOnStanding(services, args.context.get(clientContext), fields);
      throw redirect(`${standingOrdersPath}?${told}`);
    },
  );

export default function StandingOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { all, today, mayOrder, said } = loaderData;
  const begin = mayOrder && (
    <ButtonLink to={`${standingOrdersPath}/new`}>New standing order</ButtonLink>
  );
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/orders">Orders</BackLink>}
        title="Standing orders"
        lede="What you have every week. Each order is placed three days before its cut-off, and you can change or skip it until then."
        actions={all && all.length > 0 && begin}
      />
      {said && (
        <FlashMessage title={standingTold[said]} parameters={toldParameters} className="mt-6" />
      )}
      {!all ? (
        <div className="mt-8">
          <LoadFailure message="Your standing orders could not be loaded. Please try again." />
        </div>
      ) : all.length === 0 ? (
        <EmptyState title="There are no standing orders" action={begin}>
          <p>Begin one here, or from an order that you want again every week.</p>
        </EmptyState>
      ) : (
        <StandingList
          all={all}
          today={today}
          mayOrder={mayOrder}
          path={standingOrdersPath}
          ordersPath="/dashboard/orders"
          answer={actionData}
        />
      )}
    </>
  );
}
