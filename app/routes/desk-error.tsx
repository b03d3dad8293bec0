import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { site } from "#app/content/site.ts";

/** A failure as a reader understands it: what happened, and the way on. Never the error's own text. */
export function DeskError({ error, ways }: { error: unknown; ways: Ways }) {
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NothingHere ways={ways} />;
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

/** Where one can go on: a list, and the desk's first page. */
type Ways = { label: string; to: string }[];

/** No such address in this part of the site; the first way on stands out. */
export function NothingHere({
  ways,
  title = "Page not found",
  children = <p>There is nothing at this address. The link may be mistyped.</p>,
}: {
  ways: Ways;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <EmptyState
      titleAs="h1"
      title={title}
      action={ways.map(({ label, to }, place) => (
        <Link
          key={to}
          to={to}
          className={buttonClass({ variant: place === 0 ? "primary" : "secondary" })}
        >
          {label}
        </Link>
      ))}
    >
      {children}
    </EmptyState>
  );
}
