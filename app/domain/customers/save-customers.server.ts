import { and, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { documentSettings } from "#app/domain/settings/company-settings.ts";
import { storedSettings } from "#app/domain/settings/kept-settings.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { deleteMany, insertMany, updateMany } from "#db/many-rows.ts";
import { accountOf, customers, members, shipTos } from "#db/schema/customers.ts";

// The only writer of customers, their sites and their members, for forms and imports. Callers
// validate the fields, and audit the change.

type Site = typeof shipTos.$inferInsert;
type SiteFields = Partial<Omit<Site, "id" | "customerId">>;

type Customer = Partial<typeof customers.$inferInsert>;

export interface NewCustomer extends Customer {
  site?: SiteFields | undefined;
}

/** Changed fields of a customer; address and postal code are its main site's. */
export interface CustomerFields extends Customer {
  address?: string | undefined;
  postalCode?: string | undefined;
}

/**
 * Adds customers, each with its main site, and returns their ids in the same order. Customers
 * without terms get the owner's days for new clients.
 */
export async function insertCustomers(
  tx: Database,
  added: readonly NewCustomer[],
): Promise<string[]> {
  const isUsual = ({ termsKind, termsDays }: NewCustomer) =>
    (termsKind ?? "net") === "net" && termsDays === undefined;
  const usual = added.some(isUsual)
    ? { termsDays: (await storedSettings(tx, documentSettings)).paymentDays }
    : {};
  const ids = await insertMany(
    tx,
    customers,
    added.map(({ site: _, ...fields }) => ({ ...(isUsual(fields) && usual), ...fields })),
  );
  await insertSites(
    tx,
    added.map(({ site }, index) => ({ ...site, customerId: ids[index] ?? "", isDefault: true })),
  );
  return ids;
}

/** Makes accounts the owners of the customers with the same ids. */
export async function insertOwners(tx: Database, userIds: readonly string[]): Promise<void> {
  await insertMany(
    tx,
    members,
    userIds.map((id) => ({ customerId: id, userId: id, role: "owner" })),
  );
}

/** Updates customers' own fields, and those of their main sites. */
export async function updateCustomers(
  tx: Database,
  changed: readonly { id: string; fields: CustomerFields }[],
): Promise<void> {
  await updateMany(
    tx,
    customers,
    changed.map(({ id, fields: { address: _, postalCode: __, ...fields } }) => ({ id, fields })),
  );
  const moved = changed.filter(({ fields }) => "address" in fields || "postalCode" in fields);
  if (moved.length === 0) return;
  const ids = sql.param(moved.map(({ id }) => id));
  const sites = await tx
    .select({ id: shipTos.id, customerId: shipTos.customerId })
    .from(shipTos)
    .where(and(sql`${shipTos.customerId} = any(${ids}::uuid[])`, shipTos.isDefault));
  const siteOf = new Map(sites.map(({ id, customerId }) => [customerId, id]));
  await updateSites(
    tx,
    moved.flatMap(({ id, fields: { address, postalCode } }) => {
      const site = siteOf.get(id);
      return site ? [{ id: site, fields: { address, postalCode } }] : [];
    }),
  );
}

export const updateCustomer = (tx: Database, id: string, fields: CustomerFields): Promise<void> =>
  updateCustomers(tx, [{ id, fields }]);

/**
 * Deletes customers that nothing refers to, and returns their ids.
 *
 * @param goWith tables whose rows with the same ids are deleted too
 */
export function deleteCustomers(
  tx: Transaction,
  ids: readonly string[],
  goWith: readonly PgTable[],
): Promise<Set<string>> {
  return deleteMany(tx, customers, ids, goWith);
}

export function insertSites(tx: Database, sites: readonly Partial<Site>[]): Promise<string[]> {
  return insertMany(tx, shipTos, sites);
}

export function updateSites(
  tx: Database,
  sites: readonly { id: string; fields: SiteFields }[],
): Promise<void> {
  return updateMany(tx, shipTos, sites);
}

/** Deletes sites that no order refers to; returns their ids. */
export function deleteSites(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  return deleteMany(tx, shipTos, ids);
}

/** Corrects a site's postal code, unless somebody changed it since it was read. */
export async function correctPostalCode(
  tx: Database,
  { id, postalCode: known }: { id: string; postalCode: string },
  postalCode: string,
): Promise<void> {
  await tx
    .update(shipTos)
    .set({ postalCode })
    .where(and(eq(shipTos.id, id), eq(shipTos.postalCode, known)));
}

/**
 * Sets whether a customer gets order reminders or fresh sheets; returns true if it changed. The
 * time of consent is stored as proof (CASL, section 13). A merged record's emails count for the
 * record that replaced it.
 */
export async function setMailChoice(
  tx: Database,
  customerId: string,
  kind: "order-reminders" | "fresh-sheets",
  wants: boolean,
): Promise<boolean> {
  const { chosen, fields } = {
    "order-reminders": {
      chosen: customers.wantsOrderReminders,
      fields: { wantsOrderReminders: wants },
    },
    "fresh-sheets": {
      chosen: customers.wantsFreshSheets,
      fields: { wantsFreshSheets: wants, askedForFreshSheetsAt: wants ? sql`now()` : null },
    },
  }[kind];
  const changed = await tx
    .update(customers)
    .set(fields)
    .where(and(eq(customers.id, accountOf(customerId)), eq(chosen, !wants)))
    .returning({ id: customers.id });
  return changed.length > 0;
}
