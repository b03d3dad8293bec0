import { data } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { letterhead } from "#app/content/company.ts";
import { requestContext } from "#app/context.server.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { SaleRows } from "#app/features/counter/sale-rows.tsx";
import { getSession } from "#app/features/counter/session.server.ts";
import { SessionFigures } from "#app/features/counter/session-figures.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/session.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Drawer report");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, shop } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const report = await getSession(db, staff, params.id);
  const { taxNumber } = shop.documents;
  const isOwner = staff.staffRole === "owner";
  return data({ report, taxNumber, isOwner }, { status: report ? 200 : 404 });
}

/** A drawer's report, on screen and on paper: a Z report once it is counted, an X report before. */
export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const { report, taxNumber, isOwner } = loaderData;
  if (!report) {
    return (
      <EmptyState
        titleAs="h1"
        title="Report not found"
        action={<ButtonLink to="/admin/counter">Counter</ButtonLink>}
      />
    );
  }
  const kind = report.closed ? `Z report ${report.closed.report}` : "X report";
  return (
    <>
      <Letterhead taxNumber={taxNumber} />
      <PageHeader
        size="compact"
        before={
          <span className="print:hidden">
            {isOwner && report.closed ? (
              <BackLink to="/admin/counter#counted">Counted drawers</BackLink>
            ) : (
              <BackLink to="/admin/counter">Counter</BackLink>
            )}
          </span>
        }
        title={`${kind}, till ${report.number}: ${report.name}`}
      />
      <Button variant="secondary" className="mt-4 print:hidden" onClick={() => window.print()}>
        Print
      </Button>
      <div className="mt-6">
        <SessionFigures report={report} />
      </div>
      <section aria-label="Sales of this drawer" className="mt-8 max-w-xl break-inside-avoid">
        <h2 className="break-after-avoid text-title">Sales</h2>
        {report.sales.length === 0 && <p className="mt-2">None.</p>}
        <SaleRows sales={report.sales} />
      </section>
      {report.since && report.since.sales.length > 0 && (
        <section
          aria-label="Sales that arrived since it was closed"
          className="mt-8 max-w-xl break-inside-avoid"
        >
          <h2 className="break-after-avoid text-title">Sales that arrived since it was closed</h2>
          <SaleRows sales={report.since.sales} />
        </section>
      )}
      {report.closed && <Signatures countedBy={report.closed.by} />}
    </>
  );
}

/** The sender of a printed report, as on the shop's documents. */
function Letterhead({ taxNumber }: { taxNumber: string }) {
  const { name, lines } = letterhead(useCompany());
  return (
    <div className="mb-6 hidden text-sm print:block">
      <p className="text-base font-semibold">{name}</p>
      {[...lines, taxNumber].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Signatures({ countedBy }: { countedBy: string }) {
  return (
    <div className="mt-16 hidden max-w-xl grid-cols-2 gap-10 break-inside-avoid text-sm print:grid">
      {[`Counted by ${countedBy}`, "Checked by"].map((who) => (
        <p key={who} className="border-t border-black pt-1 break-words">
          {who}
          <span className="mt-1 block">Date</span>
        </p>
      ))}
    </div>
  );
}
