import { data, Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { NumberedPages } from "#app/components/page/pagination.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { listSuppliers } from "#app/domain/receiving/suppliers.server.ts";
import { pageAsked } from "#app/lib/numbered-page.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { NoRows } from "../no-rows.tsx";
import { receiverWith } from "../receiving/receiver.server.ts";
import type { Route } from "./+types/suppliers.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Suppliers");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const search = url.searchParams.get("q") ?? "";
  const asked = listSuppliers(db, receiverWith(context), search, pageAsked(url.searchParams));
  const suppliers = await orNull(asked, log, "list suppliers");
  return data({ suppliers, search }, statusOf(suppliers));
}

const none = {
  title: "No suppliers found",
  all: "All suppliers",
  searched: "You can search by part of the name, the contact or the phone number.",
  empty: "Add those whom you buy of, or name one when you receive from it first.",
};

export default function Suppliers({ loaderData: { suppliers, search } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/receiving" where="to receiving" />}
        title="Suppliers"
        actions={<ButtonLink to="/admin/suppliers/new">Add a supplier</ButtonLink>}
      />
      <ListSearch
        label="Search by name"
        query={search}
        found={search && suppliers ? `${suppliers.place.total} found` : undefined}
      />
      {!suppliers ? (
        <LoadFailure message="The suppliers could not be loaded. Please try again." />
      ) : suppliers.rows.length === 0 ? (
        <NoRows to="/admin/suppliers" isSearched={search.trim() !== ""} words={none} />
      ) : (
        <>
          <Table
            label="Suppliers"
            columns={[
              "Supplier",
              { head: "Contact", className: "hidden sm:table-cell" },
              { head: "Receipts", numeric: true, className: "max-md:pr-0" },
              { head: "Last received", className: "hidden md:table-cell" },
            ]}
          >
            {suppliers.rows.map((supplier) => (
              <tr key={supplier.id} className="relative">
                <Th scope="row" className="max-w-72 break-words">
                  <Link
                    to={`/admin/suppliers/${supplier.id}`}
                    className="link after:absolute after:inset-0"
                  >
                    {supplier.name}
                  </Link>{" "}
                  {!supplier.isActive && <Badge>Inactive</Badge>}
                </Th>
                <Td className="hidden max-w-60 break-words sm:table-cell">
                  {supplier.contactName}
                  <span className="block text-sm text-ink-soft">{supplier.phone}</span>
                </Td>
                <Td numeric className="max-md:pr-0">
                  {supplier.receipts}
                </Td>
                <Td className="hidden whitespace-nowrap md:table-cell">
                  {supplier.lastReceivedAt && <Moment at={supplier.lastReceivedAt} />}
                </Td>
              </tr>
            ))}
          </Table>
          <NumberedPages label="Pages of suppliers" place={suppliers.place} />
        </>
      )}
    </>
  );
}
