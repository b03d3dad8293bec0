import { isRouteErrorResponse, useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";

/** An error in plain words, with links to go on. Never shows the error's own message. */
export function ErrorPage({ error }: { error: unknown }) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return notFound ? <NotFoundMessage /> : <FailureMessage />;
}

export function NotFoundMessage() {
  return (
    <EmptyState
      titleAs="h1"
      title="Page not found"
      action={
        <>
          <ButtonLink to="/shop">Shop all cuts</ButtonLink>
          <SecondaryLink to="/">Home</SecondaryLink>
        </>
      }
    >
      <p>There is nothing at this address. It may have moved, or the link may be mistyped.</p>
    </EmptyState>
  );
}

function FailureMessage() {
  const { phone } = useCompany();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      titleAs="h1"
      title="Something went wrong"
      action={
        // A full page load, as the error may be in this page's scripts.
        <a href={pathname + search} className={buttonClass()}>
          Try again
        </a>
      }
    >
      <p>
        The page could not be loaded. Please check your connection: nothing in your cart is lost.{" "}
        {phone.display && (
          <>
            If it keeps happening, call{" "}
            <a href={phone.href} className="link">
              {phone.display}
            </a>
            .
          </>
        )}
      </p>
    </EmptyState>
  );
}
