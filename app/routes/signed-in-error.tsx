import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";

interface SignedInErrorProps {
  error: unknown;
  ways: Ways;
  /** Staff aren't told to call their own number. */
  audience: "client" | "staff";
}

/** An error in plain words, with links to go on. Never shows the error's own message. */
export function SignedInError({ error, ways, audience }: SignedInErrorProps) {
  const failure = failureOf(error);
  if (failure === "missing") return <NothingHere ways={ways} />;
  const { title, explanation } = texts[failure];
  return (
    <EmptyState
      titleAs="h1"
      title={title}
      action={failure === "unexpected" ? <ReloadLink /> : <TryAgain />}
    >
      <p>
        {explanation} {failure !== "offline" && <WhomToTell audience={audience} />}
      </p>
    </EmptyState>
  );
}

const texts = {
  offline: {
    title: "No connection to the shop",
    explanation: "This page could not be loaded. Check your internet connection, then try again.",
  },
  unavailable: {
    title: "This page is not available right now",
    explanation: "The shop cannot reach its database. Try again in a moment.",
  },
  unexpected: {
    title: "Something went wrong",
    explanation: "This page failed unexpectedly. Nothing you have saved is lost.",
  },
};

function failureOf(error: unknown): "missing" | keyof typeof texts {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return "missing";
    return error.status === 503 ? "unavailable" : "unexpected";
  }
  // Browsers report network errors as a plain TypeError with their own wording.
  const isLineCut = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  return isLineCut ? "offline" : "unexpected";
}

function WhomToTell({ audience }: Pick<SignedInErrorProps, "audience">) {
  const company = useCompany();
  if (audience === "staff") {
    return <>If it keeps happening, tell whoever looks after the shop’s server.</>;
  }
  return (
    <>
      If it keeps happening, please call us at{" "}
      <a href={company.phone.href} className="link">
        {company.phone.display}
      </a>
      .
    </>
  );
}

function TryAgain() {
  const { revalidate, state } = useRevalidator();
  return (
    <Button pending={state === "loading"} onClick={revalidate}>
      Try again
    </Button>
  );
}

interface NoRecordProps {
  /** False if the database did not answer. */
  isMissing: boolean;
  record: string;
  way: { label: string; to: string };
  /** What can't have been lost while the database is away, e.g. "What was recorded". */
  safe: string;
  missing?: string;
}

/** Shown to staff in place of a record that doesn't exist or couldn't be loaded. */
export function NoRecord({ isMissing, record, way, safe, missing }: NoRecordProps) {
  const others = <SecondaryLink to={way.to}>{way.label}</SecondaryLink>;
  if (isMissing) {
    const title = missing ?? `${record.charAt(0).toUpperCase()}${record.slice(1)} not found`;
    return <EmptyState titleAs="h1" title={title} action={others} />;
  }
  return (
    <EmptyState
      titleAs="h1"
      title={`This ${record} cannot be looked up right now`}
      action={
        <>
          <TryAgain />
          {others}
        </>
      }
    >
      <p>The database did not answer. {safe} is safe.</p>
    </EmptyState>
  );
}

/** Reloads the whole page, as the error may be in its scripts. */
function ReloadLink() {
  const { pathname, search } = useLocation();
  return (
    <a href={pathname + search} className={buttonClass()}>
      Try again
    </a>
  );
}

/** Links to continue with: a list, and the area's home page. */
type Ways = { label: string; to: string }[];

/** A 404 in this area; the first link is the primary one. */
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
        <ButtonLink key={to} to={to} variant={place === 0 ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      ))}
    >
      {children}
    </EmptyState>
  );
}
