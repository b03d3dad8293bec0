import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { changeFailed, readChange } from "#app/domain/ordering/changing/change-form.ts";
import {
  changeHeldOrder,
  costsOfHeldChange,
} from "#app/domain/ordering/changing/change-order.server.ts";
import { getHeldOrder } from "#app/domain/ordering/links/held-order.server.ts";
import { orderLinkPath } from "#app/domain/orders/links/order-link.ts";
import { orderName } from "#app/domain/orders/order.ts";
import type { NamedCosts } from "#app/domain/orders/order-costs.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { retailProducts } from "#app/features/checkout/retail-products.server.ts";
import { ChangeLines, ChangeNotes } from "#app/features/order-changes/change-fields.tsx";
import {
  type ChangeSum,
  ChangeSumFacts,
  saveIntent,
  sumIntent,
  useChangeSum,
} from "#app/features/order-changes/change-sum.tsx";
import { TooLate, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { pacificDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order-change.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { answerHolder, openLink } from "./open-link.server.ts";

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

export const action = (args: Route.ActionArgs) =>
  answerHolder<FormAnswer & { sum?: ChangeSum }>(
    args,
    { failed: changeFailed, log: "an order was not changed", what: "changes" },
    async (holder, fields, services) => {
      const { db, shop, minOrderCents } = services;
      const wanted = readChange(fields);
      if (fields.intent === sumIntent) {
        const sum = await sumOf(() =>
          costsOfHeldChange(db, holder, wanted, { shop, minOrderCents }),
        );
        return data({ values: fields, sum });
      }
      const change = await changeHeldOrder(db, holder, wanted, { shop, minOrderCents });
      throw redirect(orderLinkPath(args.params.token) + (change ? "?changed" : ""));
    },
  );

/** The costs that were asked for, or the words of a refusal. */
async function sumOf(costs: () => Promise<NamedCosts>): Promise<ChangeSum> {
  try {
    return { costs: await costs(), problem: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [problem = error.message] = Object.values(error.answer.errors ?? {}).flat();
    return { costs: null, problem };
  }
}

/** Whoever holds an order's link changes its quantities and notes, until its cut-off. */
export default function OwnOrderChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, products } = loaderData;
  const { isAsking, isSaving, ...asksSum } = useChangeSum();
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
      <AnsweredForm
        answer={actionData}
        className="mt-8 max-w-3xl"
        preventScrollReset={false}
        {...asksSum}
      >
        <ChangeLines order={order} products={products} answer={actionData} />
        <ChangeSumFacts stored={order} sum={actionData?.sum} isAsking={isAsking || isSaving} />
        <ChangeNotes order={order} answer={actionData} />
        {actionData?.message && !isSaving && (
          <Notice tone="error" title={actionData.message} className="mt-6" />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <SubmitButton name="intent" value={saveIntent}>
            Save
          </SubmitButton>
          <ButtonLink to={back} variant="secondary">
            Keep it as it is
          </ButtonLink>
        </div>
      </AnsweredForm>
    </LinkedPage>
  );
}
