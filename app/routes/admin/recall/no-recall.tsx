import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { recallPath } from "#app/features/recall/recall.ts";
import { TryAgain } from "#app/routes/signed-in-error.tsx";

/** Shown in place of a recall that doesn't exist or couldn't be loaded. */
export function NoRecall({ isMissing }: { isMissing: boolean }) {
  const way = (
    <ButtonLink to={recallPath} variant="secondary">
      See all recalls
    </ButtonLink>
  );
  if (isMissing) return <EmptyState titleAs="h1" title="There is no such recall" action={way} />;
  return (
    <EmptyState
      titleAs="h1"
      title="This recall cannot be looked up right now"
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
