import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import type { Balance } from "#app/domain/ledger/account.ts";
import { staffDesk } from "#app/domain/ordering/placing/order-desk.ts";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { useFrameFacts, useMay } from "../use-frame-facts.ts";

export function clientName({ listedName }: Pick<ClientSummary, "listedName">): string {
  return listedName || "Unknown Client";
}

interface ClientDetailProps {
  client: ClientSummary;
  /** Null if it couldn't be loaded. */
  history: HistoryEntry[] | null;
  balance: Balance | null;
  way?: ReactNode;
}

export function ClientDetail({ client, history, balance, way }: ClientDetailProps) {
  return (
    <>
      <ClientFacts client={client} balance={balance} way={way} />
      <HistoryList
        entries={history}
        begin={{ at: client.createdAt, text: "Account opened" }}
        titleAs="h3"
        className="mt-10"
      />
    </>
  );
}

export function ClientFacts({
  client,
  balance = null,
  way,
}: Pick<ClientDetailProps, "client" | "way"> & { balance?: Balance | null }) {
  const may = useMay();
  const isOwner = useFrameFacts()?.staffRole === "owner";
  const { id, companyName, contactName, phone, email, address, notes } = client;
  return (
    <>
      <dl className="grid gap-x-10 sm:grid-cols-2">
        <Fact label="Company name">{companyName}</Fact>
        <Fact label="Contact name">{contactName}</Fact>
        <Fact label="Phone">
          {phone && (
            <a
              href={telLink(phone) ?? undefined}
              className="link inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11"
            >
              {phone}
            </a>
          )}
        </Fact>
        <Fact label="Email">
          {email && (
            <a href={`mailto:${email}`} className="link break-all">
              {email}
            </a>
          )}{" "}
          {isOwner && (
            <Link
              to={`/admin/clients/${id}/email`}
              className="link mt-1 flex w-fit items-center text-sm pointer-coarse:min-h-11"
            >
              {email ? "Invite, confirm or change" : "Add an email address"}
            </Link>
          )}
        </Fact>
        <Fact label="Total orders">{client.orderCount}</Fact>
        <Fact label="Total spent">{formatDollars(client.totalSpent)}</Fact>
        {balance && <Fact label="Balance">{balanceInWords(balance)}</Fact>}
        {client.guestOrders > 0 && (
          <Fact label="Orders without signing in">
            <TextLink to={`/admin/orders?${new URLSearchParams({ q: email })}`}>
              {client.guestOrders}, with the confirmed address
            </TextLink>
          </Fact>
        )}
        <Fact label="Address">{address}</Fact>
        <Fact label="User ID">{id}</Fact>
        <Fact label="Notes" wide>
          {notes || "No notes"}
        </Fact>
      </dl>
      <p className="mt-6 flex flex-wrap gap-3">
        {may("sell") && !client.inactiveAt && (
          <ButtonLink to={staffDesk(id, null).page}>Take an order</ButtonLink>
        )}
        {way}
        {/* The list of orders is searched by company name. */}
        {companyName && client.orderCount > 0 && may("orders") && (
          <ButtonLink
            to={`/admin/orders?${new URLSearchParams({ q: companyName })}`}
            variant="secondary"
          >
            Orders from this client
          </ButtonLink>
        )}
      </p>
    </>
  );
}

/** E.g. "$1,204.50 owed, $300.00 overdue since Oct 3". */
function balanceInWords({ balanceCents, overdueCents, dueOn }: Balance): ReactNode {
  if (balanceCents < 0) return `${formatCents(-balanceCents)} credit on account`;
  if (balanceCents === 0) return "Nothing owed";
  return (
    <>
      <span className="font-semibold">{formatCents(balanceCents)}</span> owed
      {overdueCents > 0 && dueOn && (
        <span className="text-cancelled">
          , {overdueCents < balanceCents && `${formatCents(overdueCents)} `}overdue since{" "}
          {shortDateInWords(dueOn)}
        </span>
      )}
    </>
  );
}

interface FactProps {
  label: string;
  wide?: boolean;
  children: ReactNode;
}

function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={`border-b border-rule py-3 ${wide ? "sm:col-span-2" : ""}`}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line tabular-nums">
        {!children && children !== 0 ? (
          <span className="text-ink-soft">Not provided</span>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
