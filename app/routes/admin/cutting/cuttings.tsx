import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { NumberedPages } from "#app/components/page/pagination.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { cuttingPath, lossInWords, yieldInWords } from "#app/domain/cutting/cutting.ts";
import { planPath } from "#app/domain/cutting/plan/plan.ts";
import { listCuttings, yieldsByKind } from "#app/domain/cutting/sheets.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { pageAsked } from "#app/lib/numbered-page.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/cuttings.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Cutting");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [cuttings, yields] = await Promise.all([
    orNull(listCuttings(db, staff, pageAsked(url.searchParams)), log, "list cuttings"),
    orNull(yieldsByKind(db, staff), log, "list yields"),
  ]);
  return data({ cuttings, yields }, statusOf(cuttings, yields));
}

export default function Cuttings({ loaderData }: Route.ComponentProps) {
  const { cuttings, yields } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        title="Cutting"
        lede="From one lot or several into new ones, with what was thrown away. Recalls trace them."
        actions={
          <span className="flex flex-wrap gap-3">
            <SecondaryLink to={planPath}>What to cut</SecondaryLink>
            <ButtonLink to={`${cuttingPath}/new`}>New cutting sheet</ButtonLink>
          </span>
        }
      />
      {!cuttings || !yields ? (
        <LoadFailure message="The cuttings could not be loaded. Please try again." />
      ) : cuttings.rows.length === 0 ? (
        <EmptyState title="Nothing was cut yet" underHead>
          <p>Fill in a sheet when you break down a carcass or grind trim.</p>
        </EmptyState>
      ) : (
        <>
          {yields.length > 0 && <YieldByKind yields={yields} />}
          <h2 className="mt-10 text-title">Cutting sheets</h2>
          <p className="mt-1 mb-4 max-w-3xl text-ink-soft">
            The cutting loss is what went in less what came of it, whether it was thrown away or
            not.
          </p>
          <Table
            label="Cutting sheets"
            columns={[
              "Sheet",
              { head: "Cut", className: "hidden sm:table-cell" },
              { head: "Went in", numeric: true, className: "hidden md:table-cell" },
              { head: "Wasted", numeric: true, className: "hidden lg:table-cell" },
              { head: "Cutting loss", numeric: true, className: "hidden md:table-cell" },
              { head: "Yield", numeric: true, className: "max-md:pr-0" },
            ]}
          >
            {cuttings.rows.map((one) => (
              <tr key={one.id} className="relative">
                <Th scope="row" className="break-words">
                  <Link
                    to={`${cuttingPath}/${one.id}`}
                    className="link after:absolute after:inset-0 md:after:hidden"
                  >
                    Cutting {one.number}
                  </Link>
                  <span className="block text-sm font-normal text-ink-soft">{one.kind}</span>
                  <span className="block text-sm font-normal text-ink-soft tabular-nums md:hidden">
                    Cutting loss {lossInWords(one)}
                  </span>
                  {one.takenBackAt && <Badge tone="cancelled">Taken back</Badge>}
                </Th>
                <Td className="hidden whitespace-nowrap sm:table-cell">
                  <Moment at={one.cutAt} time />
                </Td>
                <Td numeric className="hidden md:table-cell">
                  {formatLb(Number(one.inputLb))}
                </Td>
                <Td numeric className="hidden lg:table-cell">
                  {formatLb(Number(one.wasteLb))}
                </Td>
                <Td numeric className="hidden md:table-cell">
                  {lossInWords(one)}
                </Td>
                <Td numeric className="max-md:pr-0">
                  {yieldInWords(one.outputLb, one.inputLb)}
                </Td>
              </tr>
            ))}
          </Table>
          <NumberedPages label="Pages of cutting sheets" place={cuttings.place} />
        </>
      )}
    </>
  );
}

type Yields = NonNullable<Route.ComponentProps["loaderData"]["yields"]>;

function YieldByKind({ yields }: { yields: Yields }) {
  return (
    <>
      <h2 className="mt-8 mb-4 text-title">Yield by kind</h2>
      <Table
        label="Yield by kind"
        columns={[
          "Kind",
          { head: "Cuttings", numeric: true },
          { head: "Went in", numeric: true, className: "hidden sm:table-cell" },
          { head: "Yield", numeric: true, className: "max-md:pr-0" },
        ]}
      >
        {yields.map((one) => (
          <tr key={one.kind}>
            <Th scope="row" className="break-words">
              {one.kind}
            </Th>
            <Td numeric>{one.cuttings}</Td>
            <Td numeric className="hidden sm:table-cell">
              {formatLb(Number(one.inputLb))}
            </Td>
            <Td numeric className="max-md:pr-0">
              {yieldInWords(one.outputLb, one.inputLb)}
            </Td>
          </tr>
        ))}
      </Table>
    </>
  );
}
