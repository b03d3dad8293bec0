import { useEffect } from "react";
import { data, Form, redirectDocument, useLocation, useRevalidator } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { cardPageCounts, payOrderAnewCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { orderLinkPath, payOrderPath } from "#app/domain/orders/links/order-link.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { cardExplained } from "#app/domain/orders/payment-words.ts";
import { cardFormHandle } from "#app/domain/payments/card-form/card-form.ts";
import { CardForm } from "#app/domain/payments/card-form/card-form.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { forgetRequestOf } from "#app/features/checkout/checkout-memory.ts";
import {
  type OpenedPayment,
  openOrderPayment,
  payOrderAnew,
} from "#app/features/checkout/pay-order.server.ts";
import { payAsked, refusedInWords } from "#app/features/checkout/pay-order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords, formatTime } from "#app/lib/dates.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { LinkedPage, linkedHeaders, linkedMeta, PayFacts } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/pay-order.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { openLink } from "./open-link.server.ts";

export const handle = cardFormHandle;

export const meta: Route.MetaFunction = (args) => linkedMeta(args, "Pay for your order");

export const headers = linkedHeaders;

/**
 * `GET /checkout/pay/:token`: the card form of a retail order, through its link; banks also
 * redirect back here. Once it is paid, redirects to the order's page.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) return data({ order: null, wait: null }, { status, headers });
  const counts = cardPageCounts(services.clientAddress, link.orderId);
  const seconds = await services.limits.takeAll(counts);
  if (seconds !== null) {
    const wait = whenAgain(seconds);
    const retry = { "Retry-After": String(seconds) };
    return data({ order: null, wait }, { status: 429, headers: { ...headers, ...retry } });
  }
  const order = await openOrderPayment(services, link);
  if (!order) return data({ order, wait: null }, { status: 404, headers });
  const { step, isNew, isPaidAnew } = order;
  if (step === "paid" || step === "cancelled") {
    const told = step === "cancelled" ? "" : isNew ? "?placed" : isPaidAnew ? "?paid" : "";
    throw redirectDocument(orderLinkPath(params.token) + told, { headers });
  }
  return data({ order, wait: null }, { status: step === "unreached" ? 503 : 200, headers });
}

/** Starts another payment of an order whose authorization expired. */
export async function action({ context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token, { acts: true });
  if (!link) return data(undefined, { status, headers });
  const counts = payOrderAnewCounts(services.clientAddress, link.orderId);
  const seconds = await services.limits.takeAll(counts);
  if (seconds !== null) {
    const message = `Too many attempts. Try again ${whenAgain(seconds)}, or call ${services.shop.company.phone.display}.`;
    return data({ message }, { status: 429, headers: { ...headers, "Retry-After": `${seconds}` } });
  }
  await payOrderAnew(services.db, link);
  throw redirectDocument(payOrderPath(params.token), { headers });
}

/** The amount to authorize, and the provider's card form. */
export default function PayOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const company = useCompany();
  const { order, wait } = loaderData;
  const isGivenUp = order?.step === "late" || order?.step === "refused";
  const requestId = isGivenUp ? order.requestId : null;
  // Until the order is given up, the same cart leads back here.
  useEffect(() => forgetRequestOf(requestId), [requestId]);
  if (wait) {
    return (
      <LinkedPage title="Pay for your order">
        <p className="mt-6 max-w-xl">
          Too many attempts. Nothing was charged. Try again {wait}, or call {company.phone.display}.
        </p>
      </LinkedPage>
    );
  }
  if (!order) return <NoOrderLink token={params.token} />;
  return (
    <LinkedPage
      title={order.wasReplaced ? "You ordered again" : (titles[order.step] ?? "Pay for your order")}
    >
      <div className="mt-6 max-w-2xl">
        {actionData?.message && <Notice tone="error" title={actionData.message} className="mb-6" />}
        <Step order={order} />
        {order.status !== "awaiting_payment" && order.status !== "cancelled" && (
          <p className="mt-6">
            <a href={orderLinkPath(params.token)} className="link">
              See the order
            </a>
          </p>
        )}
      </div>
    </LinkedPage>
  );
}

const titles: Partial<Record<OpenedPayment["step"], string>> = {
  late: "Not paid in time",
  refused: "No card was accepted",
};

function Step({ order }: { order: OpenedPayment }) {
  const { step, form } = order;
  if (step === "late" && order.wasReplaced) {
    return (
      <Over>
        You ordered again with a changed cart, so this order was given up. Nothing was charged for
        it.
      </Over>
    );
  }
  if (form) return <Paying order={order} form={form} />;
  if (step === "late") {
    return (
      <Over>
        This order was not paid in time, so its place was given up. Nothing was charged. Your cart
        is kept in this browser.
      </Over>
    );
  }
  if (step === "refused") {
    return (
      <Over>
        Too many cards were refused for this order, or the card has paid for many orders today. So
        it can no longer be paid. Nothing was charged. Your cart is kept in this browser: order
        again, and pay another way if you can.
      </Over>
    );
  }
  if (step === "lapsed") return <Anew order={order} />;
  return (
    <LoadFailure message="The card form could not be opened, or your bank has not answered yet. Please try again in a moment." />
  );
}

function Paying({
  order,
  form,
}: {
  order: OpenedPayment;
  form: NonNullable<OpenedPayment["form"]>;
}) {
  const company = useCompany();
  const { revalidate } = useRevalidator();
  const isRepeated = new URLSearchParams(useLocation().search).has("again");
  const { number, cents, holdOn, refusal, deliveryDay, awaitsUntil } = order;
  const amount = formatCents(cents);
  const isHeldNow = form.kind === "payment";
  return (
    <>
      {isRepeated && (
        <Notice title="You already started this order" className="mb-6">
          Pay for it here, or{" "}
          <a href="/cart" className="link">
            change your cart
          </a>
          .
        </Notice>
      )}
      <PayFacts
        rows={[
          { label: "Order", value: orderNumber(number) },
          ...(deliveryDay ? [{ label: "For", value: dateInWords(deliveryDay) }] : []),
          { label: isHeldNow ? "We hold" : "We hold later", value: amount },
        ]}
      />
      <p className="mt-4">{cardExplained(cents, isHeldNow ? null : holdOn)}</p>
      {awaitsUntil && (
        // No full stop, as the time ends in "p.m.".
        <p className="mt-2">We're holding your spot until {formatTime(awaitsUntil)}</p>
      )}
      <noscript>
        <p className="mt-6">
          The card form needs JavaScript. Switch it on and reload this page, or call{" "}
          {company.phone.display}.
        </p>
      </noscript>
      {refusal && (
        <Notice
          title={order.isHigher ? payAsked(order).title : "The last card was refused"}
          className="mt-6"
        >
          <p>{refusedInWords(order)}</p>
        </Notice>
      )}
      <div className="mt-8">
        <CardForm
          form={form}
          label={!isHeldNow ? "Save the card" : order.isHigher ? `Hold ${amount}` : "Place order"}
          onDone={revalidate}
        />
      </div>
    </>
  );
}

function Over({ children }: { children: React.ReactNode }) {
  return (
    <>
      <p className="text-lg">{children}</p>
      <a href="/checkout" className={buttonClass({ className: "mt-6" })}>
        Back to the checkout
      </a>
    </>
  );
}

function Anew({ order }: { order: OpenedPayment }) {
  const { title, text } = payAsked(order);
  return (
    <Form method="post">
      <p className="text-lg">
        {title}. {text}
      </p>
      <Button type="submit" className="mt-6">
        Pay by card
      </Button>
    </Form>
  );
}
