import { sql } from "drizzle-orm";
import { customers, shipTos } from "#db/schema/customers.ts";

/** What the file of clients has of a client's terms, as it is stored: exported, and compared when imported. */
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
