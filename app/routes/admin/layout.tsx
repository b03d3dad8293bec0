import { Link, Outlet } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { site } from "#app/content/site.ts";
import { adminContext } from "#app/features/auth/capability-contexts.server.ts";
import { requireAdmin } from "#app/features/auth/guards.server.ts";
import { SignOutButton } from "#app/features/auth/sign-out-button.tsx";
import { ErrorPage } from "../error-page.tsx";
import type { Route } from "./+types/layout.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = () => [
  { title: `Admin | ${site.name}` },
  { name: "robots", content: "noindex" },
];

/** Also what makes a client navigation run the guard. */
export function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(adminContext).email };
}

/** The frame of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="border-b border-ink">
        <div className="page-width flex min-h-16 items-center gap-x-6 md:min-h-18">
          <Link to="/" className="mr-auto">
            <Wordmark shortName={site.shortName} rest={site.nameSuffix} />
          </Link>
          <span className="hidden text-sm text-ink-soft sm:block">{loaderData.email}</span>
          <SignOutButton className={buttonClass({ variant: "secondary", size: "sm" })} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page-width pb-20">
        <Outlet />
      </main>
    </>
  );
}

/** A page that failed keeps a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="page-width">
      <ErrorPage error={error} />
    </main>
  );
}
