import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { getBalance } from "#app/domain/ledger/accounts.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { getClient, listClients } from "#app/features/clients/clients-admin.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
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
import { ClientPages, clientPageWanted } from "./client-pages.tsx";
import { ClientsTable } from "./clients-table.tsx";

export const meta = (args: MetaPlace) => signedInMeta(args, "Wholesale Clients");

const none = {
  title: "No clients found",
  all: "All clients",
  searched: "You can search by part of the company, contact, email, phone or ID.",
  empty: "Clients appear here as soon as they open a wholesale account.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "clients");
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
        size="compact"
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
          action={
            <ButtonLink to={`${importPage.to}/clients`} variant="secondary">
              Import clients
            </ButtonLink>
          }
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
