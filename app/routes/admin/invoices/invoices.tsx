import { data } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import type { AdminInvoice } from "#app/domain/documents/invoice.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { SkippedNotice } from "#app/domain/documents/skipped-notice.tsx";
import { listSkippedNumbers } from "#app/domain/documents/skipped-numbers.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayRangeIn } from "#app/lib/day-range.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Cursor } from "#app/lib/page-of-rows.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { ExportLink } from "../export-link.tsx";
import { NoRows } from "../no-rows.tsx";
import type { Route } from "./+types/invoices.ts";
import { InvoicesTable } from "./invoices-table.tsx";

export const meta = (args: MetaPlace) => signedInMeta(args, "Invoices");

const none = {
  title: "No invoices found",
  all: "All invoices",
  searched:
    "You can search by part of the invoice number, by the amount, or by part of the client's company, name, email or phone.",
  empty: "Invoices will appear here when orders are processed.",
};

const asPlace = (cursor: Cursor | undefined) => cursor && { createdAt: cursor.at, id: cursor.id };
const asCursor = (invoice: AdminInvoice | undefined) =>
  invoice && { at: invoice.createdAt, id: invoice.id };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const search = url.searchParams.get("q") ?? "";
  const days = dayRangeIn(url.searchParams);
  const { before, after } = pageWanted(url);
  const wanted = { search, days, before: asPlace(before), after: asPlace(after) };
  const staff = staffWith(context, "money");
  const [invoices, skipped] = await Promise.all([
    orNull(listInvoicesForAdmin(db, staff, wanted), log, "list invoices"),
    orNull(listSkippedNumbers(db, staff), log, "list skipped numbers"),
  ]);
  return data(
    { invoices, skipped, search, days, today: pacificDay(new Date()) },
    statusOf(invoices),
  );
}

export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { invoices, skipped, search, days, today } = loaderData;
  const isSearched = search.trim() !== "" || days.from !== undefined || days.to !== undefined;
  return (
    <>
      <PageHeader title="Invoices" actions={<ExportLink list="invoices" />} />
      <SkippedNotice ranges={skipped} />
      <ListSearch
        label="Search by invoice, order, client or amount"
        query={search}
        days={days}
        found={isSearched && invoices ? foundInWords(invoices, "invoice") : undefined}
      />
      {!invoices ? (
        <LoadFailure message="The invoices could not be loaded. Please try again." />
      ) : invoices.rows.length === 0 ? (
        <NoRows to="/admin/invoices" isSearched={isSearched} words={none} />
      ) : (
        <>
          <InvoicesTable invoices={invoices.rows} today={today} />
          <ListPages
            label="Pages of invoices"
            hasNewer={invoices.hasNewer}
            hasOlder={invoices.hasMore}
            first={asCursor(invoices.rows[0])}
            last={asCursor(invoices.rows.at(-1))}
          />
        </>
      )}
    </>
  );
}
