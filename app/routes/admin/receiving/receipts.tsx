import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { listReceipts } from "#app/domain/receiving/receipts.server.ts";
import {
  type ReceiptFilter,
  type ReceiptMoney,
  type ReceiptSummary,
  receiptFilters,
} from "#app/domain/receiving/receiving.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { ExportLink } from "../export-link.tsx";
import { NoRows } from "../no-rows.tsx";
import type { Route } from "./+types/receipts.ts";
import { receiverWith } from "./receiver.server.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Receiving");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = receiverWith(context);
  const search = url.searchParams.get("q") ?? "";
  const show = url.searchParams.get("show");
  const hasMoney = staffMay(staff, "money");
  const filter =
    receiptFilters.find((one) => one === show && (one !== "costs" || hasMoney)) ?? "all";
  const asked = listReceipts(db, staff, { ...pageWanted(url), search, filter });
  const receipts = await orNull(asked, log, "list receipts");
  const facts = { search, filter, hasMoney, mayReceive: staffMay(staff, "pack") };
  return data({ receipts, ...facts }, statusOf(receipts));
}

const tabLabels: Record<ReceiptFilter, string> = {
  all: "All",
  claims: "Open claims",
  costs: "Costs to enter",
};

const none = {
  title: "No receipts found",
  all: "All receipts",
  searched: "You can search by the supplier, their invoice number, a lot or the receipt’s number.",
  empty: "What suppliers bring is received here: its lots and what they cost come from it.",
};

export default function Receipts({ loaderData }: Route.ComponentProps) {
  const { receipts, search, filter, hasMoney, mayReceive } = loaderData;
  const address = (show: ReceiptFilter) => {
    const query = new URLSearchParams({
      ...(show !== "all" && { show }),
      ...(search && { q: search }),
    });
    return `/admin/receiving${query.size > 0 ? `?${query}` : ""}`;
  };
  const filters = receiptFilters.filter((show) => show !== "costs" || hasMoney);
  return (
    <>
      <PageHeader
        size="compact"
        title="Receiving"
        actions={
          <>
            {mayReceive && <ButtonLink to="/admin/receiving/new">Receive</ButtonLink>}
            <ButtonLink to="/admin/suppliers" variant="secondary">
              Suppliers
            </ButtonLink>
            {hasMoney && <ExportLink list="receipts" />}
          </>
        }
      />
      <LinkTabs
        label="Receipts"
        tabs={filters.map((show) => ({ id: show, label: tabLabels[show], to: address(show) }))}
        value={filter}
        panelId="receipts"
        className="mt-6"
      />
      <div id="receipts" role="tabpanel" aria-labelledby={tabId("receipts", filter)}>
        <ListSearch
          label="Search by supplier, invoice or lot"
          query={search}
          found={search && receipts ? foundInWords(receipts, "receipt") : undefined}
        >
          {filter !== "all" && <input type="hidden" name="show" value={filter} />}
        </ListSearch>
        {!receipts ? (
          <LoadFailure message="The receipts could not be loaded. Please try again." />
        ) : receipts.rows.length === 0 ? (
          <NoRows
            to="/admin/receiving"
            isSearched={search.trim() !== "" || filter !== "all"}
            words={none}
          />
        ) : (
          <>
            <ReceiptsTable receipts={receipts.rows} hasMoney={hasMoney} />
            <ListPages
              label="Pages of receipts"
              hasNewer={receipts.hasNewer}
              hasOlder={receipts.hasMore}
              first={receipts.rows[0]}
              last={receipts.rows.at(-1)}
            />
          </>
        )}
      </div>
    </>
  );
}

/** On narrow screens the contents are below the number. */
function ReceiptsTable({ receipts, hasMoney }: { receipts: ReceiptSummary[]; hasMoney: boolean }) {
  return (
    <Table label="Receipts">
      <thead>
        <tr>
          <Th>Receipt</Th>
          <Th className="hidden md:table-cell">Supplier</Th>
          <Th className="hidden lg:table-cell">Received</Th>
          <Th className="hidden lg:table-cell">Lots</Th>
          <Th numeric className={hasMoney ? "hidden sm:table-cell" : "max-md:pr-0"}>
            Accepted
          </Th>
          {hasMoney && (
            <Th numeric className="max-md:pr-0">
              Cost
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.id} className="relative">
            <Th scope="row" className="max-w-60 break-words">
              <Link
                to={`/admin/receiving/${receipt.id}`}
                className="link after:absolute after:inset-0 md:after:hidden"
              >
                {receipt.number}
              </Link>
              <span className="block text-sm font-normal text-ink-soft">
                <span className="block md:hidden">{receipt.supplier}</span>
                {receipt.invoiceNumber && (
                  <span className="block">Invoice {receipt.invoiceNumber}</span>
                )}
                <span className="block lg:hidden">
                  <Moment at={receipt.at} />
                </span>
                {hasMoney && (
                  <span className="block sm:hidden">{formatLb(Number(receipt.lb))} accepted</span>
                )}
              </span>
              <Flags receipt={receipt} />
            </Th>
            <Td className="hidden max-w-72 break-words md:table-cell">{receipt.supplier}</Td>
            <Td className="hidden whitespace-nowrap lg:table-cell">
              <Moment at={receipt.at} />
            </Td>
            <Td className="hidden max-w-72 break-words lg:table-cell">
              {receipt.lots.join(", ")}
              {receipt.moreLots > 0 && ` and ${receipt.moreLots} more`}
            </Td>
            <Td numeric className={hasMoney ? "hidden sm:table-cell" : "max-md:pr-0"}>
              {formatLb(Number(receipt.lb))}
            </Td>
            {receipt.money && (
              <Td numeric className="max-md:pr-0">
                <Cost money={receipt.money} />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Flags({
  receipt: { isClaimOpen, claimSentAt, money, refused, isVoid },
}: {
  receipt: ReceiptSummary;
}) {
  if (!isClaimOpen && refused === 0 && !isVoid) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {isVoid && <Badge tone="cancelled">Void</Badge>}
      {isClaimOpen && (
        <Badge tone="pending">
          {money && money.claimedCents > 0
            ? `Claim of ${formatCents(money.claimedCents)} open`
            : "Claim open"}
        </Badge>
      )}
      {isClaimOpen && money && money.claimedCents > 0 && (
        <span className="text-sm font-normal text-ink-soft">
          {claimSentAt ? (
            <>
              Sent <Moment at={claimSentAt} />
            </>
          ) : (
            "Not sent yet"
          )}
        </span>
      )}
      {refused > 0 && (
        <Badge tone="cancelled">{refused === 1 ? "1 line refused" : `${refused} refused`}</Badge>
      )}
    </span>
  );
}

function Cost({ money }: { money: ReceiptMoney }) {
  if (money.unknownLb > 0) return <span className="text-ink-soft">Not known yet</span>;
  return formatCents(money.lotsCents);
}
