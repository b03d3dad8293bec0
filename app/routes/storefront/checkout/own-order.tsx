import { useEffect } from "react";
import { data, Form, redirect, redirectDocument, useLocation, useRevalidator } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { keepPage, useLookAgain } from "#app/components/page/look-again.ts";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { productsByIds } from "#app/domain/catalogue/products.server.ts";
import { claimableLinkedOrder } from "#app/domain/claims/ask-credit.server.ts";
import { creditsOfLinkedOrder } from "#app/domain/claims/credits.server.ts";
import { cartPath, storageKey } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { getPastLinkedOrder } from "#app/domain/drafts/past-order.server.ts";
import { dayAndWindow } from "#app/domain/ordering/delivery/delivery-words.ts";
import { shownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import {
  getLinkedOrder,
  type LinkedOrder,
} from "#app/domain/ordering/links/linked-order.server.ts";
import { askNewLink } from "#app/domain/ordering/links/new-link.server.ts";
import { isChangeTold } from "#app/domain/ordering/mails/queue-change-mails.server.ts";
import { cancelLinkedOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { newLinkIntent, orderLinkPath, payOrderPath } from "#app/domain/orders/links/order-link.ts";
import { wasLinkMailed } from "#app/domain/orders/links/order-links.server.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import {
  howToPay,
  nothingToPay,
  wayExplained,
  wayInWords,
} from "#app/domain/orders/payment-words.ts";
import { orderTimeline } from "#app/domain/orders/timeline/order-timeline.ts";
import { OrderTimeline } from "#app/domain/orders/timeline/order-timeline.tsx";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { cartWithOrder } from "#app/features/cart/without-script/cookie-cart.server.ts";
import {
  forgetCartRequest,
  forgetCheckout,
  knownCartRequest,
  rememberPlaced,
} from "#app/features/checkout/checkout-memory.ts";
import { standingPayment } from "#app/features/checkout/pay-order.server.ts";
import {
  asksToPay,
  heldInWords,
  type OrderToPay,
  payAsked,
} from "#app/features/checkout/pay-order.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { formatCents } from "#app/lib/amounts/money.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { DepositNotice } from "#app/routes/dashboard/orders/deposit-notice.tsx";
import { OrderLines } from "#app/routes/dashboard/orders/order-lines.tsx";
import { OwnCredits } from "#app/routes/dashboard/own-credits.tsx";
import { LinkedPage, linkedHeaders, linkedMeta } from "#app/routes/mailed-link-page.tsx";
import type { Route } from "./+types/own-order.ts";
import { NoOrderLink } from "./no-order-link.tsx";
import { answerByLink, openLink } from "./open-link.server.ts";
import { OwnOrderFacts } from "./own-order-facts.tsx";

export const meta: Route.MetaFunction = (args) =>
  linkedMeta(args, args.loaderData?.order ? orderName(args.loaderData.order.number) : "Order");

export const headers = linkedHeaders;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

/** `GET /orders/:token`: a retail order, through its link. All other tokens get the same answer. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { link, status, headers } = await openLink(services, params.token);
  if (!link) {
    const none = { order: null, pay: null, payment: [], credits: [], canAsk: false };
    const nothing = {
      askedCents: 0,
      held: null,
      isTold: false,
      asksToConfirm: false,
      deposit: null,
    };
    return data({ ...none, ...nothing }, { status, headers });
  }
  const [order, pay, credits, claimable] = await Promise.all([
    getLinkedOrder(services.db, link),
    standingPayment(services.db, link),
    creditsOfLinkedOrder(services.db, link),
    claimableLinkedOrder(services.db, link, services.shop.documents),
  ]);
  const canAsk = claimable?.until ? claimable.until > new Date() : false;
  const { invoices, paymentWay, delivery } = order;
  const settings = await readPaymentSettings(services.db);
  const phone = services.shop.company.phone.display;
  const kind = delivery.day?.kind ?? null;
  const asks = pay !== null && asksToPay(pay.step);
  const isDelivered = order.status === "delivered";
  const toPay = { kind, settings, invoices, isDelivered, phone };
  const payment = asks ? [] : howToPay(paymentWay, toPay);
  const isTold = url.searchParams.has("changed")
    ? await isChangeTold(services.db, order)
    : await wasLinkMailed(services.db, link);
  const asksToConfirm = link.isMailed && !link.isProved;
  const deposit = await shownDeposit(services.db, order, services.shop, { isGuest: true });
  const shown = { order, pay: asks ? pay : null, payment, credits, canAsk, deposit };
  const isOver = order.status === "cancelled";
  const askedCents = pay && !isOver && pay.isBeingHeld ? pay.askedCents : 0;
  const held = pay && !isOver ? heldInWords(pay) : null;
  return data({ ...shown, askedCents, held, isTold, asksToConfirm }, { headers });
}

/** Cancels the order, fills the cart again, or confirms its address, as any action here does. */
export async function action(args: Route.ActionArgs) {
  const { token } = args.params;
  const services = args.context.get(requestContext);
  const { shop } = services;
  const path = orderLinkPath(token);
  const failed = `The order could not be cancelled. Please call ${shop.company.phone.display}.`;
  return answerByLink<FormAnswer & Partial<LeftOut>>(
    args,
    {
      failed,
      log: "an order was not cancelled",
      what: "changes",
      async nobody(init) {
        const isAsked =
          init.status === 404 && (await formFields(args.request)).intent === newLinkIntent;
        if (!isAsked) return data({ message: "This link does not work." }, init);
        await askNewLink(services.db, token, shop);
        // The same redirect for every token.
        throw redirect(`${path}?sent`, { headers: init.headers });
      },
    },
    async (link, { intent }, { db }) => {
      if (intent === "confirm") throw redirect(`${path}?confirmed`);
      if (intent === newLinkIntent) throw redirect(path);
      if (intent === "again") {
        const past = await getPastLinkedOrder(db, link);
        if (!past) throw new Error("The order of a link is missing");
        const cart = await cartWithOrder({ ...services, productsByIds }, args.request, past);
        const headers = { "Set-Cookie": cart.cookie };
        if (cart.left.length > 0) return data({ left: cart.left, isAll: cart.isAll }, { headers });
        // A document load: the browser's cart takes over the cookie's lines when it opens.
        throw redirectDocument(cartPath, { headers });
      }
      await cancelLinkedOrder(db, link, shop);
      throw redirect(`${path}?cancelled`);
    },
  );
}

export default function OwnOrder({ loaderData, actionData, params }: Route.ComponentProps) {
  const { order, pay, payment, credits, canAsk, isTold, asksToConfirm } = loaderData;
  const { askedCents, held, deposit } = loaderData;
  const query = new URLSearchParams(useLocation().search);
  if (!order) return <NoOrderLink token={params.token} />;
  const path = orderLinkPath(params.token);
  const isWaiting = order.status === "awaiting_payment";
  const isPlaced =
    !isWaiting && ["placed", "again", "before"].some((parameter) => query.has(parameter));
  return (
    <LinkedPage title={isPlaced ? "Thank you" : orderName(order.number)}>
      {isPlaced && <ForgetCart requestId={order.requestId} isFresh={query.has("placed")} />}
      {isPlaced && query.has("placed") && <Placed order={order} isTold={isTold} />}
      {query.has("paid") && order.holds.length === 0 && (
        <Notice
          tone="success"
          title="Thank you. Your card was accepted."
          className="mt-6 max-w-2xl"
        >
          We will pack your order now.
        </Notice>
      )}
      {askedCents > 0 && <BeingHeld cents={askedCents} />}
      <DepositNotice deposit={deposit} />
      {pay && <ToPay pay={pay} path={payOrderPath(params.token)} />}
      {order.status === "cancelled" && (
        <Notice title="This order is cancelled" className="mt-6 max-w-2xl">
          {nothingToPay(order.paymentWay)}
        </Notice>
      )}
      {isPlaced && query.has("again") && (
        <Notice title="You have already placed this order" className="mt-6 max-w-2xl">
          It came in on <Moment at={order.placedAt} time />, and was placed once.
        </Notice>
      )}
      {isPlaced && query.has("before") && (
        <Notice title="You have placed this order before" className="mt-6 max-w-2xl">
          It is as you see it here. What you changed since then is not in it.
        </Notice>
      )}
      {query.has("asked") && (
        <Notice tone="success" title="We have your request" className="mt-6 max-w-2xl">
          We answer by email, and here.
        </Notice>
      )}
      {query.has("changed") && (
        <Notice tone="success" title="Your order was changed" className="mt-6 max-w-2xl">
          {isTold
            ? "We’ll email you what changed in about five minutes, all changes in one email."
            : "This page shows how it is now."}
        </Notice>
      )}
      {order.confirmBy && !asksToConfirm && (
        <Notice title="Please confirm your email address" className="mt-6 max-w-2xl">
          Open the link in our email to <span className="wrap-anywhere">{order.email}</span> by{" "}
          <Moment at={order.confirmBy} time />, or we cancel this order then, and somebody else gets
          its place.
        </Notice>
      )}
      {query.has("confirmed") && !asksToConfirm && !order.confirmBy && (
        <Notice
          tone="success"
          title="Thank you. Your email address is confirmed."
          className="mt-6 max-w-2xl"
        >
          {order.status === "pending" && "Your order keeps its place."}
        </Notice>
      )}
      {asksToConfirm && (
        <Notice title={`Is ${order.email} your email address?`} className="mt-6 max-w-2xl">
          <p>
            {order.confirmBy && (
              <>
                Please confirm it by <Moment at={order.confirmBy} time />: otherwise we cancel this
                order then, and someone else gets its place.{" "}
              </>
            )}
            Once you confirm it, our emails about this order include your name, address and notes.
          </p>
          <Form method="post" className="mt-4">
            <Button type="submit" name="intent" value="confirm" variant="secondary">
              Yes, it’s mine
            </Button>
          </Form>
        </Notice>
      )}
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      {actionData?.left && <AgainWithout left={actionData.left} isAll={actionData.isAll} />}
      <div className="mt-8">
        <OrderTimeline
          steps={orderTimeline(order, order.delivery.day ? dayAndWindow(order.delivery.day) : "")}
        />
      </div>
      <div className="grid-page mt-8 gap-y-10">
        <div className="col-span-12 lg:col-span-8">
          <OrderLines order={order} />
          <Payment order={order} payment={payment} held={held} />
          {(canAsk || credits.length > 0) && (
            <section className="mt-10 border-t border-ink pt-4">
              <h2 className="mb-3 text-title">Credits</h2>
              {credits.length > 0 && <OwnCredits credits={credits} photosAt={null} />}
              {canAsk && (
                <ButtonLink to={`${path}/credit`} variant="secondary" className="mt-4">
                  Ask for a credit
                </ButtonLink>
              )}
            </section>
          )}
        </div>
        <OwnOrderFacts order={order} path={path} deposit={deposit} />
      </div>
    </LinkedPage>
  );
}

function Placed({ order: { number, email }, isTold }: { order: LinkedOrder; isTold: boolean }) {
  return (
    <p className="mt-6 max-w-2xl text-lg">
      We have your order <strong>{orderNumber(number)}</strong>.{" "}
      {isTold ? (
        <>
          A confirmation is on its way to <span className="wrap-anywhere">{email}</span>, with a
          link back to this page.
        </>
      ) : (
        "Save the address of this page: it is the way back to your order."
      )}
    </p>
  );
}

/** The products that were not put into the cart again. */
interface LeftOut {
  left: string[];
  isAll: boolean;
}

/** Opens the cart with a document load, when the browser's cart takes over the cookie's lines. */
function AgainWithout({ left, isAll = false }: Partial<LeftOut>) {
  return (
    <Notice
      title={isAll ? "We no longer sell anything from this order" : "Added to your cart, without:"}
      className="mt-6 max-w-2xl"
      action={
        <a href={isAll ? "/shop" : cartPath} className={buttonClass()}>
          {isAll ? "Back to the shop" : "Go to your cart"}
        </a>
      }
    >
      {!isAll && (
        <ul>
          {left?.map((name) => (
            <li key={name}>{name}: no longer sold</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** A document load, as the policy allows the provider's script per document. */
function ToPay({ pay, path }: { pay: OrderToPay; path: string }) {
  const { title, text } = payAsked(pay);
  return (
    <Notice
      title={title}
      className="mt-6 max-w-2xl"
      action={
        <a href={path} className={buttonClass()}>
          Pay by card
        </a>
      }
    >
      {text}
    </Notice>
  );
}

/** In seconds between two polls. */
const lookAgain = 3;

/** Polls while the bank is being asked for more. */
function BeingHeld({ cents }: { cents: number }) {
  const { state } = useRevalidator();
  const look = useLookAgain();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void look(), lookAgain * 1000);
    return () => clearTimeout(timer);
  }, [state, look]);
  return (
    <Notice title="We are asking your bank" className="mt-6 max-w-2xl">
      Your order now comes to {formatCents(cents)} at most, and we are asking your bank to hold that
      on your card. This page updates automatically.
      <noscript>
        <meta httpEquiv="refresh" content={`${lookAgain}`} />
      </noscript>
    </Notice>
  );
}

function Payment({
  order,
  payment,
  held,
}: {
  order: LinkedOrder;
  payment: string[];
  held: string | null;
}) {
  const { paymentWay: way, openCents, status, delivery, invoices } = order;
  const kind = delivery.day?.kind ?? null;
  if (status === "cancelled") return null;
  return (
    <section className="mt-10 border-t border-ink pt-4">
      <h2 className="text-title">Payment: {wayInWords(way, kind)}</h2>
      {openCents === null && <p className="mt-2">{held ?? wayExplained(way, kind)}</p>}
      {openCents !== null && openCents <= 0 && <p className="mt-2">Paid. Thank you.</p>}
      {payment.map((sentence) => (
        <p key={sentence} className="mt-2 wrap-anywhere">
          {sentence}
        </p>
      ))}
      {invoices.map(
        ({ number, url }) =>
          url && (
            <InvoiceDownload
              key={number}
              number={number}
              url={url}
              className={buttonClass({ variant: "secondary", className: "mt-4 mr-3" })}
            >
              Download Invoice {invoices.length > 1 && number}
            </InvoiceDownload>
          ),
      )}
    </section>
  );
}

/**
 * Renders nothing. Removes the ordered lines from the cart, and this tab's input. If another tab
 * placed the order, the cart may have been filled again since, and stays.
 */
function ForgetCart({ requestId, isFresh }: { requestId: string | null; isFresh: boolean }) {
  useEffect(() => {
    forgetCheckout();
    const known = knownCartRequest();
    if (known === null ? !isFresh : known !== undefined && known !== requestId) return;
    forgetCartRequest();
    // Only once: returning to this page later must not empty another cart.
    if (rememberPlaced(location.pathname) === false) return;
    import("#app/domain/drafts/cart/browser-cart.ts").then(
      ({ cartStore }) => cartStore.clear(),
      () => withStorage((storage) => storage.removeItem(storageKey)),
    );
  }, [requestId, isFresh]);
  return null;
}
