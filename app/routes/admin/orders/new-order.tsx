import { data, Link } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import { staffDesk, takeOrderPath } from "#app/domain/ordering/placing/order-desk.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { clientName } from "../clients/client-detail.tsx";
import { ClientPages, clientPageWanted } from "../clients/client-pages.tsx";
import { NoRows } from "../no-rows.tsx";
import type { Route } from "./+types/new-order.ts";

export const meta = (args: MetaPlace) => signedInMeta(args, "Take an order");

const none = {
  title: "No clients found",
  all: "All clients",
  searched: "You can search by part of the company, contact, email, phone or ID.",
  empty: "Clients appear here as soon as they open a wholesale account.",
};

/** Few enough to choose from while somebody waits on the phone. */
const pageLength = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const search = url.searchParams.get("q") ?? "";
  const page = { ...clientPageWanted(url), search, limit: pageLength };
  const asked = listClients(db, staffWith(context, "sell"), page);
  const clients = await orNull(asked, log, "list clients to order for");
  return data({ clients, search }, statusOf(clients));
}

/** Staff choose the client to take an order for, for instance on the phone. */
export default function NewOrder({ loaderData: { clients, search } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/orders">Orders</BackLink>}
        title="Take an order"
        lede="Who is on the phone?"
      />
      <ListSearch
        label="Search by company, contact, email or phone"
        query={search}
        found={search && clients ? foundInWords(clients, "client") : undefined}
      />
      {!clients ? (
        <LoadFailure message="The clients could not be loaded. Please try again." />
      ) : clients.rows.length === 0 ? (
        <NoRows to={takeOrderPath} isSearched={search.trim() !== ""} words={none} />
      ) : (
        <>
          <ul aria-label="Clients" className="border-t border-ink">
            {clients.rows.map((client) => (
              <ClientChoice key={client.id} client={client} />
            ))}
          </ul>
          <ClientPages clients={clients} />
        </>
      )}
    </>
  );
}

function ClientChoice({ client }: { client: ClientSummary }) {
  const { id, contactName, phone, email, address } = client;
  return (
    <li className="relative grid gap-x-8 border-b border-rule py-3 hover:bg-paper-deep/60 sm:grid-cols-2 lg:grid-cols-3">
      <div className="min-w-0">
        <Link
          to={staffDesk(id, null).page}
          className="link inline-flex min-h-11 items-center font-display font-semibold wrap-anywhere after:absolute after:inset-0 sm:min-h-0"
        >
          {clientName(client)}
        </Link>
        <p className="text-sm text-ink-soft">
          {[contactName, client.inactiveAt && "inactive: no orders"].filter(Boolean).join(", ")}
        </p>
      </div>
      <p className="min-w-0 text-sm text-ink-soft">
        <span className="block tabular-nums">{phone}</span>
        <span className="block wrap-anywhere">{email}</span>
      </p>
      <p className="min-w-0 text-sm wrap-anywhere whitespace-pre-line text-ink-soft max-lg:hidden">
        {address}
      </p>
    </li>
  );
}
