import { sql } from "drizzle-orm";
import { customers, shipTos } from "#db/schema/customers.ts";

/** Columns of a client's terms, for export and import. A query must join the default `shipTos`. */
export const filedTermsColumns = {
  postalCode: sql<string>`coalesce(${shipTos.postalCode}, '')`,
  termsKind: customers.termsKind,
  termsDays: customers.termsDays,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
  poMode: customers.poMode,
  poBlanket: customers.poBlanket,
  invoicePer: customers.invoicePer,
  minOrder: customers.minOrder,
  accountingName: customers.accountingName,
  wantsStatements: customers.wantsStatements,
};
