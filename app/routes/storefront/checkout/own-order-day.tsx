import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { deliveryOffer } from "#app/features/delivery/delivery-offer.server.ts";
import { TooLate, whyUnchangeable } from "#app/features/orders/changing/changeable.tsx";
import { DayChange } from "#app/features/orders/delivery/day-change.tsx";
import { answerDayForm } from "#app/features/orders/delivery/day-form.server.ts";
import { raisesOn } from "#app/features/orders/delivery/day-prices.server.ts";
import { getHeldOrder } from "#app/features/orders/links/held-order.server.ts";
import { orderLinkPath } from "#app/features/orders/links/order-link.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order-day.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change the day");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  if (!holder) return data({ order: null, offer: null, raises: {} }, { status, headers });
  const { db, deliveryRules, minOrderCents: shopMinimumCents } = services;
  const { customerId, orderId } = holder;
  const [order, offer, rules] = await Promise.all([
    getHeldOrder(db, holder),
    deliveryOffer(db, { customerId, sites: null }, orderId, { shopMinimumCents }),
    deliveryRules.get(),
  ]);
  const retail = new Set(rules.zones.filter((zone) => !zone.wholesaleOnly).map(({ id }) => id));
  const open = offer && { ...offer, zones: offer.zones.filter(({ id }) => retail.has(id)) };
  const days = open?.zones.flatMap((zone) => zone.days.map(({ date }) => date)) ?? [];
  const raises = await raisesOn(db, { ...order, customerId }, days);
  return data({ order, offer: open, raises }, { status: open ? 200 : 404, headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token, { acts: true });
  if (!holder) return data(undefined, { status, headers });
  const fields = await formFields(request);
  const answer = await answerDayForm(services, { holder }, holder.orderId, fields);
  if (answer === "moved") throw redirect(`${orderLinkPath(params.token)}?changed`);
  return data(answer.refused, { status: answer.status });
}

/** Whoever holds an order's link moves it to another day, until its cut-off. */
export default function OwnOrderDay({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, offer, raises } = loaderData;
  const company = useCompany();
  if (!order || !offer) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  return (
    <LinkedPage
      before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
      title="Change the day"
    >
      {why ? (
        <TooLate why={why} back={back} />
      ) : (
        <DayChange
          {...{ order, offer, raises, back }}
          siteId={null}
          answer={actionData}
          isStaff={false}
        />
      )}
    </LinkedPage>
  );
}
