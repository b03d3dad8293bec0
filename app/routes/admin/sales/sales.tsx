import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { staffMay } from "#app/domain/access/capability.ts";
import { cutNamed, sales, salesMargins, taxesByMonth } from "#app/features/sales/sales.server.ts";
import {
  byMargin,
  type MarginOrder,
  marginOrders,
  quarterOf,
  type SalesBy,
  salesBy,
  salesByText,
  salesPages,
  salesPath,
  salesRange,
  type WholeRange,
} from "#app/features/sales/sales.ts";
import { isOwner, staffRequest } from "#app/guards/guards.server.ts";
import { daysAfter, firstOfMonth, formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { dayRangeIn } from "#app/lib/day-range.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/sales.ts";
import { SalesFigure, SalesTable, TaxTable } from "./sales-tables.tsx";

const title = "What sold";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const today = pacificDay(new Date());
  const by = salesBy.find((one) => one === url.searchParams.get("by")) ?? "cut";
  const range = salesRange(dayRangeIn(url.searchParams), today);
  const asksCut = url.searchParams.get("cut");
  const cut = asksCut ? await orNull(cutNamed(db, staff, asksCut), log, "load a cut") : null;
  const only = cut?.id ?? null;
  // Margins are only sent to the owner.
  const [rows, taxes, margins] = await Promise.all([
    orNull(sales(db, staff, by, range, only), log, "add up what was sold"),
    orNull(taxesByMonth(db, staff, range), log, "add up taxes"),
    isOwner(staff)
      ? orNull(salesMargins(db, staff, by, range, { cut: only }), log, "add up what was earned")
      : undefined,
  ]);
  const asked = url.searchParams.get("sort");
  const order = (margins && marginOrderNames.find((one) => one === asked)) ?? null;
  const sorted = rows && margins && order ? byMargin(order, rows, margins) : rows;
  const mayOpen = salesBy.filter(
    (one) => one in salesPages && staffMay(staff, salesPages[one as keyof typeof salesPages]),
  );
  const mayEdit = staffMay(staff, "catalogue");
  const sums = { by, range, today, rows: sorted, taxes, order, mayOpen, cut, mayEdit };
  return data(
    { ...sums, ...(margins !== undefined && { margins }) },
    statusOf(rows, taxes, margins),
  );
}

const marginOrderNames = Object.keys(marginOrders) as MarginOrder[];

const addressOf = (by: SalesBy, { from, to }: WholeRange, cut?: { id: string } | null) =>
  `${salesPath}?${new URLSearchParams({ by, from, to, ...(cut && { cut: cut.id }) })}`;

