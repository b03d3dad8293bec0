import { clsx } from "clsx/lite";
import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { PriceTag } from "#app/components/price-tag.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { unbilledCustomers } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import {
  type AccountInList,
  type AccountView,
  accountViewIn,
  accountViews,
} from "#app/domain/ledger/account.ts";
import { listAccounts, receivables } from "#app/domain/ledger/accounts.server.ts";
import { type Ageing, ages, ageText, overdueOf } from "#app/domain/ledger/ageing.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { NoRows } from "../no-rows.tsx";
import { ChartFigure } from "../today/chart-figure.tsx";
import { wholeDollars } from "../today/today-graduations.tsx";
import type { Route } from "./+types/receivables.ts";
import { bankPage } from "./bank/bank-addresses.ts";
import { UnbilledCustomers } from "./unbilled-notes.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Receivables");

const viewText: Record<AccountView, string> = {
  open: "All open",
  overdue: "Overdue",
  credit: "In credit",
  over: "Over the limit",
};

const firstText: Record<AccountView, string> = {
  open: "Who owes most comes first.",
  overdue: "Who has most overdue comes first.",
  credit: "Who has most in credit comes first.",
  over: "Who owes most comes first.",
};

const nothing: Record<AccountView, string> = {
  open: "Clients appear here as soon as an invoice is issued.",
  overdue: "Nothing is overdue.",
  credit: "No payment or credit is left over.",
  over: "No client is over its credit limit.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const view = accountViewIn(url.searchParams.get("view"));
  const search = url.searchParams.get("q") ?? "";
  const page = pageNumberIn(url);
  const [sums, accounts, unbilled] = await Promise.all([
    orNull(receivables(db, staff), log, "add up what is owed"),
    orNull(listAccounts(db, staff, { view, search, page }), log, "list accounts"),
    orNull(unbilledCustomers(db, staff), log, "list what is not invoiced"),
  ]);
  return data({ sums, accounts, unbilled, view, search, page }, statusOf(sums, accounts, unbilled));
}

/** Parses the page number of a URL, from 1. */
export function pageNumberIn({ searchParams }: URL): number {
  const typed = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : 1;
}

const panelId = "accounts";

/** Debts by client and age. */
export default function Receivables({ loaderData }: Route.ComponentProps) {
  const { sums, accounts, unbilled, view, search, page } = loaderData;
  const tabs = accountViews.map((id) => ({ id, label: viewText[id], to: addressOf(id, search) }));
  return (
    <>
      <PageHeader
        title="Receivables"
        actions={<SecondaryLink to={bankPage}>Bank import</SecondaryLink>}
      />
      {sums ? (
        <>
          <Sums>
            <Sum label="Open">{formatCents(sums.openCents)}</Sum>
            <Sum label="Overdue" isBad={sums.overdueCents > 0}>
              {formatCents(sums.overdueCents)}
            </Sum>
            <Sum label="Unapplied">{formatCents(sums.creditCents)}</Sum>
            <Sum label="Total receivable">{formatCents(sums.openCents - sums.creditCents)}</Sum>
          </Sums>
          {sums.openCents > 0 && (
            <section className="mt-10">
              <h2 className="mb-4 text-title">Aging</h2>
              <AgeingFigure ageing={sums.ageing} />
            </section>
          )}
        </>
      ) : (
        <LoadFailure message="What is owed could not be added up. Please try again." />
      )}
      {unbilled && unbilled.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-4 text-title">Delivered, not invoiced</h2>
          <p className="mb-4 text-ink-soft">
            {formatCents(sumCents(unbilled, ({ totalCents }) => totalCents))} is invoiced when the
            month has ended, or now on the client’s page.
          </p>
          <UnbilledCustomers customers={unbilled} />
        </section>
      )}
      {!unbilled && (
        <LoadFailure message="Uninvoiced deliveries could not be loaded. Please try again." />
      )}
      <LinkTabs
        label="Which accounts"
        tabs={tabs}
        value={view}
        panelId={panelId}
        className="mt-12"
      />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, view)}>
        <ListSearch
          label="Search by name, email, phone or order"
          query={search}
          found={search && accounts ? found(accounts.rows.length) : undefined}
        >
          {view !== "open" && <input type="hidden" name="view" value={view} />}
        </ListSearch>
        {!accounts ? (
          <LoadFailure message="The accounts could not be loaded. Please try again." />
        ) : accounts.rows.length === 0 ? (
          <NoRows
            to="/admin/receivables"
            isSearched={search.trim() !== ""}
            words={{
              title: "No accounts found",
              all: "All open accounts",
              searched: "You can search by part of the company, contact, email or phone.",
              empty: nothing[view],
            }}
          />
        ) : (
          <>
            <p className="mb-3 text-sm text-ink-soft">{firstText[view]}</p>
            <AccountsTable accounts={accounts.rows} view={view} />
            <Pagination
              label="Pages of accounts"
              prevHref={page > 1 ? addressOf(view, search, page - 1) : null}
              nextHref={accounts.hasMore ? addressOf(view, search, page + 1) : null}
            />
          </>
        )}
      </div>
    </>
  );
}

