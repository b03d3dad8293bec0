import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { noMailGoesOut, useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { askUnderCost } from "#app/domain/margins/under-cost.server.ts";
import type { AskedPrice } from "#app/domain/margins/under-cost.ts";
import { UnderCostQuestion } from "#app/domain/margins/under-cost-question.tsx";
import { changeFailed, readChange } from "#app/domain/ordering/changing/change-form.ts";
import { changeOrder } from "#app/domain/ordering/changing/change-order.server.ts";
import { changeField } from "#app/domain/ordering/changing/change-plan.ts";
import { officeSettings, priceLimitOf } from "#app/domain/ordering/office-limits.ts";
import { minimumOfOrder } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { type AdminOrder, orderNumber, titleOfOrder } from "#app/domain/orders/order.ts";
import { orderStateInWords } from "#app/domain/orders/order-lifecycle.ts";
import { isPackingBegun } from "#app/domain/orders/order-line-words.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { ChangeFields } from "#app/features/order-changes/change-fields.tsx";
import { isOwner, staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { formatCents, formatDollars, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { hundredthsOf, isWithin, numberBounds } from "#app/lib/form/typed-numbers.ts";
import { lookUp, orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/change-order.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, `Change: ${titleOfOrder(args.loaderData)}`);

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    db,
    log,
    minOrderCents: shopMinimumCents,
    settings,
    staff,
  } = staffRequest(context, "sell");
  const prices = { withinPct: priceLimitOf(staff, settings.get(officeSettings)) };
  const found = await lookUp(
    getOrderForAdmin(db, staff, params.id),
    log,
    "load an order to change",
  );
  const { value: order, isMissing, status } = found;
  const products = order && (await orNull(offeredFor(order), log, "list products to add"));
  const asked = order
    ? await orNull(minimumOfOrder(db, staff, order, shopMinimumCents), log, "look up a minimum")
    : null;
  const minOrderCents = asked ?? 0;
  return data(
    { order, products, isMissing, minOrderCents, prices },
    isMissing ? { status } : statusOf(order, products),
  );

  async function offeredFor({ customerId, deliveryDay }: AdminOrder) {
    const client = await actFor(db, staff, { customerId });
    return client && listOfferedProducts(db, client, deliveryDay ?? pacificDay(new Date()));
  }
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ChangeAnswer>(
    args,
    {
      failed: changeFailed,
      log: "changing an order's lines failed",
      facts: () => ({ orderId: args.params.id }),
    },
    async (fields, { db, shop, settings }) => {
      const { id } = args.params;
      const staff = staffWith(args.context, "sell");
      const wanted = readChange(fields);
      if (isOwner(staff))
        await askUnderCost(db, staff, fields, await pricesSet(db, staff, id, wanted));
      const change = await changeOrder(db, staff, id, wanted, shop, settings.get(officeSettings));
      return redirect(`/admin/orders/${id}?${change ? "changed" : "same"}`);
    },
  );

async function pricesSet(
  db: RequestContext["db"],
  staff: Staff<"orders">,
  orderId: string,
  { lines }: ReturnType<typeof readChange>,
): Promise<AskedPrice[]> {
  const typed = lines.filter(({ price }) => price && price.pricePerLb.trim() !== "");
  const order = typed.length > 0 ? await getOrderForAdmin(db, staff, orderId) : null;
  return typed.flatMap(({ lineId, price, isRemoved }) => {
    const item = order?.items.find(({ id }) => id === lineId);
    const cents = hundredthsOf(price?.pricePerLb ?? "");
    if (!item?.productId || isRemoved || !isWithin(cents, numberBounds.pricePerLb)) return [];
    if (cents === toCents(item.pricePerLb)) return [];
    return { productId: item.productId, pricePerLb: toDollars(cents) };
  });
}

/** `isStock` is set if stock is short, which staff may override. */
type ChangeAnswer = FormAnswer & { isStock?: boolean };

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<ChangeAnswer>(sent, { failed: changeFailed, looksAgain: () => true });

export default function ChangeOrder({ loaderData, actionData: answer }: Route.ComponentProps) {
  const ifMailed = useIfMailed();
  const { order, products, isMissing, minOrderCents, prices } = loaderData;
  if (isMissing) {
    return (
      <EmptyState
        titleAs="h1"
        title="Order not found"
        way={{ to: "/admin/orders", label: "Return to Orders" }}
      >
        <p>There is no such order. The link may be mistyped.</p>
      </EmptyState>
    );
  }
  const address = order ? `/admin/orders/${order.id}` : "/admin/orders";
  return (
    <>
      <PageHeader
        before={<BackLink to={address}>{order ? "The order" : "Orders"}</BackLink>}
        title={order ? `Change order ${orderNumber(order.number)}` : "Change order"}
      />
      {!order || !products ? (
        <LoadFailure message="The order could not be loaded. Please try again." />
      ) : order.status !== "pending" || isPackingBegun(order.items) ? (
        <TooLate message={answer?.message} order={order} />
      ) : (
        <>
          <p className="mt-5 max-w-2xl">
            For <strong>{order.companyName || "the client"}</strong>
            {ifMailed(
              ", who gets an email about the changes if we can reach them.",
              `. ${noMailGoesOut}`,
            )}{" "}
            Lines that you leave or lower keep their price. The estimate is{" "}
            {formatDollars(order.totalPrice)}
            {minOrderCents > 0 && `, the minimum order ${formatCents(minOrderCents)}`}.
          </p>
          {answer?.message && (
            <Notice tone="error" title={answer.message} className="mt-6 max-w-3xl" />
          )}
          <AnsweredForm answer={answer} className="mt-6">
            <ChangeFields order={order} products={products} prices={prices} answer={answer} />
            {(answer?.isStock || answer?.values?.[changeField.override]) && (
              <TextField
                label="Reason for promising more than is in stock"
                optional
                hint="With it, the change is saved all the same. It is kept in the order's history."
                {...answeredField(answer ?? {}, changeField.override)}
                maxLength={500}
                autoComplete="off"
                className="mt-6 max-w-2xl"
              />
            )}
            <div className="mt-6">
              <UnderCostQuestion answer={answer} />
            </div>
            <div className="mt-8 flex flex-wrap gap-3">
              <SubmitButton>Save changes</SubmitButton>
              <ButtonLink to={address} variant="secondary">
                Leave as it is
              </ButtonLink>
            </div>
          </AnsweredForm>
        </>
      )}
    </>
  );
}

type ShownOrder = NonNullable<Route.ComponentProps["loaderData"]["order"]>;

/** Shown if packing has begun or the order is no longer pending. */
function TooLate({ order, message }: { order: ShownOrder; message: string | undefined }) {
  const isPending = order.status === "pending";
  const why = isPending
    ? "This order is being packed. Change it at the packing station."
    : `This order is already ${orderStateInWords(order.status)}, so it can't be changed.`;
  return (
    <Notice
      tone="error"
      title={message ?? why}
      className="mt-8 max-w-3xl"
      action={
        isPending && (
          <ButtonLink to={`/admin/packing/${order.id}`} variant="secondary">
            Open the packing station
          </ButtonLink>
        )
      }
    />
  );
}
