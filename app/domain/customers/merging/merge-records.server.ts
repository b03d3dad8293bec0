import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import {
  contacts,
  customerMerges,
  customers,
  invitations,
  type Moved,
  members,
  shipTos,
} from "#db/schema/customers.ts";
import { deleteSites, insertSites, updateSites } from "../save-customers.server.ts";
import { deleteMember, insertMember, takeInvitation } from "../team/team-rows.server.ts";

// Writes of customers for merging two records of one business and for undoing it. Callers decide
// whether it is allowed, move what other modules own, and audit it. See decision 68.

export type MergeRow = typeof customerMerges.$inferSelect;

/** A record's fields for merging; locked. */
export type MergedRecord = Pick<
  typeof customers.$inferSelect,
  "id" | "companyName" | "contactName" | "guestEmail" | "mergedInto" | "inactiveAt"
>;

/** Locks two records, the merged one first, as bookings for it do; null if either doesn't exist. */
export async function lockRecords(
  tx: Transaction,
  fromId: string,
  intoId: string,
): Promise<[from: MergedRecord, into: MergedRecord] | null> {
  if (!(await lockCustomer(tx, fromId)) || !(await lockCustomer(tx, intoId))) return null;
  const rows = await tx
    .select({
      id: customers.id,
      companyName: customers.companyName,
      contactName: customers.contactName,
      guestEmail: customers.guestEmail,
      mergedInto: customers.mergedInto,
      inactiveAt: customers.inactiveAt,
    })
    .from(customers)
    .where(sql`${customers.id} in (${fromId}::uuid, ${intoId}::uuid)`);
  const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id));
  return from && into ? [from, into] : null;
}

export const countMergedInto = (db: Database | Transaction, customerId: string): Promise<number> =>
  db.$count(customers, eq(customers.mergedInto, customerId));

type MovedPeople = Pick<Moved, "sites" | "members" | "contacts">;

/**
 * Merges one record into another: its members sign in for the other one, which gets its sites and
 * contacts. Documents, entries and closed orders keep their original record.
 */
export async function mergeRecords(
  tx: Transaction,
  from: MergedRecord,
  into: MergedRecord,
): Promise<MovedPeople> {
  const sites = await giveSites(tx, from, into);
  const moved = {
    sites,
    members: await giveMembers(tx, from.id, into.id, sites),
    contacts: await giveContacts(tx, from.id, into.id),
  };
  const open = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.customerId, from.id));
  for (const { id } of open) await takeInvitation(tx, id, from.id);
  await tx
    .update(customers)
    .set({ mergedInto: into.id, inactiveAt: from.inactiveAt ?? new Date() })
    .where(eq(customers.id, from.id));
  return moved;
}

/** Stores the merge, so that it can be undone. Returns its id. */
export async function storeMerge(
  tx: Transaction,
  merge: typeof customerMerges.$inferInsert,
): Promise<string> {
  const [stored] = await tx
    .insert(customerMerges)
    .values(merge)
    .returning({ id: customerMerges.id });
  if (!stored) throw new Error("The merge was not stored");
  return stored.id;
}

/** Returns a record's current merge, protected by its records' locks; null if it isn't merged. */
export async function openMerge(
  db: Database | Transaction,
  customerId: string,
): Promise<MergeRow | null> {
  const [found] = await db
    .select()
    .from(customerMerges)
    .where(and(eq(customerMerges.customerId, customerId), isNull(customerMerges.undoneAt)));
  return found ?? null;
}

/**
 * Separates a merged record again. People who have left the other record's team don't come back,
 * and a site that was used in the meantime stays there.
 */
export async function separateRecords(tx: Transaction, merge: MergeRow): Promise<void> {
  const { customerId, intoId, moved } = merge;
  for (const { wasThere, userId, ...rights } of moved.members) {
    const [there] = await tx
      .select({ role: members.role })
      .from(members)
      .where(and(eq(members.customerId, intoId), eq(members.userId, userId)));
    if (!there) continue;
    await insertMember(tx, { customerId, userId, ...rights });
    // Somebody who became the other record's owner in the meantime stays, as it has no other owner.
    if (!wasThere && there.role !== "owner") await deleteMember(tx, intoId, userId);
  }
  for (const email of moved.contacts) {
    await tx
      .delete(contacts)
      .where(and(eq(contacts.customerId, intoId), eq(contacts.email, email)));
  }
  const backTo = moved.sites.map(({ from }) => ({ id: from, fields: { mergedInto: null } }));
  await updateSites(tx, backTo);
  await deleteSites(
    tx,
    moved.sites.filter(({ isAdded }) => isAdded).map(({ to }) => to),
  );
  await forgetGivenName(tx, intoId);
  const inactiveAt = moved.inactiveAt === null ? null : new Date(moved.inactiveAt);
  await tx
    .update(customers)
    .set({ mergedInto: null, inactiveAt })
    .where(eq(customers.id, customerId));
  await tx
    .update(customerMerges)
    .set({ undoneAt: sql`now()` })
    .where(eq(customerMerges.id, merge.id));
}

type Site = typeof shipTos.$inferSelect;

