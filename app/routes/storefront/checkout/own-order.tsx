import { useEffect } from "react";
import { data, Form, Link, redirect, useLocation, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { storageKey } from "#app/features/cart/cart-on-every-page.ts";
import { claimableHeldOrder } from "#app/features/credits/ask-credit.server.ts";
import { creditsOfHeldOrder } from "#app/features/credits/credits.server.ts";
import { DayRefusedError } from "#app/features/delivery/booking.server.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { checkoutCounts } from "#app/features/limits/limits.ts";
import { whenAgain } from "#app/features/limits/rate-rule.ts";
import { forgetCheckout } from "#app/features/orders/checkout/checkout-memory.ts";
import {
  dayAndWindow,
  dayRefusedInWords,
  destinationInWords,
  kindInWords,
} from "#app/features/orders/delivery/delivery-words.ts";
import { getHeldOrder, type HeldOrder } from "#app/features/orders/links/held-order.server.ts";
import { orderLinkPath, payOrderPath } from "#app/features/orders/links/order-link.ts";
import { OrderConflictError, orderNumber } from "#app/features/orders/order.ts";
import { isPackingBegun } from "#app/features/orders/order-line-words.ts";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { OrderRefusedError } from "#app/features/orders/placing/order-rules.ts";
import { cancelHeldOrder } from "#app/features/orders/transition/order-status.server.ts";
import { howToPay, wayExplained, wayInWords } from "#app/features/payments/payment-words.ts";
import { readPaymentSettings } from "#app/features/payments/settings/payment-settings.server.ts";
import { useCompany } from "#app/features/settings/use-company.ts";
import { withStorage } from "#app/lib/browser-storage.ts";
import { OrderLines } from "#app/routes/dashboard/orders/order-lines.tsx";
import { OwnCredits } from "#app/routes/dashboard/own-credits.tsx";
import { LinkedPage, linkedHeaders, linkedMeta, NoSuchLink } from "#app/routes/linked-page.tsx";
import type { Route } from "./+types/own-order.ts";
import { openLink } from "./open-link.server.ts";

export const meta: Route.MetaFunction = (args) =>
  linkedMeta(
    args,
    args.loaderData?.order ? `Order ${orderNumber(args.loaderData.order.id)}` : "Order",
  );

export const headers = linkedHeaders;

/** `GET /orders/:token`: a retail order for whoever has its link. All other tokens get one answer. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  if (!holder) {
    return data({ order: null, payment: [], credits: [], canAsk: false }, { status, headers });
  }
  const [order, credits, claimable] = await Promise.all([
    getHeldOrder(services.db, holder),
    creditsOfHeldOrder(services.db, holder),
    claimableHeldOrder(services.db, holder, services.shop.documents),
  ]);
  const canAsk = claimable?.until ? claimable.until > new Date() : false;
  const { openCents, invoiceNumber, paymentWay, delivery } = order;
  const settings = await readPaymentSettings(services.db);
  const due = { cents: openCents ?? 0, reference: invoiceNumber ?? "" };
  const isOpen = openCents !== null && openCents > 0;
  const kind = delivery.day?.kind ?? null;
  const payment = isOpen ? howToPay(paymentWay, { kind, settings, ...due }) : [];
  return data({ order, payment, credits, canAsk }, { headers });
}

/** Cancels the order. */
export async function action({ context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { holder, status, headers } = await openLink(services, params.token);
  if (!holder) return data({ message: "This link does not work." }, { status, headers });
  const refused = (message: string, status: 400 | 409 | 429 | 503) => data({ message }, { status });
  const wait = await services.limits.takeAll(checkoutCounts(services.clientAddress));
  if (wait !== null) return refused(`Too many changes. Try again ${whenAgain(wait)}.`, 429);
  try {
    await cancelHeldOrder(services.db, holder, services.shop);
  } catch (error) {
    if (error instanceof DayRefusedError)
      return refused(dayRefusedInWords(error, services.shop.company), 409);
    if (error instanceof OrderRefusedError) {
      return refused(error.problems.map(({ message }) => message).join(" "), 409);
    }
    if (error instanceof OrderConflictError) {
      return refused(`This order is already ${error.status}.`, 409);
    }
    services.log.error({ err: error, orderId: holder.orderId }, "an order was not cancelled");
    return refused(
      `The order could not be cancelled. Please call ${services.shop.company.phone.display}.`,
      503,
    );
  }
  throw redirect(`${orderLinkPath(params.token)}?cancelled`);
}

/** A retail order, and what can still be done with it. */
export default function OwnOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, payment, credits, canAsk } = loaderData;
  const query = new URLSearchParams(useLocation().search);
  if (!order) return <NoSuchLink />;
  const path = orderLinkPath(params.token);
  const isWaiting = order.status === "awaiting_payment";
  const isPlaced = !isWaiting && (query.has("placed") || query.has("before"));
  return (
    <LinkedPage title={isPlaced ? "Thank you" : `Order ${orderNumber(order.id)}`}>
      {isPlaced && <ForgetCart />}
      {isPlaced && query.has("placed") && <Placed order={order} />}
      {query.has("paid") && order.holdReason === null && (
        <Notice
          tone="success"
          title="Thank you. Your card was accepted."
          className="mt-6 max-w-2xl"
        >
          We will pack your order now.
        </Notice>
      )}
      {(isWaiting || order.holdReason === "payment") && (
        <ToPay isWaiting={isWaiting} path={payOrderPath(params.token)} />
      )}
      {isPlaced && query.has("before") && (
        <Notice title="You have placed this order before" className="mt-6 max-w-2xl">
          It is as you see it here. What you changed since then is not in it.
        </Notice>
      )}
      {query.has("asked") && (
        <Notice tone="success" title="We have your request" className="mt-6 max-w-2xl">
          We answer by e-mail, and here.
        </Notice>
      )}
      {query.has("changed") && (
        <Notice tone="success" title="Your order was changed" className="mt-6 max-w-2xl">
          We have mailed you how it is now.
        </Notice>
      )}
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      <div className="grid-page mt-8 gap-y-10">
        <div className="col-span-12 lg:col-span-8">
          <OrderLines order={order} />
          <Payment order={order} payment={payment} />
          {(canAsk || credits.length > 0) && (
            <section className="mt-10 border-t border-ink pt-4">
              <h2 className="mb-3 text-title">Credits</h2>
              {credits.length > 0 && <OwnCredits credits={credits} photosAt={null} />}
              {canAsk && (
                <Link
                  to={`${path}/credit`}
                  className={buttonClass({ variant: "secondary", className: "mt-4" })}
                >
                  Ask for a credit
                </Link>
              )}
            </section>
          )}
        </div>
        <Facts order={order} path={path} />
      </div>
    </LinkedPage>
  );
}

