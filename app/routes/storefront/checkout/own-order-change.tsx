import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { useFirstMistake } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { checkoutCounts } from "#app/features/limits/limits.ts";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import { ChangeLines, ChangeNotes } from "#app/features/orders/changing/change-fields.tsx";
import { answerChangeForm } from "#app/features/orders/changing/change-form.server.ts";
import { TooLate, whyUnchangeable } from "#app/features/orders/changing/changeable.tsx";
import { retailProducts } from "#app/features/orders/checkout/retail-products.server.ts";
import { getHeldOrder } from "#app/features/orders/links/held-order.server.ts";
import { orderLinkPath } from "#app/features/orders/links/order-link.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order-change.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Change your order");

export const headers = linkedHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  if (!holder) return data({ order: null, products: [] }, { status, headers });
  const order = await getHeldOrder(services.db, holder);
  const ids = order.items.flatMap(({ productId }) => (productId ? [productId] : []));
  const day = order.deliveryDay ?? pacificDay(new Date());
  const products = await retailProducts(services.db, ids, day);
  return data({ order, products }, { headers });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token, { acts: true });
  if (!holder) return data<FormAnswer | undefined>(undefined, { status, headers });
  const fields = await formFields(request);
  const wait = await services.limits.takeAll(checkoutCounts(services.clientAddress));
  if (wait !== null) {
    const message = `Too many changes. Try again ${whenAgain(wait)}.`;
    return data<FormAnswer>({ message, values: fields }, { status: 429 });
  }
  const answer = await answerChangeForm(services, { holder }, holder.orderId, fields);
  if ("refused" in answer) return data<FormAnswer>(answer.refused, { status: answer.status });
  throw redirect(`${orderLinkPath(params.token)}${answer.done === "changed" ? "?changed" : ""}`);
}

/** Whoever holds an order's link changes its quantities and notes, until its cut-off. */
export default function OwnOrderChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, products } = loaderData;
  const company = useCompany();
  const form = useFirstMistake(actionData);
  const noValidate = useHydrated();
  const isPending = useNavigation().state !== "idle";
  if (!order) return <NoOrderLink token={params.token} />;
  const back = orderLinkPath(params.token);
  const why = whyUnchangeable(order, company);
  if (why && !actionData) {
    return (
      <LinkedPage
        before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
        title="Change your order"
      >
        <TooLate why={why} back={back} />
      </LinkedPage>
    );
  }
  return (
    <LinkedPage
      before={<BackLink to={back}>Order {orderNumber(order.id)}</BackLink>}
      title="Change your order"
    >
      <Form ref={form} method="post" noValidate={noValidate} replace className="mt-8 max-w-3xl">
        <ChangeLines order={order} products={products} answer={actionData} />
        <ChangeNotes order={order} answer={actionData} />
        {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" pending={isPending}>
            Save
          </Button>
          <Link to={back} className={buttonClass({ variant: "secondary" })}>
            Keep it as it is
          </Link>
        </div>
      </Form>
    </LinkedPage>
  );
}
