import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import {
  type DayAnswer,
  dayForm,
  moveByForm,
} from "#app/domain/ordering/delivery/day-form.server.ts";
import { linePricesOn } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { DayChange } from "#app/features/order-changes/day-change.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/order-day.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change the day");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, minOrderCents: shopMinimumCents } = context.get(requestContext);
  const order = await getOrderForAdmin(db, staffWith(context, "sell"), params.id);
  const whose = order && { customerId: order.customerId, sites: null };
  const offer = whose ? await deliveryOffer(db, whose, order.id, { shopMinimumCents }) : null;
  const siteId = url.searchParams.get("site");
  const days = offer?.zones.flatMap((zone) => zone.days.map(({ date }) => date)) ?? [];
  const prices = order ? await linePricesOn(db, order, days) : {};
  return data({ order, offer, siteId, prices }, { status: order && offer ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<DayAnswer>(args, dayForm, async (fields, services) => {
    const { id } = args.params;
    await moveByForm(services, { staff: staffWith(args.context, "sell") }, id, fields);
    throw redirect(`/admin/orders/${id}?moved`);
  });

export default function OrderDay({ loaderData, actionData }: Route.ComponentProps) {
  const { order, offer, siteId, prices } = loaderData;
  if (!order || !offer) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is no day to change"
        way={{ to: "/admin/orders", label: "Return to Orders" }}
      >
        <p>The order may not exist, or no delivery days are set up.</p>
      </EmptyState>
    );
  }
  const back = `/admin/orders/${order.id}`;
  return (
    <>
      <PageHeader
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Change the day"
      />
      <DayChange
        order={order}
        offer={offer}
        siteId={siteId}
        prices={prices}
        back={back}
        answer={actionData}
        isStaff
      />
    </>
  );
}