function usualRanges(today: string): [string, WholeRange][] {
  const year = today.slice(0, 4);
  const quarter = quarterOf(today);
  const lastQuarter = quarterOf(daysAfter(quarter.from, -1));
  const month = firstOfMonth(today);
  const lastMonth = firstOfMonth(today, -1);
  return [
    ["Today", { from: today, to: today }],
    ["This year", { from: `${year}-01-01`, to: today }],
    ["This month", { from: month, to: today }],
    ["Last month", { from: lastMonth, to: daysAfter(month, -1) }],
    ["Last quarter", lastQuarter],
    ["Last year", { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` }],
  ];
}

export default function Sales({ loaderData }: Route.ComponentProps) {
  const { by, range, today, rows, taxes, order, mayOpen, cut, mayEdit } = loaderData;
  const margins = "margins" in loaderData ? loaderData.margins : undefined;
  const query = `?${new URLSearchParams({ by, ...range })}`;
  const tabs = salesBy.map((one) => ({
    id: one,
    label: salesByText[one].tab,
    // The cut tab drops the filter, as one cut has nothing to compare with.
    to: addressOf(one, range, one === "cut" ? null : cut),
  }));
  return (
    <>
      <PageHeader
        title={title}
        actions={
          !cut && (
            <DownloadLink
              href={`/admin/exports/sales.csv${query}`}
              className={buttonClass({ variant: "secondary" })}
            >
              Export to CSV
            </DownloadLink>
          )
        }
      />
      <p className="mt-4 max-w-2xl text-ink-soft">
        Invoices issued from {formatFullDay(range.from)} to {formatFullDay(range.to)}, less the
        credit notes of the same days, without taxes.
        {by !== "order" && " The same days a year earlier are shown beside it."}
      </p>
      {cut && (
        <p className="mt-3 flex flex-wrap gap-x-6 break-words">
          <strong>Only {cut.name}</strong>
          <Link to={addressOf("cut", range)} className="link">
            All cuts
          </Link>
          {mayEdit && (
            <Link to={`/admin/products?edit=${cut.id}`} className="link">
              Edit product
            </Link>
          )}
        </p>
      )}
      <nav aria-label="Days" className="mt-2 flex flex-wrap gap-x-6">
        {usualRanges(today).map(([label, one]) => (
          <Link
            key={label}
            to={addressOf(by, one, cut)}
            aria-current={one.from === range.from && one.to === range.to ? "page" : undefined}
            className="link inline-flex min-h-11 items-center text-[0.9375rem] aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <form method="get" className="mt-3 flex flex-wrap items-end gap-4 print:hidden">
        <input type="hidden" name="by" value={by} />
        {cut && <input type="hidden" name="cut" value={cut.id} />}
        <DayInput name="from" label="From" value={range.from} />
        <DayInput name="to" label="To" value={range.to} />
        <button type="submit" className={buttonClass({ variant: "secondary" })}>
          Show
        </button>
      </form>
      <LinkTabs label="What sold" tabs={tabs} value={by} panelId="sold" className="mt-6" />
      <div id="sold" role="tabpanel" aria-labelledby={tabId("sold", by)} className="mt-6">
        {rows ? (
          <>
            <SalesFigure by={by} rows={rows} isByMargin={order !== null} />
            {margins && rows.length > 1 && (
              <nav aria-label="Sort order" className="mb-2 flex flex-wrap gap-x-6">
                <SortLink to={addressOf(by, range, cut)} isCurrent={order === null}>
                  {by === "week" ? "By week" : "Most sold first"}
                </SortLink>
                {marginOrderNames.map((one) => (
                  <SortLink
                    key={one}
                    to={`${addressOf(by, range, cut)}&sort=${one}`}
                    isCurrent={order === one}
                  >
                    {marginOrders[one]}
                  </SortLink>
                ))}
              </nav>
            )}
            <SalesTable
              by={by}
              rows={rows}
              margins={margins ?? undefined}
              links={{ range, mayOpen }}
            />
            {margins && (
              <p className="mt-3 max-w-2xl text-sm text-ink-soft">
                Margin: amounts less what the meat in them cost, by the cost of its lots. A credit
                reduces the amount; it reduces the cost only for meat that went back to its lot.
                Fees are not counted. Only you see it.
              </p>
            )}
            {margins === null && (
              <LoadFailure message="The margins could not be loaded. Please try again." />
            )}
          </>
        ) : (
          <LoadFailure message="The figures could not be loaded. Please try again." />
        )}
      </div>
      <section aria-labelledby="taxes" className="mt-14">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="taxes" className="text-title">
            GST and PST collected
          </h2>
          <DownloadLink
            href={`/admin/exports/taxes.csv${query}`}
            className="link inline-flex min-h-11 items-center"
          >
            Taxes as CSV
          </DownloadLink>
        </div>
        <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
          By the date of each document; a credit counts in its own month.
        </p>
        {taxes ? (
          <TaxTable months={taxes} />
        ) : (
          <LoadFailure message="The taxes could not be loaded. Please try again." />
        )}
      </section>
    </>
  );
}

function SortLink({
  to,
  isCurrent,
  children,
}: {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? "true" : undefined}
      className="link inline-flex min-h-11 items-center text-[0.9375rem] aria-[current=true]:font-semibold aria-[current=true]:text-ink"
    >
      {children}
    </Link>
  );
}

function DayInput({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="grid gap-1 text-sm font-semibold">
      {label}
      <input
        // Reset the fields to the days of another range.
        key={value}
        type="date"
        name={name}
        required
        defaultValue={value}
        className="min-h-11 border border-rule-strong bg-paper-light px-3 py-2 text-base font-normal"
      />
    </label>
  );
}