function Placed({ order: { id, email } }: { order: HeldOrder }) {
  return (
    <p className="mt-6 max-w-2xl text-lg">
      We have your order <strong>{orderNumber(id)}</strong>. A confirmation is on its way to{" "}
      <span className="wrap-anywhere">{email}</span>, with a link back to this page.
    </p>
  );
}

/** Opens a document of its own, since the provider's script is allowed by that. */
function ToPay({ isWaiting, path }: { isWaiting: boolean; path: string }) {
  return (
    <Notice
      title={isWaiting ? "This order is not paid yet" : "Your bank did not agree to the payment"}
      className="mt-6 max-w-2xl"
      action={
        <a href={path} className={buttonClass()}>
          Pay by card
        </a>
      }
    >
      {isWaiting
        ? "We keep your place for half an hour, and then give it up."
        : "Nothing was charged. We cut your order once it is paid for."}
    </Notice>
  );
}

function Payment({ order, payment }: { order: HeldOrder; payment: string[] }) {
  const { paymentWay: way, openCents, status, delivery, invoiceNumber, invoiceUrl } = order;
  const kind = delivery.day?.kind ?? null;
  if (status === "cancelled") return null;
  return (
    <section className="mt-10 border-t border-ink pt-4">
      <h2 className="text-title">Payment: {wayInWords(way, kind)}</h2>
      {openCents === null && <p className="mt-2">{wayExplained(way, kind)}</p>}
      {openCents !== null && openCents <= 0 && <p className="mt-2">Paid. Thank you.</p>}
      {payment.map((sentence) => (
        <p key={sentence} className="mt-2 wrap-anywhere">
          {sentence}
        </p>
      ))}
      {invoiceNumber && invoiceUrl && (
        <InvoiceDownload
          number={invoiceNumber}
          url={invoiceUrl}
          className={buttonClass({ variant: "secondary", className: "mt-4" })}
        >
          Download Invoice
        </InvoiceDownload>
      )}
    </section>
  );
}

