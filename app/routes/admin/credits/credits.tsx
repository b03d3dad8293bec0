import { data, Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  type AdminCreditRequest,
  claimInWords,
  grantedInWords,
  reasonText,
  sourceText,
  stillCreditedInWords,
} from "#app/domain/claims/credit.ts";
import { CreditBadge } from "#app/domain/claims/credit-badge.tsx";
import { listCredits } from "#app/domain/claims/credits.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { pageNumberIn } from "../receivables/receivables.tsx";
import type { Route } from "./+types/credits.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Credits");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const view = url.searchParams.get("view") === "decided" ? "decided" : "open";
  const page = pageNumberIn(url);
  const asked = listCredits(db, staffWith(context, "money"), { view, page });
  const credits = await orNull(asked, log, "list credits");
  return data({ credits, view, page } as const, statusOf(credits));
}

const tabs = [
  { id: "open", label: "To review", to: "/admin/credits" },
  { id: "decided", label: "Decided", to: "/admin/credits?view=decided" },
];

const none = {
  open: "No credits to decide",
  decided: "No credits have been decided yet",
};

export default function Credits({ loaderData: { credits, view, page } }: Route.ComponentProps) {
  const address = (to: number) => `/admin/credits?view=${view}&page=${to}`;
  return (
    <>
      <PageHeader title="Credits" />
      <LinkTabs label="Credits" tabs={tabs} value={view} panelId="credits" className="mt-6" />
      <div id="credits" role="tabpanel" aria-labelledby={tabId("credits", view)}>
        {!credits ? (
          <LoadFailure message="The credits could not be loaded. Please try again." />
        ) : credits.rows.length === 0 ? (
          <div className="pt-6">
            <EmptyState titleAs="h2" underHead title={none[view]}>
              <p>
                Clients ask on their order’s page, drivers report what is refused at the door, and
                you can record one on any invoiced order.
              </p>
            </EmptyState>
          </div>
        ) : (
          <>
            <CreditsTable credits={credits.rows} />
            <Pagination
              label="Pages of credits"
              prevLabel="Previous"
              nextLabel="Next"
              prevHref={page > 1 ? address(page - 1) : null}
              nextHref={credits.hasMore ? address(page + 1) : null}
            />
          </>
        )}
      </div>
    </>
  );
}

function CreditsTable({ credits }: { credits: AdminCreditRequest[] }) {
  return (
    <Table
      label="Credits"
      columns={[
        "Client",
        { head: "Claim", className: "hidden md:table-cell" },
        { head: "Asked", className: "hidden lg:table-cell" },
        { head: "State", className: "max-md:pr-0" },
        { head: "Credited", numeric: true, className: "hidden sm:table-cell" },
      ]}
    >
      {credits.map((credit) => (
        <tr key={credit.id} className="relative">
          <Th scope="row" className="max-w-72 break-words">
            <Link to={`/admin/credits/${credit.id}`} className="link after:absolute after:inset-0">
              {credit.companyName || "Unknown Client"}
            </Link>
            <span className="block text-sm font-normal text-ink-soft md:hidden">
              <Claims credit={credit} />
            </span>
            <span className="block text-sm font-normal text-ink-soft lg:hidden">
              <Moment at={credit.createdAt} />
            </span>
          </Th>
          <Td className="hidden max-w-80 break-words md:table-cell">
            <Claims credit={credit} />
            <span className="block text-sm text-ink-soft">{sourceText[credit.source]}</span>
          </Td>
          <Td className="hidden whitespace-nowrap lg:table-cell">
            <Moment at={credit.createdAt} time />
          </Td>
          <Td className="max-md:pr-0">
            <CreditBadge credit={credit} />
            {credit.creditNote && (
              <span className="block text-sm break-words text-ink-soft tabular-nums sm:hidden">
                {stillCreditedInWords(credit.creditNote)}
              </span>
            )}
          </Td>
          <Td numeric className="hidden max-w-56 break-words sm:table-cell">
            {credit.creditNote ? stillCreditedInWords(credit.creditNote) : "–"}
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function Claims({ credit: { lines } }: { credit: AdminCreditRequest }) {
  return lines.map((line) => (
    <span key={line.position} className="block">
      {line.productName}, {claimInWords(line)}, {reasonText[line.reason].toLowerCase()}
      {line.granted && `: ${grantedInWords(line)}`}
    </span>
  ));
}
