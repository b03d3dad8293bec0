import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import {
  type DayAnswer,
  dayForm,
  moveByForm,
} from "#app/domain/ordering/delivery/day-form.server.ts";
import { linePricesOn } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { DayChange } from "#app/features/order-changes/day-change.tsx";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { usefulLinks } from "../frame/navigation.tsx";
import type { Route } from "./+types/order-day.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change the day");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, minOrderCents: shopMinimumCents, client } = clientRequest(context);
  const found = await getOrder(db, client, params.id);
  // A guest's order is moved through its own link.
  const order = found?.isGuests ? null : found;
  const offer = order ? await deliveryOffer(db, client, order.id, { shopMinimumCents }) : null;
  const siteId = url.searchParams.get("site");
  const days = offer?.zones.flatMap((zone) => zone.days.map(({ date }) => date)) ?? [];
  const prices = order
    ? await linePricesOn(db, { ...order, customerId: client.customerId }, days)
    : {};
  return data({ order, offer, siteId, prices }, { status: order && offer ? 200 : 404 });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<DayAnswer>(args, dayForm, async (fields, services) => {
    const { id } = args.params;
    await moveByForm(services, { client: args.context.get(clientContext) }, id, fields);
    throw redirect(`/dashboard/orders/${id}`);
  });

/** Form to move an order to another day, until its cut-off. */
export default function OrderDay({ loaderData, actionData }: Route.ComponentProps) {
  const { order, offer, siteId, prices } = loaderData;
  const company = useCompany();
  if (!order || !offer) {
    return (
      <NothingHere ways={usefulLinks} title="Order not found">
        <p>There is no such order in this account, or it has no day to change.</p>
      </NothingHere>
    );
  }
  const back = `/dashboard/orders/${order.id}`;
  const why = whyUnchangeable(order, company);
  return (
    <>
      <PageHeader
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Change the day"
      />
      {why ? (
        <TooLate why={why} back={back} />
      ) : (
        <DayChange
          order={order}
          offer={offer}
          siteId={siteId}
          prices={prices}
          back={back}
          answer={actionData}
          isStaff={false}
        />
      )}
    </>
  );
}
