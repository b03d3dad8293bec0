import { useEffect } from "react";
import { data } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { isEmailConfirmed } from "#app/domain/accounts/credentials/confirmation.server.ts";
import { draftOwner, placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import {
  forgetPlacedDraft,
  type PlacedHere,
  rememberPlacedOrder,
} from "#app/domain/drafts/order-draft-store.ts";
import { ownSmallDifference } from "#app/domain/ledger/differences/difference.server.ts";
import { differenceInWords } from "#app/domain/ledger/differences/difference.ts";
import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import { getPlacedOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { afterHold, holdsForClient } from "#app/domain/orders/hold.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { promiseInWords } from "#app/domain/orders/order-costs.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { withWish } from "#app/domain/orders/wishes/wish.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { orNull } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { Unconfirmed } from "../unconfirmed.tsx";
import type { Route } from "./+types/order-placed.ts";
import { NoOrderHere } from "./no-order-here.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.order ? "Order placed" : "Order not found");

export async function loader({ context, params }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { db, log } = context.get(requestContext);
  const [order, isConfirmed, differenceCents] = await Promise.all([
    getPlacedOrder(db, client, params.order),
    isEmailConfirmed(db, client),
    orNull(ownSmallDifference(db, client), log, "look what is left of earlier payments"),
  ]);
  const { email } = client;
  const accountId = draftOwner(client);
  const facts = { order, accountId, email, isConfirmed, differenceCents };
  return data(facts, { status: order ? 200 : 404 });
}

/** Confirms an order: its number, and what happens next. */
export default function OrderPlaced({ loaderData }: Route.ComponentProps) {
  const company = useCompany();
  const { order, accountId, email, isConfirmed, differenceCents } = loaderData;
  if (!order) {
    return <NoOrderHere />;
  }
  return (
    <>
      <ForgetDraft accountId={accountId} order={order} />
      <PageHeader title="Order placed" />
      <p className="mt-8 font-display text-display leading-none font-semibold">
        {orderName(order.number)}
      </p>
      <dl className="mt-8 grid max-w-md grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-ink-soft">Received</dt>
        <dd>
          <Moment at={order.placedAt} time />
        </dd>
        {order.delivery.day ? (
          <>
            <dt className="text-ink-soft">{kindInWords(order.delivery.day.kind)}</dt>
            <dd>
              <span className="block">{dayAndWindow(order.delivery.day)}</span>
              <span className="block text-ink-soft">{destinationInWords(order.delivery)}</span>
            </dd>
          </>
        ) : (
          destinationInWords(order.delivery) && (
            <>
              <dt className="text-ink-soft">Deliver to</dt>
              <dd>{destinationInWords(order.delivery)}</dd>
            </>
          )
        )}
        <dt className="text-ink-soft">Estimate</dt>
        <dd className="tabular-nums">{formatCents(order.estimateCents)}</dd>
        {order.poNumber && (
          <>
            <dt className="text-ink-soft">PO number</dt>
            <dd className="wrap-anywhere">{order.poNumber}</dd>
          </>
        )}
      </dl>
      {order.holds.length > 0 && (
        <Notice title="Your order is on hold" className="mt-8 max-w-xl">
          <p>
            {holdsForClient(order.holds)} {afterHold(order.holds)}
          </p>
        </Notice>
      )}
      <ul aria-label="Your order" className="mt-8 max-w-xl border-t border-ink">
        {order.items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-rule py-3 tabular-nums"
          >
            <div className="min-w-0">
              <p className="font-display leading-snug font-semibold wrap-break-word">
                {item.productName}
              </p>
              <p className="text-sm text-ink-soft">
                {withWish(orderedInWords(item), item.wish)} ×{" "}
                {formatPricePerLb(toCents(item.pricePerLb))}
              </p>
            </div>
            <p className="font-semibold">{formatDollars(item.subtotal)}</p>
          </li>
        ))}
        {order.charges.map(({ kind, description, amount }) => (
          <li
            key={kind}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-rule py-3 tabular-nums"
          >
            <p>{description}</p>
            <p className="font-semibold">{formatDollars(amount)}</p>
          </li>
        ))}
        {order.taxes.map(({ label, cents }) => (
          <li
            key={label}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-rule py-3 tabular-nums"
          >
            <p>{label}</p>
            <p className="font-semibold">{formatCents(cents)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-xl">
        {promiseInWords(order.mostCents)}
        {order.allowsSubstitutes &&
          (order.callFirst
            ? " If something is not available, we call you before we send something similar."
            : " If something is not available, we may send something similar.")}
      </p>
      {differenceCents !== null && (
        <p className="mt-4 max-w-xl tabular-nums">{differenceInWords(differenceCents)}</p>
      )}
      <p className="mt-8 max-w-xl">
        {isConfirmed
          ? `We have your order, and a confirmation is on its way to ${email}. `
          : "We have your order. "}
        {order.isNewClient &&
          "As it is your first, we will get in touch to confirm it before we start cutting. "}
        {order.delivery.day?.isOpen
          ? "You can change or cancel it on the order's page until the cut-off. For anything else, call "
          : "Need to change something? Call "}
        <PhoneLink phone={company.phone} /> before we start cutting.
      </p>
      {!isConfirmed && <Unconfirmed email={email} className="mt-8 max-w-xl" />}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={`/dashboard/orders/${order.id}`}>See the order</ButtonLink>
        <SecondaryLink to={placeOrderPath}>Place another order</SecondaryLink>
      </div>
    </>
  );
}

interface ForgetDraftProps {
  accountId: string;
  order: PlacedHere & { requestId: string | null };
}

function ForgetDraft({ accountId, order: { id, number, requestId } }: ForgetDraftProps) {
  useEffect(() => {
    if (!requestId) return;
    forgetPlacedDraft(accountId, requestId);
    rememberPlacedOrder(accountId, { id, number });
  }, [accountId, id, number, requestId]);
  return null;
}
