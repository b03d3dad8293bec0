import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { TryAgain } from "#app/routes/signed-in-error.tsx";

/** Shown in place of a lot that doesn't exist or couldn't be loaded. */
export function NoLot({ isMissing }: { isMissing: boolean }) {
  const way = (
    <ButtonLink to="/admin/lots" variant="secondary">
      See all lots
    </ButtonLink>
  );
  if (isMissing) return <EmptyState titleAs="h1" title="There is no such lot" action={way} />;
  return (
    <EmptyState
      titleAs="h1"
      title="This lot cannot be looked up right now"
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
