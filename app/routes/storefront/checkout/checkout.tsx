import { useEffect, useRef, useState } from "react";
import {
  createContext,
  data,
  Form,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunction,
  useLocation,
} from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { requestContext } from "#app/context.server.ts";
import { productsByIds } from "#app/domain/catalogue/products.server.ts";
import { rememberedPostalCode } from "#app/domain/delivery/postal/ask-postal.ts";
import { cartStore } from "#app/domain/drafts/cart/browser-cart.ts";
import { orderableItems } from "#app/domain/drafts/cart/cart.ts";
import { cartPath } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { companyOf, useCompany } from "#app/domain/settings/use-company.ts";
import { useCart } from "#app/features/cart/cart-context.tsx";
import { checkoutLines } from "#app/features/cart/checkout-lines.ts";
import { EmptyCart } from "#app/features/cart/empty-cart.tsx";
import {
  forgetCart,
  readCookieCart,
  requestOfCart,
} from "#app/features/cart/without-script/cookie-cart.server.ts";
import { answerCheckout, waysToCheckOut } from "#app/features/checkout/checkout.server.ts";
import type { CheckoutView } from "#app/features/checkout/checkout.ts";
import {
  checkoutPath,
  keptFields,
  readCheckout,
  stepAt,
} from "#app/features/checkout/checkout-form.ts";
import { cartRequest, placedPage, recallCheckout } from "#app/features/checkout/checkout-memory.ts";
import { ContactStep, WhereStep } from "#app/features/checkout/checkout-steps.tsx";
import { ReviewStep } from "#app/features/checkout/review-step.tsx";
import { useStepHistory } from "#app/features/checkout/use-step-history.ts";
import { readForm, trapField } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/checkout.ts";

export const meta: Route.MetaFunction = (args) => [
  { title: `Checkout | ${companyOf(args).name}` },
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const headers = new Headers([...loaderHeaders, ...actionHeaders]);
  headers.set("Cache-Control", "private, no-store");
  return headers;
};

/** True if the request submitted a screen's form, so that no first screen is needed. */
const isAnswering = createContext(false);

/** Renders the first screen for a cookie's cart; the page submits a browser's own cart itself. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const isOpen = (await waysToCheckOut(services)).length > 0;
  if (!isOpen) return data({ isOpen, first: null }, { status: 404 });
  if (context.get(isAnswering)) return data({ isOpen, first: null });
  const { items } = await readCookieCart({ ...services, productsByIds }, request);
  if (items.length === 0) return data({ isOpen, first: null });
  const { id, cookie } = requestOfCart(request, services);
  const fields = checkoutLines(items);
  fields.set(orderField.requestId, id);
  const answer = await answerCheckout(services, readCheckout(fields), "");
  if ("placed" in answer) throw new Error("The first screen of the checkout placed an order");
  const headers = { ...answer.headers, "Set-Cookie": cookie };
  return data({ isOpen, first: answer.view }, { status: answer.status, headers });
}

/** Back and Forward between screens submit a form anyway. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...args }) =>
  args.defaultShouldRevalidate &&
  (args.formMethod !== undefined ||
    currentUrl.pathname !== nextUrl.pathname ||
    nextUrl.pathname !== checkoutPath);

/** Each screen is a form that is submitted here; the last one places the order. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(isAnswering, true);
  const form = await readForm(request);
  const trap = form.get(trapField);
  const services = context.get(requestContext);
  const answer = await answerCheckout(
    services,
    readCheckout(form),
    typeof trap === "string" ? trap : "",
  );
  if ("placed" in answer) {
    const { path, isRepeated, isOther, isUnpaid } = answer.placed;
    // A document load, as the policy allows the provider's script per document.
    if (isUnpaid) throw redirectDocument(isRepeated ? `${path}?again` : path);
    throw redirect(`${path}?${isOther ? "before" : isRepeated ? "again" : "placed"}`, {
      headers: forgetCart(services),
    });
  }
  return data(answer.view, { status: answer.status, headers: answer.headers });
}

/** The checkout without an account. */
export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  // The router drops a form's answer with the next history entry.
  const [view, setView] = useState(actionData);
  if (actionData !== undefined && actionData !== view) setView(actionData);
  useStepHistory(view, () => setView(undefined));
  const { phone } = useCompany();
  return (
    <div className="one-task page-width pb-20">
      <PageHeader
        title="Checkout"
        before={<BackLink to={cartPath}>Back to your cart</BackLink>}
        actions={
          <p>
            Questions?{" "}
            <a href={phone.href} className="link inline-block py-2 whitespace-nowrap">
              {phone.display}
            </a>
          </p>
        }
      />
      {loaderData.isOpen && view !== null ? (
        <div className="mt-8">
          {view ? <Step view={view} /> : <Begin first={loaderData.first} />}
        </div>
      ) : (
        <NoCheckout />
      )}
    </div>
  );
}

/** Begins with the browser's cart, or without JavaScript with the cookie's. */
function Begin({ first }: { first: CheckoutView | null }) {
  return (
    <>
      <BeginCheckout />
      <noscript>{first ? <Step view={first} /> : <EmptyCart />}</noscript>
    </>
  );
}

function Step({ view }: { view: CheckoutView }) {
  if (view.step === "review") return <ReviewStep view={view} />;
  return view.step === "contact" ? <ContactStep view={view} /> : <WhereStep view={view} />;
}

function NoCheckout() {
  const company = useCompany();
  return (
    <EmptyState
      title="Online checkout isn't open yet"
      titleAs="h2"
      underHead
      action={<ButtonLink to="/contact">Contact us</ButtonLink>}
    >
      Your cart is kept. Call us at {company.phone.display} to order.
    </EmptyState>
  );
}

/**
 * The cart is in the browser, so the page first submits it, along with earlier input of this tab,
 * and asks for the screen of its URL. Says so if there is no cart.
 */
function BeginCheckout() {
  const { items, isLoaded, unavailable } = useCart();
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const orderable = orderableItems(items, unavailable);
  const isReady = isLoaded && orderable.length > 0;
  // Pages don't load the cart if none is stored.
  useEffect(() => cartStore.start(), []);
  useEffect(() => {
    if (!isReady || !form.current) return;
    const kept = { ...recallCheckout() };
    kept.postalCode ||= rememberedPostalCode();
    const fields = { ...kept, [orderField.requestId]: cartRequest() };
    for (const [name, value] of Object.entries(fields)) {
      const input = form.current.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    form.current.requestSubmit();
  }, [isReady]);

  return (
    <div className="mt-8">
      {isReady ? (
        <Form ref={form} method="post" action={pathname + search} replace>
          {[...checkoutLines(orderable)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {keptFields.map((name) => (
            <input key={name} type="hidden" name={name} />
          ))}
          <input type="hidden" name={orderField.requestId} />
          <input type="hidden" name={orderField.intent} value={stepAt(search)} />
          <Spinner label="Looking at your cart" />
        </Form>
      ) : (
        isLoaded && <NothingToOrder />
      )}
    </div>
  );
}

/** An empty cart; after placing an order, a link to that order. Browser only. */
function NothingToOrder() {
  const placed = placedPage();
  if (!placed) return <EmptyCart />;
  return (
    <EmptyState
      title="Your order was placed"
      titleAs="h2"
      underHead
      action={
        <>
          <ButtonLink to={placed}>See your order</ButtonLink>
          <SecondaryLink to="/shop">Back to the shop</SecondaryLink>
        </>
      }
    >
      There is nothing else in your cart.
    </EmptyState>
  );
}