function Facts({ order, path }: { order: HeldOrder; path: string }) {
  const company = useCompany();
  const { delivery, status, name, notes } = order;
  const { day } = delivery;
  const isPending = useNavigation().state !== "idle";
  const isChangeable =
    status === "pending" && !isPackingBegun(order.items) && (day === null || day.isOpen);
  return (
    <div className="col-span-12 lg:col-span-4">
      <dl className="border-t border-ink">
        <Fact label="Status">
          <OrderStatusBadge status={status} holdReason={order.holdReason} />
        </Fact>
        {day && (
          <Fact label={kindInWords(day.kind)}>
            <span className="block font-semibold">{dayAndWindow(day)}</span>
            <span className="block break-words">{destinationInWords(delivery)}</span>
          </Fact>
        )}
        {delivery.notes.trim() && <Fact label="For the driver">{delivery.notes}</Fact>}
        <Fact label="For">
          {name}
          {delivery.phone && <span className="block">{delivery.phone}</span>}
        </Fact>
        {notes.trim() && <Fact label="Notes">{notes}</Fact>}
        <Fact label="Placed">
          <Moment at={order.placedAt} time />
        </Fact>
      </dl>
      {isChangeable ? (
        <div className="pt-4">
          <p className="text-sm text-ink-soft">
            {day ? (
              <>
                Until <Moment at={day.cutOffAt} time /> you can
              </>
            ) : (
              "Until we pack you can"
            )}
          </p>
          <div className="mt-3 flex flex-col items-start gap-3">
            <Link to={`${path}/change`} className={buttonClass({ variant: "secondary" })}>
              Change quantities or notes
            </Link>
            {day && (
              <Link to={`${path}/day`} className={buttonClass({ variant: "secondary" })}>
                Change the day
              </Link>
            )}
            <Link to={`${path}/address`} className={buttonClass({ variant: "secondary" })}>
              {day?.kind === "pickup" ? "Change the phone number" : "Change the address or phone"}
            </Link>
            <details>
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                Cancel the order
              </summary>
              <Form method="post" className="mt-1">
                <p className="mb-3">It costs nothing, and can't be undone.</p>
                <Button type="submit" variant="danger" pending={isPending}>
                  Yes, cancel it
                </Button>
              </Form>
            </details>
          </div>
        </div>
      ) : (
        status === "pending" && (
          <p className="pt-4">
            It is too late to change it here. Please call{" "}
            <a href={company.phone.href} className="link whitespace-nowrap">
              {company.phone.display}
            </a>
            .
          </p>
        )
      )}
      <p className="mt-6 text-sm text-ink-soft">
        Whoever has the link of this page can see this order and change it.
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="border-b border-rule py-3.5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** Renders nothing. What was ordered is no longer in the cart, nor what was typed in the tab. */
function ForgetCart() {
  useEffect(() => {
    forgetCheckout();
    // Once: coming back to this page later must not empty another cart.
    const isFirst = withStorage((storage) => {
      const isNew = storage.getItem(seenKey) !== location.pathname;
      storage.setItem(seenKey, location.pathname);
      return isNew;
    }, "sessionStorage");
    if (isFirst === false) return;
    import("#app/features/cart/browser-cart.ts").then(
      ({ cartStore }) => cartStore.clear(),
      () => withStorage((storage) => storage.removeItem(storageKey)),
    );
  }, []);
  return null;
}

const seenKey = "checkout-placed";
