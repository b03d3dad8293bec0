import { Fragment } from "react";
import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { countedInWords, formerlyInWords, type LotSummary } from "#app/domain/lots/lots.ts";
import { stockInWords } from "#app/domain/stock/stock.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { NoRows } from "../no-rows.tsx";
import type { Route } from "./+types/lots.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Lots");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const search = url.searchParams.get("q") ?? "";
  const asked = listLots(db, staffWith(context, "pack"), {
    ...pageWanted(url),
    search,
    withVoid: true,
  });
  const lots = await orNull(asked, log, "list lots");
  return data({ lots, search, today: pacificDay(new Date()) }, statusOf(lots));
}

const none = {
  title: "No lots found",
  all: "All lots",
  searched:
    "You can search by part of the lot's code, also a former one, the supplier, or the supplier's own code.",
  empty: "A lot says where meat came from. Add one when you receive, cut or grind.",
};

const asCursor = (lot: LotSummary | undefined): Cursor | undefined =>
  lot && { at: lot.receivedAt, id: lot.id };

export default function Lots({ loaderData }: Route.ComponentProps) {
  const { lots, search, today } = loaderData;
  return (
    <>
      <PageHeader
        size="compact"
        title="Lots"
        actions={<ButtonLink to="/admin/lots/new">Add a lot</ButtonLink>}
      />
      <ListSearch
        label="Search by code or supplier"
        query={search}
        found={search && lots ? foundInWords(lots, "lot") : undefined}
      />
      {!lots ? (
        <LoadFailure message="The lots could not be loaded. Please try again." />
      ) : lots.rows.length === 0 ? (
        <NoRows to="/admin/lots" isSearched={search.trim() !== ""} words={none} />
      ) : (
        <>
          <LotsTable lots={lots.rows} today={today} />
          <ListPages
            label="Pages of lots"
            hasNewer={lots.hasNewer}
            hasOlder={lots.hasMore}
            first={asCursor(lots.rows[0])}
            last={asCursor(lots.rows.at(-1))}
          />
        </>
      )}
    </>
  );
}

/**
 * Each row adds up: received, less used, with differences of counts, is left. On narrow screens the
 * days are below the code and supplier; on phones all pounds except the rest.
 */
function LotsTable({ lots, today }: { lots: LotSummary[]; today: string }) {
  return (
    <Table
      label="Lots"
      columns={[
        "Lot",
        { head: "Received", className: "hidden lg:table-cell" },
        { head: "Best before", className: "hidden lg:table-cell" },
        { head: "Came in", numeric: true, className: `hidden sm:table-cell ${figure}` },
        { head: "Packed", numeric: true, className: `hidden sm:table-cell ${figure}` },
        { head: "Cut", numeric: true, className: `hidden lg:table-cell ${figure}` },
        { head: "Wasted", numeric: true, className: `hidden lg:table-cell ${figure}` },
        { head: "Counted", numeric: true, className: `hidden lg:table-cell ${figure}` },
        { head: "Left", numeric: true, className: "max-md:pr-0" },
      ]}
    >
      {lots.map((lot) => (
        <tr key={lot.id} className="relative">
          <Th scope="row" className="max-w-72 break-words">
            <Link
              to={`/admin/lots/${lot.id}`}
              className="link after:absolute after:inset-0 md:after:hidden"
            >
              {lot.code}
            </Link>
            {lot.formerCodes.length > 0 && (
              <span className="font-normal text-ink-soft">, {formerlyInWords(lot)}</span>
            )}
            {lot.isVoid && (
              <span className="ml-2">
                <Badge tone="cancelled">Void</Badge>
              </span>
            )}
            {lot.isHeld && (
              <span className="ml-2">
                <Badge tone="cancelled">On hold</Badge>
              </span>
            )}
            {lot.meat && <span className="block font-normal">{lot.meat}</span>}
            <span className="block text-sm font-normal text-ink-soft">
              <span className="block">{lot.supplier}</span>
              <span className="block lg:hidden">
                Received <Moment at={lot.receivedAt} />
              </span>
              <span className="lg:hidden">
                <BestBefore lot={lot} today={today} />
              </span>
            </span>
            <span className="block text-sm font-normal text-ink-soft tabular-nums lg:hidden">
              {partsOf(lot).map(({ part, isPhoneOnly }) => (
                <Fragment key={part}>
                  <span className={`inline-block ${isPhoneOnly ? "sm:hidden" : ""}`}>
                    {part}
                  </span>{" "}
                </Fragment>
              ))}
            </span>
          </Th>
          <Td className="hidden whitespace-nowrap lg:table-cell">
            <Moment at={lot.receivedAt} />
          </Td>
          <Td className="hidden whitespace-nowrap lg:table-cell">
            <BestBefore lot={lot} today={today} />
          </Td>
          <Td numeric className={`hidden sm:table-cell ${figure}`}>
            {lot.receivedLb && pounds(lot.receivedLb)}
          </Td>
          <Td numeric className={`hidden sm:table-cell ${figure}`}>
            {pounds(lot.packedLb)}
            <span className="block text-sm text-ink-soft">{cameBack(lot)}</span>
          </Td>
          <Td numeric className={`hidden lg:table-cell ${figure}`}>
            {pounds(lot.cutLb)}
          </Td>
          <Td numeric className={`hidden lg:table-cell ${figure}`}>
            {pounds(lot.wastedLb)}
          </Td>
          <Td numeric className={`hidden lg:table-cell ${figure}`}>
            {countedInWords(lot)}
          </Td>
          <Td numeric className="max-md:pr-0">
            {lot.leftLb === null ? "Not known" : stockInWords(toHundredthsLb(lot.leftLb), "lb")}
          </Td>
        </tr>
      ))}
    </Table>
  );
}

/** All columns fit side by side only with less room between them. */
const figure = "md:pr-3 lg:pr-4";

const pounds = (lb: string) => formatLb(Number(lb));

/** E.g. "5 lb came back"; empty for nothing. */
const cameBack = ({ backLb }: LotSummary) =>
  Number(backLb) === 0 ? "" : `${pounds(backLb)} came back`;

/** The pounds whose columns a narrow screen hides, e.g. "20 lb packed,". */
function partsOf(lot: LotSummary): { part: string; isPhoneOnly: boolean }[] {
  const unlessNone = (lb: string, what: string) =>
    Number(lb) === 0 ? "" : `${pounds(lb)} ${what}`;
  const ofPhone = [
    lot.receivedLb ? `${pounds(lot.receivedLb)} came in` : "",
    unlessNone(lot.packedLb, "packed"),
    cameBack(lot),
  ].filter(Boolean);
  const rest = [
    unlessNone(lot.cutLb, "cut"),
    unlessNone(lot.wastedLb, "wasted"),
    lot.countedAt ? `counted: ${countedInWords(lot).toLowerCase()}` : "",
  ].filter(Boolean);
  return [...ofPhone, ...rest].map((part, at, all) => ({
    part: at < all.length - 1 ? `${part},` : part,
    isPhoneOnly: at < ofPhone.length,
  }));
}

function BestBefore({ lot: { expiresOn }, today }: { lot: LotSummary; today: string }) {
  if (!expiresOn) return null;
  if (expiresOn < today)
    return <Badge tone="cancelled">Past best before {formatFullDay(expiresOn)}</Badge>;
  return (
    <>
      <span className="lg:sr-only">Best before </span>
      {formatFullDay(expiresOn)}
    </>
  );
}
