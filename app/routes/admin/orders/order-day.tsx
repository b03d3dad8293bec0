import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { deliveryOffer } from "#app/features/delivery/delivery-offer.server.ts";
import { DayChange } from "#app/features/orders/delivery/day-change.tsx";
import { answerDayForm } from "#app/features/orders/delivery/day-form.server.ts";
import { raisesOn } from "#app/features/orders/delivery/day-prices.server.ts";
import { getOrderForAdmin } from "#app/features/orders/lists/orders-admin.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
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
  const raises = order ? await raisesOn(db, order, days) : {};
  return data({ order, offer, siteId, raises }, { status: order && offer ? 200 : 404 });
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const who = { staff: staffWith(context, "sell") };
  const answer = await answerDayForm(services, who, id, await formFields(request));
  if (answer === "moved") throw redirect(`/admin/orders/${id}`);
  return data(answer.refused, { status: answer.status });
}

/** Staff move an order to another day. */
export default function OrderDay({ loaderData, actionData }: Route.ComponentProps) {
  const { order, offer, siteId, raises } = loaderData;
  if (!order || !offer) {
    return (
      <EmptyState
        titleAs="h1"
        title="There is no day to change"
        action={
          <Link to="/admin/orders" className={buttonClass({ variant: "secondary" })}>
            Return to Orders
          </Link>
        }
      >
        <p>The order may not exist, or no delivery days are set up.</p>
      </EmptyState>
    );
  }
  const back = `/admin/orders/${order.id}`;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
        title="Change the day"
      />
      <DayChange {...{ order, offer, siteId, raises, back }} answer={actionData} isStaff />
    </>
  );
}
