import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { type RecallSummary, recallName, recallPath } from "#app/features/recall/recall.ts";
import { listRecalls } from "#app/features/recall/recalls.server.ts";
import { isOwner } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/recalls.ts";
import { tracerOf } from "./tracer.server.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Recall");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = tracerOf(context);
  const recalls = await orNull(listRecalls(db, staff), log, "list recalls");
  return data({ recalls, isOwner: isOwner(staff) }, statusOf(recalls));
}

export default function Recalls({ loaderData }: Route.ComponentProps) {
  const { recalls, isOwner: mayOpen } = loaderData;
  const start = mayOpen && (
    <ButtonLink to={`${recallPath}/new`}>Start a recall or a drill</ButtonLink>
  );
  return (
    <>
      <PageHeader
        size="compact"
        title="Recall"
        lede="From a lot to everyone who has some of it. A drill does the same on the clock, and emails no one."
        actions={start}
      />
      {!recalls ? (
        <LoadFailure message="The recalls could not be loaded. Please try again." />
      ) : recalls.length === 0 ? (
        <EmptyState title="Nothing was recalled" underHead>
          <p>Run a drill now and then: an inspector will ask how long it takes you.</p>
        </EmptyState>
      ) : (
        <RecallsTable recalls={recalls} />
      )}
    </>
  );
}

function RecallsTable({ recalls }: { recalls: RecallSummary[] }) {
  return (
    <Table label="Recalls and drills" className="mt-8">
      <thead>
        <tr>
          <Th>Recall</Th>
          <Th className="hidden md:table-cell">Lot</Th>
          <Th className="hidden lg:table-cell">Opened</Th>
          <Th numeric className="hidden whitespace-normal sm:table-cell">
            Clients at the start
          </Th>
          <Th numeric className="hidden whitespace-normal md:table-cell">
            Pounds at the start
          </Th>
          <Th className="max-md:pr-0">State</Th>
        </tr>
      </thead>
      <tbody>
        {recalls.map((recall) => (
          <tr key={recall.id} className="relative">
            <Th scope="row" className="max-w-72 break-words">
              <Link
                to={`${recallPath}/${recall.id}`}
                className="link after:absolute after:inset-0 md:after:hidden"
              >
                {recallName(recall)}
              </Link>
              <span className="block text-sm font-normal text-ink-soft">
                <span className="block md:hidden">Lot {recall.lotCode}</span>
                {recall.reason}
                <span className="block lg:hidden">
                  <Moment at={recall.openedAt} />
                </span>
              </span>
            </Th>
            <Td className="hidden max-w-72 break-words md:table-cell">
              {recall.lotCode}
              <span className="block text-sm text-ink-soft">{recall.supplier}</span>
            </Td>
            <Td className="hidden whitespace-nowrap lg:table-cell">
              <Moment at={recall.openedAt} time />
            </Td>
            <Td numeric className="hidden sm:table-cell">
              {recall.found.customers}
              {recall.found.isAtCounter && (
                <span className="block text-sm text-ink-soft">and the counter</span>
              )}
              {(recall.found.mayHave ?? 0) > 0 && (
                <span className="block text-sm text-ink-soft">
                  {recall.found.mayHave} more may have
                </span>
              )}
            </Td>
            <Td numeric className="hidden md:table-cell">
              {formatLb(Number(recall.found.lb))}
            </Td>
            <Td className="max-md:pr-0">
              <RecallBadge recall={recall} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function RecallBadge({
  recall,
}: {
  recall: Pick<RecallSummary, "isDrill" | "closedAt" | "isUnfounded">;
}) {
  if (recall.closedAt && recall.isUnfounded) return <Badge tone="fulfilled">All clear</Badge>;
  if (recall.closedAt) return <Badge>{recall.isDrill ? "Done" : "Closed"}</Badge>;
  return recall.isDrill ? (
    <Badge tone="pending">Running</Badge>
  ) : (
    <Badge tone="cancelled">Open</Badge>
  );
}
