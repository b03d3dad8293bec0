import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import {
  type DayAnswer,
  dayForm,
  moveByForm,
} from "#app/domain/ordering/delivery/day-form.server.ts";
import { linePricesOn } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { getLinkedOrder } from "#app/domain/ordering/links/linked-order.server.ts";
import { orderLinkPath } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { DayChange } from "#app/features/order-changes/day-change.tsx";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/own-order-day.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { answerByLink, openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change the day");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) return data({ order: null, offer: null, prices: {} }, { status, headers });
  const { db, deliveryRules, minOrderCents: shopMinimumCents } = services;
  const { customerId, orderId } = link;
  const [order, offer, rules] = await Promise.all([
    getLinkedOrder(db, link),
    deliveryOffer(db, { customerId, sites: null }, orderId, { shopMinimumCents }),
    deliveryRules.get(),
  ]);
  const retail = new Set(rules.zones.filter((zone) => !zone.wholesaleOnly).map(({ id }) => id));
  const open = offer && { ...offer, zones: offer.zones.filter(({ id }) => retail.has(id)) };
  const days = open?.zones.flatMap((zone) => zone.days.map(({ date }) => date)) ?? [];
  const prices = await linePricesOn(db, { ...order, customerId }, days);
  return data({ order, offer: open, prices }, { status: open ? 200 : 404, headers });
}

export const action = (args: Route.ActionArgs) =>
  answerByLink<DayAnswer>(
    args,
    { ...dayForm, what: "changes in a short time" },
    async (link, fields, services) => {
      await moveByForm(services, { link }, link.orderId, fields);
      throw redirect(`${orderLinkPath(args.params.token)}?changed`);
    },
  );

export default function OwnOrderDay({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, offer, prices } = loaderData;
  const company = useCompany();
  if (!order || !offer) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  return (
    <LinkedPage
      before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
      title="Change the day"
    >
      {why ? (
        <TooLate why={why} back={back} />
      ) : (
        <DayChange
          order={order}
          offer={offer}
          prices={prices}
          back={back}
          siteId={null}
          answer={actionData}
          isStaff={false}
        />
      )}
    </LinkedPage>
  );
}
