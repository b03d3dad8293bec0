import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { orderCounts, reviewCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { changeFailed, readChange } from "#app/domain/ordering/changing/change-form.ts";
import {
  changeOwnOrder,
  costsOfOwnChange,
} from "#app/domain/ordering/changing/change-order.server.ts";
import { orderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { sumIntent } from "#app/features/order-changes/change-sum.tsx";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { sumOf } from "#app/features/order-changes/own-change.server.ts";
import {
  changeSending,
  OwnChange,
  type OwnChangeAnswer,
} from "#app/features/order-changes/own-change.tsx";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/order-change.ts";
import { NoOrderHere } from "./no-order-here.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change your order");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, minOrderCents, client } = clientRequest(context);
  const found = await getOrder(db, client, params.id);
  // A guest's order is changed through its own link.
  if (!found || found.isGuests)
    return data({ order: null, products: [], po: undefined }, { status: 404 });
  const day = found.delivery.day?.date ?? pacificDay(new Date());
  const [products, { po }] = await Promise.all([
    listOfferedProducts(db, client, day),
    orderingTerms(db, client, minOrderCents),
  ]);
  return data({ order: found, products, po });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<OwnChangeAnswer>(
    args,
    { failed: changeFailed, log: "a client's order was not changed" },
    async (fields, { db, shop, minOrderCents, limits, clientAddress }) => {
      const client = args.context.get(clientContext);
      const { id } = args.params;
      const isSum = fields.intent === sumIntent;
      const counts = isSum ? reviewCounts : orderCounts;
      await refuseTooMany(limits, counts(clientAddress, client.userId), "changes");
      const wanted = readChange(fields);
      const rules = { shop, minOrderCents };
      if (isSum) {
        const sum = await sumOf(() => costsOfOwnChange(db, client, id, wanted, rules));
        return data({ values: fields, sum });
      }
      const change = await changeOwnOrder(db, client, id, wanted, rules);
      throw redirect(`/dashboard/orders/${id}${change ? "?changed" : ""}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<OwnChangeAnswer>(sent, changeSending);

/** Form to change an order's lines, notes and purchase order number, until its cut-off. */
export default function OrderChange({ loaderData, actionData }: Route.ComponentProps) {
  const { order, products, po } = loaderData;
  const company = useCompany();
  if (!order) {
    return <NoOrderHere />;
  }
  const back = `/dashboard/orders/${order.id}`;
  const why = actionData ? null : whyUnchangeable(order, company);
  return (
    <>
      <PageHeader
        before={<BackLink to={back}>{orderName(order.number)}</BackLink>}
        title="Change your order"
      />
      {why ? (
        <TooLate why={why} back={back} />
      ) : (
        <OwnChange
          order={order}
          products={products}
          back={back}
          po={po}
          answer={actionData}
          canAdd
        />
      )}
    </>
  );
}
