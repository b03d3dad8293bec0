import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { TryAgain } from "#app/routes/signed-in-error.tsx";

/** Shown in place of a receipt or supplier that doesn't exist or couldn't be loaded. */
export function NotThere({
  what,
  to,
  isMissing,
}: {
  what: string;
  to: string;
  isMissing: boolean;
}) {
  const way = (
    <ButtonLink to={to} variant="secondary">
      See all {what}s
    </ButtonLink>
  );
  if (isMissing) return <EmptyState titleAs="h1" title={`There is no such ${what}`} action={way} />;
  return (
    <EmptyState
      titleAs="h1"
      title={`This ${what} cannot be looked up right now`}
      action={
        <>
          <TryAgain />
          {way}
        </>
      }
    >
      <p>The database did not answer. What was recorded is safe.</p>
    </EmptyState>
  );
}
