import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { deliveryOffer } from "#app/features/delivery/delivery-offer.server.ts";
import { TooLate, whyUnchangeable } from "#app/features/orders/changing/changeable.tsx";
import { DayChange } from "#app/features/orders/delivery/day-change.tsx";
import { answerDayForm } from "#app/features/orders/delivery/day-form.server.ts";
import { raisesOn } from "#app/features/orders/delivery/day-prices.server.ts";
import { getOrder } from "#app/features/orders/lists/orders.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { usefulLinks } from "../frame/navigation.tsx";
import type { Route } from "./+types/order-day.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change the day");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, minOrderCents: shopMinimumCents } = context.get(requestContext);
  const client = context.get(clientContext);
  const found = await getOrder(db, client, params.id);
  // Of a guest's, the day is changed by its own link.
  const order = found?.isGuests ? null : found;
  const offer = order ? await deliveryOffer(db, client, order.id, { shopMinimumCents }) : null;
  const siteId = url.searchParams.get("site");
  const days = offer?.zones.flatMap((zone) => zone.days.map(({ date }) => date)) ?? [];
  const raises = order ? await raisesOn(db, { ...order, customerId: client.customerId }, days) : {};
  return data({ order, offer, siteId, raises }, { status: order && offer ? 200 : 404 });
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const who = { client: context.get(clientContext) };
  const answer = await answerDayForm(services, who, id, await formFields(request));
  if (answer === "moved") throw redirect(`/dashboard/orders/${id}`);
  return data(answer.refused, { status: answer.status });
}

/** A client moves an order to another day, until its cut-off. */
export default function OrderDay({ loaderData, actionData }: Route.ComponentProps) {
  const { order, offer, siteId, raises } = loaderData;
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
        size="compact"
        before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
        title="Change the day"
      />
      {why ? (
        <TooLate why={why} back={back} />
      ) : (
        <DayChange
          {...{ order, offer, siteId, raises, back }}
          answer={actionData}
          isStaff={false}
        />
      )}
    </>
  );
}
