import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { site } from "#app/content/site.ts";

/** A failure as a client should read it: what happened, and the way on. Never the error's own text. */
export function DeskError({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NothingHere />;
  return (
    <EmptyState
      titleAs="h1"
      title="Something went wrong"
      action={
        // A full page load, since the failure may be in the scripts of this very page.
        <a href={pathname + search} className={buttonClass()}>
          Try again
        </a>
      }
    >
      <p>
        The fault is ours, and it has been recorded. If it keeps happening, call us at{" "}
        <a href={site.phone.href} className="link">
          {site.phone.display}
        </a>
        .
      </p>
    </EmptyState>
  );
}

/** No such address in the client area. */
export function NothingHere({
  title = "Page not found",
  children = <p>There is nothing at this address. The link may be mistyped.</p>,
}: {
  title?: string;
  children?: ReactNode;
}) {
  return (
    <EmptyState
      titleAs="h1"
      title={title}
      action={
        <>
          <Link to="/dashboard/orders" className={buttonClass()}>
            Your orders
          </Link>
          <Link to="/dashboard" className={buttonClass({ variant: "secondary" })}>
            Dashboard
          </Link>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
