import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { importPage } from "../navigation.ts";

export function NoFile({ isMissing }: { isMissing: boolean }) {
  return (
    <>
      <PageHeader
        before={<BackLink to={importPage.to} where="to import and export" />}
        title={isMissing ? "File not found" : importPage.label}
      />
      <div className="mt-8">
        {isMissing ? (
          <EmptyState titleAs="h2" title="It may have expired" underHead>
            <p>
              Files that are not imported are removed after a month.{" "}
              <TextLink to={importPage.to}>All imports</TextLink>
            </p>
          </EmptyState>
        ) : (
          <LoadFailure message="The file could not be loaded. Please try again." />
        )}
      </div>
    </>
  );
}
