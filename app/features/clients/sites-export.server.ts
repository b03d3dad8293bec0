import { and, asc, eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf, phoneAsText } from "#app/lib/csv/csv.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, members, ownerOfCustomer, shipTos } from "#db/schema/customers.ts";
import { isClient } from "./clients-admin.server.ts";

type Row = Awaited<ReturnType<typeof readSites>>[number];

const columns: CsvColumns<Row> = {
  "Client ID": ({ customerId }) => customerId,
  Company: ({ companyName }) => companyName,
  Email: ({ email }) => email,
  Site: ({ name }) => name,
  Address: ({ address }) => address,
  "Postal code": ({ postalCode }) => postalCode && formatPostalCode(postalCode),
  Contact: ({ contactName }) => contactName,
  Phone: ({ phone }) => phoneAsText(phone),
  "Notes for the driver": ({ notes }) => notes,
  "Receives from": ({ receivesFrom }) => receivesFrom?.slice(0, 5) ?? "",
  "Receives until": ({ receivesTo }) => receivesTo?.slice(0, 5) ?? "",
  "Closed on": ({ closedOn }) => closedOn.map(weekdayName).join(", "),
  "Place on the route": ({ routeRank }) => routeRank,
  "Main site": ({ isDefault }) => (isDefault ? "yes" : "no"),
  "Site ID": ({ id }) => id,
};

/** Exports all clients' sites as a CSV file, grouped by client. For administrators. */
export function exportSites(db: Database, _admin: Admin) {
  return csvOf(
    columns,
    inBatches((last: Row | undefined, limit) => readSites(db, last, limit)),
  );
}

function readSites(
  db: Database,
  last: { customerId: string; id: string } | undefined,
  limit: number,
) {
  return db
    .select({
      id: shipTos.id,
      customerId: shipTos.customerId,
      companyName: customers.companyName,
      email: sql<string>`coalesce(${user.email}, '')`,
      name: shipTos.name,
      address: shipTos.address,
      postalCode: shipTos.postalCode,
      contactName: shipTos.contactName,
      phone: shipTos.phone,
      notes: shipTos.notes,
      receivesFrom: shipTos.receivesFrom,
      receivesTo: shipTos.receivesTo,
      closedOn: shipTos.closedOn,
      routeRank: shipTos.routeRank,
      isDefault: shipTos.isDefault,
    })
    .from(shipTos)
    .innerJoin(customers, eq(customers.id, shipTos.customerId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(
      and(
        isClient,
        last && sql`(${shipTos.customerId}, ${shipTos.id}) > (${last.customerId}, ${last.id})`,
      ),
    )
    .orderBy(asc(shipTos.customerId), asc(shipTos.id))
    .limit(limit);
}