function found(count: number): string {
  if (count === 0) return "No accounts found";
  return count === 1 ? "1 account" : `${count} accounts`;
}

function addressOf(view: AccountView, search: string, page = 1): string {
  const query = new URLSearchParams();
  if (view !== "open") query.set("view", view);
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return `/admin/receivables${query.size > 0 ? `?${query}` : ""}`;
}

/** By age; on narrow screens only the open and overdue amounts. */
function AccountsTable({ accounts, view }: { accounts: AccountInList[]; view: AccountView }) {
  return (
    <Table
      label={`${viewText[view]}. ${firstText[view]}`}
      columns={[
        "Client",
        ...ages.map((age) => ({
          head: ageText[age],
          numeric: true,
          className: "hidden whitespace-nowrap xl:table-cell xl:pr-5!",
        })),
        { head: "Overdue", numeric: true, className: "hidden md:table-cell xl:hidden" },
        { head: "Credit", numeric: true, className: "hidden md:table-cell" },
        { head: "Balance", numeric: true },
      ]}
    >
      {accounts.map((account) => (
        <AccountRow key={account.customerId} account={account} />
      ))}
    </Table>
  );
}

function AccountRow({ account }: { account: AccountInList }) {
  const { customerId, companyName, ageing, openCents, creditCents, isOver } = account;
  const { overdueSince } = account;
  const overdue = overdueOf(ageing);
  return (
    <tr className="relative hover:bg-paper-deep/50">
      <Th scope="row" className="max-xl:w-full">
        <Link
          to={`/admin/receivables/${customerId}`}
          prefetch="intent"
          className="link break-words after:absolute after:inset-0"
        >
          {companyName || "Unknown Client"}
        </Link>
        {isOver && (
          <span className="ml-3 inline-block">
            <Badge tone="cancelled">Over the limit</Badge>
          </span>
        )}
        {overdue > 0 && (
          <span className="block text-sm font-normal text-cancelled md:hidden">
            {formatCents(overdue)} overdue
          </span>
        )}
        {creditCents > 0 && (
          <span className="block text-sm font-normal text-ink-soft md:hidden">
            {formatCents(creditCents)} credit
          </span>
        )}
      </Th>
      {ages.map((age) => (
        <Td key={age} numeric className="hidden xl:table-cell xl:pr-5!">
          <Amount cents={ageing[age]} isBad={age !== "current"} />
        </Td>
      ))}
      <Td numeric className="hidden md:table-cell xl:hidden">
        <Amount cents={overdue} isBad />
      </Td>
      <Td numeric className="hidden md:table-cell">
        <Amount cents={creditCents} />
      </Td>
      <Td numeric className="font-semibold">
        {formatCents(openCents - creditCents)}
        {overdueSince && (
          <span className="block text-sm font-normal text-cancelled md:whitespace-nowrap">
            due since {formatFullDay(overdueSince)}
          </span>
        )}
      </Td>
    </tr>
  );
}

function Amount({ cents, isBad = false }: { cents: number; isBad?: boolean }) {
  if (cents === 0) return <span className="text-ink-soft">–</span>;
  return <span className={clsx(isBad && "text-cancelled")}>{formatCents(cents)}</span>;
}

const loadChart = () => import("../today/bars-chart.tsx");

function AgeingFigure({ ageing }: { ageing: Ageing }) {
  const overdue = overdueOf(ageing);
  const total = overdue + ageing.current;
  const rows = ages.map((age) => ({
    name: ageText[age],
    cents: ageing[age],
    value: ageing[age] / 100,
    isWarning: age !== "current",
  }));
  return (
    <ChartFigure
      label="Open amounts by age"
      total={<PriceTag price={formatCents(total)} className="text-[1em]" />}
      of={
        overdue > 0
          ? `open, of which ${formatCents(overdue)} is overdue`
          : "open, all within its terms"
      }
      caption="By due date, Pacific time. Payments and credits that settle nothing yet are not subtracted."
      height="h-[14.5rem]"
      load={loadChart}
      draw={({ BarsChart }) => (
        <BarsChart
          label="Open amounts by age"
          rows={rows}
          room={92}
          inWords={(dollars) => formatCents(Math.round(dollars * 100))}
          onAxis={wholeDollars}
        />
      )}
      table={
        <Table
          label="Open amounts by age"
          columns={["Overdue for", { head: "Open", numeric: true }]}
        >
          {rows.map(({ name, cents }) => (
            <tr key={name}>
              <Th scope="row">{name}</Th>
              <Td numeric>{formatCents(cents)}</Td>
            </tr>
          ))}
        </Table>
      }
    />
  );
}
