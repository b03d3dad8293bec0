import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { useFirstMistake } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { actFor } from "#app/features/auth/on-behalf.server.ts";
import { ChangeFields } from "#app/features/orders/changing/change-fields.tsx";
import { answerChangeForm } from "#app/features/orders/changing/change-form.server.ts";
import { changeFailed } from "#app/features/orders/changing/change-form.ts";
import { getOrderForAdmin } from "#app/features/orders/lists/orders-admin.server.ts";
import { type AdminOrder, orderNumber } from "#app/features/orders/order.ts";
import { isPackingBegun } from "#app/features/orders/order-line-words.ts";
import { listOfferedProducts } from "#app/features/pricing/client-prices.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/change-order.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, `Change order ${orderNumber(args.params.id)}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, minOrderCents } = context.get(requestContext);
  const staff = staffWith(context, "sell");
  const asked = getOrderForAdmin(db, staff, params.id).then((order) => ({ order }));
  const found = await orNull(asked, log, "load an order to change");
  const order = found?.order ?? null;
  const isMissing = found?.order === null;
  const products = order && (await orNull(offeredFor(order), log, "list products to add"));
  const status = isMissing ? 404 : order && products ? 200 : 503;
  return data({ order, products, isMissing, minOrderCents }, { status });

  /** At the customer's own prices. */
  async function offeredFor({ customerId, deliveryDay }: AdminOrder) {
    const client = await actFor(db, staff, { customerId });
    return client && listOfferedProducts(db, client, deliveryDay ?? pacificDay(new Date()));
  }
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const fields = await formFields(request);
  const services = context.get(requestContext);
  const answer = await answerChangeForm(
    services,
    { staff: staffWith(context, "sell") },
    id,
    fields,
  );
  if ("done" in answer) return redirect(`/admin/orders/${id}?${answer.done}`);
  return data(answer.refused, { status: answer.status });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  return sendForm<FormAnswer>({
    request,
    serverAction,
    unreached: { message: changeFailed, values },
  });
}

/** Changes an order's lines and notes before it is packed. */
export default function ChangeOrder({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { order, products, isMissing, minOrderCents } = loaderData;
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  if (isMissing) {
    return (
      <EmptyState
        titleAs="h1"
        title="Order not found"
        action={
          <Link to="/admin/orders" className={buttonClass({ variant: "secondary" })}>
            Return to Orders
          </Link>
        }
      >
        <p>There is no such order. The link may be mistyped.</p>
      </EmptyState>
    );
  }
  const address = order ? `/admin/orders/${order.id}` : "/admin/orders";
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={address}>{order ? "The order" : "Orders"}</BackLink>}
        title={order ? `Change order ${orderNumber(order.id)}` : "Change order"}
      />
      {!order || !products ? (
        <LoadFailure message="The order could not be loaded. Please try again." />
      ) : order.status !== "pending" || isPackingBegun(order.items) ? (
        <TooLate message={answer?.message} order={order} />
      ) : (
        <>
          <p className="mt-5 max-w-2xl">
            For <strong>{order.companyName || "the client"}</strong>, who is told by email what was
            changed if we can mail them. Lines that you leave or lower keep their price. The
            estimate is {formatCents(toCents(order.totalPrice))}
            {minOrderCents > 0 && `, the minimum order ${formatCents(minOrderCents)}`}.
          </p>
          {answer?.message && (
            <Notice tone="error" title={answer.message} className="mt-6 max-w-3xl" />
          )}
          <Form
            ref={form}
            method="post"
            noValidate={noValidate}
            replace
            preventScrollReset
            className="mt-6"
          >
            <ChangeFields order={order} products={products} answer={answer} />
            <div className="mt-8 flex flex-wrap gap-3">
              <Button type="submit" pending={formMethod === "POST"}>
                Save changes
              </Button>
              <Link to={address} className={buttonClass({ variant: "secondary" })}>
                Leave as it is
              </Link>
            </div>
          </Form>
        </>
      )}
    </>
  );
}

type ShownOrder = NonNullable<Route.ComponentProps["loaderData"]["order"]>;

/** Packing has begun, or the order is no longer pending. */
function TooLate({ order, message }: { order: ShownOrder; message: string | undefined }) {
  const isPending = order.status === "pending";
  const why = isPending
    ? "This order is being packed. Change it at the packing station."
    : `This order is already ${order.status}, so it can't be changed.`;
  return (
    <Notice
      tone="error"
      title={message ?? why}
      className="mt-8 max-w-3xl"
      action={
        isPending && (
          <Link to={`/admin/packing/${order.id}`} className={buttonClass({ variant: "secondary" })}>
            Open the packing station
          </Link>
        )
      }
    />
  );
}
