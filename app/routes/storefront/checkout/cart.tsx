import { useEffect } from "react";
import { data, redirect } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { requestContext } from "#app/context.server.ts";
import { productsByIds } from "#app/domain/catalogue/products.server.ts";
import { cartStore } from "#app/domain/drafts/cart/browser-cart.ts";
import { formatItemCount } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { companyOf } from "#app/domain/settings/use-company.ts";
import { useCart } from "#app/features/cart/cart-context.tsx";
import { CartPagePanel } from "#app/features/cart/drawer/cart-page-panel.tsx";
import { EmptyCart } from "#app/features/cart/empty-cart.tsx";
import { cartField } from "#app/features/cart/without-script/cart-answer.ts";
import { CartForm } from "#app/features/cart/without-script/cart-form.tsx";
import {
  changeCookieCart,
  keepCart,
  readCookieCart,
} from "#app/features/cart/without-script/cookie-cart.server.ts";
import { waysToCheckOut } from "#app/features/checkout/checkout.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/cart.ts";

const loadDelivery = () => import("#app/domain/delivery/postal/cart-delivery.tsx");

export const meta: Route.MetaFunction = (args) => [
  { title: `Your cart | ${companyOf(args).name}` },
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

/**
 * `GET /cart`: the cart that the browser keeps in a cookie without JavaScript. With JavaScript the
 * page shows the browser's own cart, which takes over the cookie's lines.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = { ...context.get(requestContext), productsByIds };
  const [{ items, gone, isDamaged }, ways] = await Promise.all([
    readCookieCart(services, request),
    waysToCheckOut(services),
  ]);
  const added = new URL(request.url).searchParams.get(cartField.added);
  // Removed lines are reported once.
  const headers =
    gone.length > 0 || isDamaged ? { "Set-Cookie": keepCart(items, services) } : undefined;
  return data(
    {
      items,
      gone,
      isDamaged,
      added: items.find(({ product }) => product.id === added)?.product.name ?? null,
      isCardOnly: ways.length === 1 && ways[0] === "card",
    },
    { headers },
  );
}

/** `POST /cart`: adds a product, changes amounts, or continues to the checkout; for plain forms. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = { ...context.get(requestContext), productsByIds };
  const changed = await changeCookieCart(services, request, await formFields(request));
  if ("refused" in changed) return data(changed.refused, { status: 400 });
  throw redirect(changed.to, { headers: { "Set-Cookie": changed.cookie } });
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { gone, isDamaged, added, isCardOnly } = loaderData;
  const cart = useCart();
  // Pages don't load the cart if none is stored.
  useEffect(() => cartStore.start(), []);
  const items = cart.isLoaded ? cart.items : loaderData.items;
  return (
    <div className="page-width pb-20">
      <PageHeader size="page" title={`Your Cart (${formatItemCount(items)})`} />
      {actionData && <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />}
      {added && !actionData && (
        <Notice tone="success" title="Added to cart" className="mt-6 max-w-2xl">
          {added} is in your cart.
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice className="mt-6 max-w-2xl">
          No longer sold, so taken out of your cart: {gone.join(", ")}.
        </Notice>
      )}
      {isDamaged && (
        <Notice className="mt-6 max-w-2xl">
          Part of your cart could not be read, so it was left out. Please check what is in it.
        </Notice>
      )}
      <div className="mt-8">
        {cart.isLoaded ? (
          <CartPagePanel loadDelivery={loadDelivery} />
        ) : items.length > 0 ? (
          <CartForm items={items} answer={actionData} isCardOnly={isCardOnly} />
        ) : (
          <>
            <div className="needs-script">
              <Spinner label="Looking at your cart" />
            </div>
            <noscript>
              <EmptyCart />
            </noscript>
          </>
        )}
      </div>
    </div>
  );
}
