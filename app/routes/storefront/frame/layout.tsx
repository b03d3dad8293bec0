import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { Link, Outlet } from "react-router";
import { Icon } from "#app/components/icon.tsx";
import { Disclosure } from "#app/components/overlay/disclosure.tsx";
import { Hamburger } from "#app/components/overlay/hamburger.tsx";
import { usePageFocus, usePageIsBusy } from "#app/components/page/page-change.tsx";
import { PageLink } from "#app/components/page/page-link.tsx";
import { Served } from "#app/components/page/served.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { useAuth } from "#app/domain/accounts/session/auth-context.tsx";
import { useCompany, useNotices } from "#app/domain/settings/use-company.ts";
import { CartButton, CartDrawer } from "#app/features/cart/cart-button.tsx";
import { CartProvider } from "#app/features/cart/cart-context.tsx";
import { SearchButton } from "#app/features/search/search-button.tsx";
import { ErrorPage } from "#app/routes/error-page.tsx";
import { ShopToCome } from "../shop/shop-to-come.tsx";
import type { Route } from "./+types/layout.ts";
import { navigation } from "./navigation.ts";
import { previewGuard } from "./page-words.server.ts";

const loadFooter = () => import("./footer.tsx").then(({ Footer: Part }) => ({ Part }));
const loadDelivery = () => import("#app/domain/delivery/postal/cart-delivery.tsx");

export const middleware: Route.MiddlewareFunction[] = [previewGuard];

/** The frame of every public page, the same for every visitor, so that pages can be cached. */
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

function Masthead() {
  const company = useCompany();
  return (
    <header className="sticky top-0 z-40 border-b border-ink bg-paper print:static">
      <div className="page-width flex h-16 items-center gap-1 md:h-18 md:gap-2">
        <div className="contents print:hidden">
          <MobileNavigation />
        </div>
        <Link to="/" className="mr-auto">
          <Wordmark shortName={company.shortName} rest={company.nameSuffix} logo={company.logo} />
        </Link>
        <div className="contents print:hidden">
          <SearchButton />
          <AccountLink className="hidden min-h-11 items-center px-3 text-[0.9375rem] font-medium hover:text-oxblood md:inline-flex" />
          <CartButton />
        </div>
      </div>
      <DesktopNavigation />
    </header>
  );
}

function DesktopNavigation() {
  return (
    <nav aria-label="Main" className="hidden border-t border-rule md:block">
      {/* Left-aligned, so that no link moves while later ones are still being parsed. */}
      <ul className="page-width -mx-3 flex gap-1 md:mx-auto lg:gap-3">
        {navigation.map(({ label, to, menu }) => (
          <li key={to} className="first:-ml-3">
            {menu ? (
              <Disclosure
                label={
                  <>
                    {label} <Icon of={ChevronDown} className="size-4" />
                  </>
                }
                className="relative"
                summaryClassName="bar-link"
                panelClassName="absolute top-full left-0 z-10 -mt-px min-w-52 border border-ink bg-paper py-1"
              >
                <ul>
                  {menu.map((link) => (
                    <li key={link.to}>
                      <PageLink
                        to={link.to}
                        prefetch="intent"
                        className="block px-4 py-2.5 text-[0.9375rem] hover:bg-paper-deep aria-[current=page]:font-semibold"
                      >
                        {link.label}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            ) : (
              <PageLink to={to} end={to === "/"} prefetch="intent" className="bar-link">
                {label}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const item =
  "flex min-h-13 items-center border-b border-rule font-display text-xl aria-[current=page]:text-oxblood";

/** The same links in a hamburger menu, below 768 px. */
function MobileNavigation() {
  return (
    <Hamburger>
      <nav aria-label="Main" className="page-width pt-1 pb-6">
        <ul>
          {navigation.map(({ label, to }) => (
            <li key={to}>
              <PageLink to={to} end={to === "/"} className={item}>
                {label}
              </PageLink>
            </li>
          ))}
          <li>
            <AccountLink className={item} />
          </li>
        </ul>
      </nav>
    </Hamburger>
  );
}

/**
 * Login for a visitor, Dashboard for a client, Admin for staff. The server always renders Login;
 * the browser corrects it after hydration.
 */
function AccountLink({ className }: { className?: string }) {
  const { user, isStaff } = useAuth();
  const [label, to] = !user
    ? ["Login", "/login"]
    : isStaff
      ? ["Admin", "/admin"]
      : ["Dashboard", "/dashboard"];
  return (
    <Link to={to} className={className}>
      {label}
    </Link>
  );
}
