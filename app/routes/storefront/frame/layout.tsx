import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { Served } from "#app/components/page/served.tsx";
import { useCompany, useNotices } from "#app/domain/settings/use-company.ts";
import { CartDrawer } from "#app/features/cart/cart-button.tsx";
import { CartProvider } from "#app/features/cart/cart-context.tsx";
import { ErrorPage } from "#app/routes/error-page.tsx";
import { ShopToCome } from "../shop/shop-to-come.tsx";
import type { Route } from "./+types/layout.ts";
import { Masthead } from "./masthead.tsx";
import { previewGuard } from "./page-words.server.ts";

const loadFooter = () => import("./footer.tsx").then(({ Footer: Part }) => ({ Part }));
const loadDelivery = () => import("#app/domain/delivery/postal/cart-delivery.tsx");

export const middleware: Route.MiddlewareFunction[] = [previewGuard];

/**
 * The frame of every public page. The same for every visitor, so that whole pages can be cached.
 */
export default function StorefrontLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Errors keep the frame, so that the visitor can navigate on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <div className="page-width">
        <ErrorPage error={error} />
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const company = useCompany();
  const main = usePageFocus();
  const isBusy = usePageIsBusy();
  return (
    <CartProvider>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col print:block">
        <Masthead />
        {useNotices().map((notice) => (
          <p key={notice} className="surface-ink px-4 py-2 text-center text-sm font-semibold">
            {notice}
          </p>
        ))}
        <main ref={main} id="main" tabIndex={-1} aria-busy={isBusy} className="grow">
          {children}
        </main>
        <ShopToCome />
        <Served part="footer" load={loadFooter} content={{}} />
        <p className="page-width hidden pt-6 text-sm print:block">
          {company.name}, {company.phone.display}, {company.email}
        </p>
      </div>
      <CartDrawer loadDelivery={loadDelivery} />
    </CartProvider>
  );
}
