import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { changeFailed, readChange } from "#app/domain/ordering/changing/change-form.ts";
import {
  changeLinkedOrder,
  costsOfLinkedChange,
} from "#app/domain/ordering/changing/change-order.server.ts";
import { getLinkedOrder } from "#app/domain/ordering/links/linked-order.server.ts";
import { orderLinkPath } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { retailProducts } from "#app/features/checkout/retail-products.server.ts";
import { sumIntent } from "#app/features/order-changes/change-sum.tsx";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { sumOf } from "#app/features/order-changes/own-change.server.ts";
import {
  changeSending,
  OwnChange,
  type OwnChangeAnswer,
} from "#app/features/order-changes/own-change.tsx";
import { pacificDay } from "#app/lib/dates.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/own-order-change.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { answerByLink, openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change your order");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) return data({ order: null, products: [] }, { status, headers });
  const order = await getLinkedOrder(services.db, link);
  const ids = order.items.flatMap(({ productId }) => (productId ? [productId] : []));
  const day = order.deliveryDay ?? pacificDay(new Date());
  const products = await retailProducts(services.db, ids, day);
  return data({ order, products }, { headers });
}

export const action = (args: Route.ActionArgs) =>
  answerByLink<OwnChangeAnswer>(
    args,
    { failed: changeFailed, log: "an order was not changed", what: "changes" },
    async (link, fields, services) => {
      const { db, shop, minOrderCents } = services;
      const wanted = readChange(fields);
      if (fields.intent === sumIntent) {
        const sum = await sumOf(() =>
          costsOfLinkedChange(db, link, wanted, { shop, minOrderCents }),
        );
        return data({ values: fields, sum });
      }
      const change = await changeLinkedOrder(db, link, wanted, { shop, minOrderCents });
      throw redirect(orderLinkPath(args.params.token) + (change ? "?changed" : ""));
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<OwnChangeAnswer>(sent, changeSending);

export default function OwnOrderChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, products } = loaderData;
  const company = useCompany();
  if (!order) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  if (why && !actionData) {
    return (
      <LinkedPage
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Change your order"
      >
        <TooLate why={why} back={back} />
      </LinkedPage>
    );
  }
  return (
    <LinkedPage
      before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
      title="Change your order"
    >
      <OwnChange order={order} products={products} answer={actionData} back={back} />
    </LinkedPage>
  );
}
