import { data } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { papersOfOwnStatement } from "#app/domain/documents/statements/statement.server.ts";
import { statementDays } from "#app/domain/documents/statements/statement-days.ts";
import { PaperLinks } from "#app/features/collecting/paper-links.tsx";
import { StatementForm } from "#app/features/collecting/statement-form.tsx";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/statement-papers.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Statement");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const today = pacificDay(new Date());
  const { days, wrong } = statementDays(url.searchParams, today);
  const client = context.get(clientContext);
  if (wrong) return data({ found: null, days, wrong, today }, { status: 422 });
  const found = await orNull(
    papersOfOwnStatement(db, client, days).then((papers) => ({ papers })),
    log,
    "count a statement's entries",
  );
  const status = !found ? 503 : found.papers ? 200 : 404;
  return data({ found, days, wrong, today }, { status });
}

export default function OwnStatementPapers({ loaderData }: Route.ComponentProps) {
  const { found, days, wrong, today } = loaderData;
  const pdf = "/dashboard/invoices/statement.pdf";
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/invoices">Invoices</BackLink>}
        title="Statement"
      />
      <div className="mt-8 space-y-8">
        {wrong && <StatementForm action={pdf} today={today} days={days} />}
        {!found && !wrong && (
          <LoadFailure message="The statement could not be loaded. Please try again." />
        )}
        {found && !found.papers && <p>You have no access to this account's statement.</p>}
        {found?.papers && (
          <>
            <div>
              <PaperLinks papers={found.papers} pdf={pdf} />
            </div>
            <StatementForm action={pdf} today={today} days={days} />
          </>
        )}
      </div>
    </>
  );
}