/** Moves each site to the other record, unless that already has a site with the same address. */
async function giveSites(
  tx: Transaction,
  from: MergedRecord,
  into: MergedRecord,
): Promise<Moved["sites"]> {
  const [theirs, own] = [await sitesOf(tx, from.id), await sitesOf(tx, into.id)];
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const freeName = (wanted: string) => {
    let name = wanted;
    for (let nth = 2; names.has(name.toLowerCase()); nth += 1) name = `${wanted} ${nth}`;
    names.add(name.toLowerCase());
    return name;
  };
  const given: Moved["sites"] = [];
  for (const site of theirs) {
    const same = own.find((one) => isSamePlace(one, site)) ?? (hasNoAddress(site) && own[0]);
    if (same) given.push({ from: site.id, to: same.id, isAdded: false });
    else {
      const { id: _, createdAt: __, updatedAt: ___, ...fields } = site;
      const name = freeName(site.name || nameOf(site, from));
      const added = { ...fields, customerId: into.id, isDefault: false, name };
      const [to = ""] = await insertSites(tx, [added]);
      given.push({ from: site.id, to, isAdded: true });
    }
  }
  // Records with several sites need names to tell them apart.
  const nameless = own.filter(({ name }) => name === "");
  if (given.some(({ isAdded }) => isAdded)) {
    await updateSites(
      tx,
      nameless.map((site) => ({
        id: site.id,
        fields: { name: freeName(nameOf(site, into)) },
      })),
    );
  }
  await updateSites(
    tx,
    given.map(({ from: id, to }) => ({ id, fields: { mergedInto: to } })),
  );
  for (const { from: old, to } of given.filter(({ isAdded }) => isAdded)) {
    await tx.execute(sql`insert into site_photos (site_id, attachment_id, added_at)
      select ${to}::uuid, attachment_id, added_at from site_photos where site_id = ${old}::uuid`);
  }
  return given;
}

/** Removes a site's name given by merging, once it is the record's only site again. */
async function forgetGivenName(tx: Transaction, customerId: string): Promise<void> {
  const [only, ...others] = await sitesOf(tx, customerId);
  if (!only || others.length > 0) return;
  const wasGiven = only.name.replace(/ \d+$/, "") === only.address.split(/[\n,]/)[0]?.trim();
  if (wasGiven) await updateSites(tx, [{ id: only.id, fields: { name: "" } }]);
}

const sitesOf = (tx: Transaction, customerId: string): Promise<Site[]> =>
  tx
    .select()
    .from(shipTos)
    .where(eq(shipTos.customerId, customerId))
    .orderBy(sql`${shipTos.isDefault} desc`, asc(shipTos.createdAt), asc(shipTos.id));

const lettersOf = (address: string) => address.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const hasNoAddress = ({ address, postalCode }: Site) => address === "" && postalCode === "";

/** True if two sites have the same address, however it was typed. */
function isSamePlace(one: Site, other: Site): boolean {
  return (
    lettersOf(one.address) !== "" &&
    lettersOf(one.address) === lettersOf(other.address) &&
    (one.postalCode === other.postalCode || one.postalCode === "" || other.postalCode === "")
  );
}

const nameOf = ({ address }: Site, { companyName }: MergedRecord): string =>
  address.split(/[\n,]/)[0]?.trim() || companyName || "Other site";

/** Moves the members with their rights to the other record; the owner becomes an approver. */
async function giveMembers(
  tx: Transaction,
  fromId: string,
  intoId: string,
  sites: Moved["sites"],
): Promise<Moved["members"]> {
  const own = await tx.select().from(members).where(eq(members.customerId, fromId));
  const hasOwner = and(eq(members.customerId, intoId), eq(members.role, "owner"));
  const isOwned = (await tx.$count(members, hasOwner)) > 0;
  const moved: Moved["members"] = [];
  for (const { userId, role, siteIds, approveOverCents } of own) {
    await deleteMember(tx, fromId, userId);
    // They must still see the orders that went to the old sites.
    const both = siteIds && [
      ...siteIds,
      ...sites.flatMap(({ from, to }) => (siteIds.includes(from) ? [to] : [])),
    ];
    const isAdded = await insertMember(tx, {
      customerId: intoId,
      userId,
      siteIds: both,
      approveOverCents,
      role: role === "owner" && isOwned ? "approver" : role,
    });
    moved.push({ userId, role, siteIds, approveOverCents, wasThere: !isAdded });
  }
  return moved;
}

/** Copies the contacts; those that exist in both records stay as they are. */
async function giveContacts(tx: Transaction, fromId: string, intoId: string): Promise<string[]> {
  const own = await tx.select().from(contacts).where(eq(contacts.customerId, fromId));
  if (own.length === 0) return [];
  const added = await tx
    .insert(contacts)
    .values(own.map((contact) => ({ ...contact, customerId: intoId })))
    .onConflictDoNothing()
    .returning({ email: contacts.email });
  return added.map(({ email }) => email);
}

/** Returns the records merged into one, newest first, with their names. */
export function mergedInto(db: Database, intoId: string) {
  return db
    .select({
      customerId: customerMerges.customerId,
      companyName: customers.companyName,
      contactName: customers.contactName,
      mergedAt: customerMerges.mergedAt,
    })
    .from(customerMerges)
    .innerJoin(customers, eq(customers.id, customerMerges.customerId))
    .where(and(eq(customerMerges.intoId, intoId), isNull(customerMerges.undoneAt)))
    .orderBy(sql`${customerMerges.mergedAt} desc`);
}

/** Returns the record that a record was merged into; null if it is unknown or wasn't merged. */
export async function standsFor(db: Database, customerId: string): Promise<string | null> {
  const [found] = await db
    .select({ into: customers.mergedInto })
    .from(customers)
    .where(eq(customers.id, customerId));
  return found?.into ?? null;
}
