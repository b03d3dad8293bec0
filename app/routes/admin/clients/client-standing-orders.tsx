import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { actOnStanding } from "#app/features/standing-orders/standing-acts.server.ts";
import { StandingList } from "#app/features/standing-orders/standing-list.tsx";
import {
  standingFailed,
  standingTold,
  toldParameters,
} from "#app/features/standing-orders/standing-order.ts";
import { listStandingOrders } from "#app/features/standing-orders/standing-orders.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/client-standing-orders.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Standing orders");

const pathOf = (id: string) => `/admin/clients/${id}/standing-orders`;

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const client = await actFor(db, staffWith(context, "sell"), { customerId: id });
  const all = client && (await listStandingOrders(db, client));
  const said = toldParameters.find((one) => url.searchParams.has(one));
  return data({ all, today: pacificDay(new Date()), said }, { status: all ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<FormAnswer & { id?: string }>(
    args,
    {
      failed: standingFailed,
      log: "a client's standing order was not changed",
      besides: ({ act = "" }) => ({ id: act.split(" ")[1] ?? "" }),
    },
    async (fields, services) => {
      const { id } = args.params;
      const staff = staffWith(args.context, "sell");
      const client = await actFor(services.db, staff, { customerId: id });
      if (!client) throw new Refusal("gone", "There is no such client.");
      const told = await actOnStanding(services, client, fields);
      throw redirect(`${pathOf(id)}?${told}`);
    },
  );

export default function ClientStandingOrders({
  loaderData,
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const { all, today, said } = loaderData;
  const begin = <ButtonLink to={`${pathOf(id)}/new`}>New standing order</ButtonLink>;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${id}`}>The client</BackLink>}
        title="Standing orders"
        lede="Each order is placed three days before its cut-off. The client is notified by email, if we can reach them."
        actions={all && all.length > 0 && begin}
      />
      {said && (
        <FlashMessage title={standingTold[said]} parameters={toldParameters} className="mt-6" />
      )}
      {!all ? (
        <EmptyState title="Client not found" />
      ) : all.length === 0 ? (
        <EmptyState title="There are no standing orders" action={begin} />
      ) : (
        <StandingList
          all={all}
          today={today}
          mayOrder
          path={pathOf(id)}
          ordersPath="/admin/orders"
          answer={actionData}
        />
      )}
    </>
  );
}
