import { data, Link } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { staffMay } from "#app/domain/access/capability.ts";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import { getBalance } from "#app/domain/ledger/accounts.server.ts";
import { staffDesk } from "#app/domain/ordering/placing/order-desk.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { getClient, listClients } from "#app/features/clients/clients-admin.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { ExportLink } from "../export-link.tsx";
import { importPage } from "../navigation.ts";
import { NoRows } from "../no-rows.tsx";
import { useFrameFacts, useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/clients.ts";
import { ChosenClient } from "./chosen-client.tsx";
import { clientName } from "./client-detail.tsx";
import { useClientLink } from "./client-link.ts";
import { ClientPages, clientPageWanted } from "./client-pages.tsx";

export const meta = (args: MetaPlace) => signedInMeta(args, "Wholesale Clients");

const none = {
  title: "No clients found",
  all: "All clients",
  searched: "You can search by part of the company, contact, email, phone or ID.",
  empty: "Clients appear here as soon as they open a wholesale account.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "clients");
  const search = url.searchParams.get("q") ?? "";
  const id = url.searchParams.get("client");
  const [clients, chosen] = await Promise.all([
    orNull(listClients(db, staff, { ...clientPageWanted(url), search }), log, "list clients"),
    id === null ? undefined : choose(id),
  ]);
  const isUnknown = chosen?.found?.client === null;
  return data(
    { clients, search, chosen },
    isUnknown ? { status: 404 } : statusOf(clients, chosen?.found),
  );

  async function choose(id: string) {
    const asClient = getClient(db, staff, id).then((client) => ({ client }));
    const [found, history, balance] = await Promise.all([
      orNull(asClient, log, "look up client"),
      orNull(listHistory(db, staff, { entity: "client", entityId: id }), log, "list history"),
      staffMay(staff, "money")
        ? orNull(getBalance(db, staff, id), log, "look up what a client owes")
        : null,
    ]);
    return { id, found, history, balance };
  }
}

export default function Clients({ loaderData }: Route.ComponentProps) {
  const { clients, search, chosen } = loaderData;
  const isOwner = useFrameFacts()?.staffRole === "owner";
  const maySell = useMay()("sell");
  return (
    <>
      <PageHeader
        title="Wholesale Clients"
        actions={
          <>
            {maySell && <ButtonLink to="/admin/clients/new">New client</ButtonLink>}
            {isOwner && <ExportLink list="clients" />}
          </>
        }
      />
      <ListSearch
        label="Search by name, email, phone or ID"
        query={search}
        found={search && clients ? foundInWords(clients, "client") : undefined}
      />
      {!clients ? (
        <LoadFailure message="The clients could not be loaded. Please try again." />
      ) : clients.rows.length === 0 ? (
        <NoRows
          to="/admin/clients"
          isSearched={search.trim() !== ""}
          words={none}
          action={<SecondaryLink to={`${importPage.to}/clients`}>Import clients</SecondaryLink>}
        />
      ) : (
        <>
          <ClientsTable clients={clients.rows} />
          <ClientPages clients={clients} />
        </>
      )}
      <ChosenClient chosen={chosen} />
    </>
  );
}

/**
 * On narrow screens contact and phone are below the company; on phones the orders are below the
 * total, and the whole row opens the client.
 */
function ClientsTable({ clients }: { clients: ClientSummary[] }) {
  return (
    <Table
      label="Wholesale clients"
      columns={[
        "Company",
        { head: "Contact", className: "hidden lg:table-cell" },
        { head: "Phone", className: "hidden lg:table-cell" },
        { head: "Orders", numeric: true, className: "hidden md:table-cell" },
        { head: "Total Spent", numeric: true, className: "whitespace-nowrap max-md:pr-0" },
        { head: "Action", className: "hidden md:table-cell" },
      ]}
    >
      {clients.map((client) => (
        <ClientRow key={client.id} client={client} />
      ))}
    </Table>
  );
}

const notProvided = <span className="text-ink-soft">Not provided</span>;

function ClientRow({ client }: { client: ClientSummary }) {
  const { companyName, contactName, phone, email, orderCount, totalSpent } = client;
  const maySell = useMay()("sell");
  const link = useClientLink(client.id);
  const name = clientName(client);
  return (
    <tr className="relative">
      <Th scope="row" className="max-w-80 min-w-40 break-words">
        <Link {...link} className="link after:absolute after:inset-0 md:after:hidden">
          {name}
        </Link>
        <span className="block text-sm font-normal text-ink-soft">
          {client.inactiveAt && <span className="block">Inactive</span>}
          {/* Identifies clients without a company name. */}
          {!companyName && <span className="block break-all">{email}</span>}
          <span className="block lg:hidden">{contactName}</span>
          <span className="block tabular-nums lg:hidden">{phone}</span>
        </span>
      </Th>
      <Td className="hidden max-w-60 break-words lg:table-cell">{contactName || notProvided}</Td>
      <Td className="hidden whitespace-nowrap tabular-nums lg:table-cell">
        {phone || notProvided}
      </Td>
      <Td numeric className="hidden md:table-cell">
        {orderCount}
      </Td>
      <Td numeric className="max-md:pr-0">
        {formatDollars(totalSpent)}
        <span className="block text-sm text-ink-soft md:hidden">{ordersInWords(orderCount)}</span>
      </Td>
      <Td className="hidden md:table-cell">
        <Link {...link} className="link">
          View<span className="sr-only"> {name}</span>
        </Link>
        {maySell && !client.inactiveAt && (
          <Link to={staffDesk(client.id, null).page} className="link ml-5 whitespace-nowrap">
            Take an order<span className="sr-only"> from {name}</span>
          </Link>
        )}
      </Td>
    </tr>
  );
}

function ordersInWords(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
