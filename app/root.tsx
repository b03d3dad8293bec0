import besley from "@fontsource/besley/files/besley-latin-600-normal.woff2?url";
import franklin from "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url";
import { type ReactNode, use } from "react";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import "./components/overlay/history-steps.ts";
import { Spinner } from "#app/components/page/spinner.tsx";
import { PageProgress } from "./components/page/page-change.tsx";
import { ServedParts } from "./components/page/served.tsx";
import { Toaster } from "./components/toast/toaster.tsx";
import { requestContext } from "./context.server.ts";
import { isGuarded } from "./domain/accounts/session/auth-browser.ts";
import { AuthProvider } from "./domain/accounts/session/auth-context.tsx";
import { noticeSettings, noticesOn } from "./domain/settings/company-settings.ts";
import { CompanyContext, companyOf, nobody } from "./domain/settings/use-company.ts";
import { previewParameter } from "./features/words/preview.ts";
import { pacificDay } from "./lib/dates.ts";
import { ErrorPage } from "./routes/error-page.tsx";
import { previewNotice } from "./routes/storefront/frame/page-words.server.ts";
import { Stylesheet } from "./stylesheet.tsx";

// Zod would try to compile code (`new Function`). The content security policy forbids that, and
// every page of the back office would report a violation.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

function fontPreload(href: string) {
  return {
    rel: "preload",
    href,
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  } as const;
}

export const links: Route.LinksFunction = () => [
  fontPreload(besley),
  fontPreload(franklin),
  { rel: "icon", href: "/favicon.png" },
];

export const meta: Route.MetaFunction = (args) => {
  const { name, blurb } = companyOf(args);
  return [{ title: name }, { name: "description", content: blurb }];
};

/** Every page includes this data, so it is only what every page needs. */
export function loader({ context }: Route.LoaderArgs) {
  const { shop, settings } = context.get(requestContext);
  const notices = noticesOn(pacificDay(new Date()), settings.get(noticeSettings), shop.company);
  const { paperLogo: _, ...company } = shop.company;
  return { company, notices: [...previewNotice(context), ...notices] };
}

/**
 * Reloads the root's data only after saving settings, and when leaving a preview of texts, whose
 * note is among the notices. If every navigation reloaded it, a lost connection would show the
 * root's error page, without a frame (docs/decisions/0040).
 */
export function shouldRevalidate({ currentUrl, formAction }: ShouldRevalidateFunctionArgs) {
  return (
    currentUrl.searchParams.has(previewParameter) || !!formAction?.startsWith("/admin/settings")
  );
}

export function Layout({ children }: { children: ReactNode }) {
  // Only the server renders the script elements; the browser leaves them as they are.
  const { scripts: Scripts } = use(ServedParts);
  const facts = useRouteLoaderData<typeof loader>("root");
  // A client's home-screen icon opens the page for orders.
  const isOrders = useLocation().pathname.startsWith("/dashboard");
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f3ebe2" />
        <Stylesheet />
        <Meta />
        <Links />
        <link rel="manifest" href={isOrders ? "/orders.webmanifest" : "/site.webmanifest"} />
      </head>
      <body>
        <CompanyContext value={facts?.company ?? nobody}>{children}</CompanyContext>
        <ScrollRestoration />
        {Scripts && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <AuthProvider>
      <Outlet />
      <PageProgress />
      <GuardedPending />
      <Toaster />
    </AuthProvider>
  );
}

/** Shows errors that no layout caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="page-width">
      <ErrorPage error={error} />
    </main>
  );
}

/**
 * Shows a spinner while navigating from a public page to a guarded one, until the server has
 * checked access. A full page load doesn't need it.
 */
export function GuardedPending() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  if (!location || !isGuarded(location.pathname) || isGuarded(pathname)) return null;
  return (
    // Delayed, so that fast answers don't flash a spinner.
    <div className="fixed inset-0 z-50 grid animate-[fade-in_150ms_200ms_both] place-items-center bg-paper/85">
      <Spinner />
    </div>
  );
}
