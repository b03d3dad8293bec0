import { and, asc, eq, inArray } from "drizzle-orm";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import { deleteUnused } from "#app/domain/pictures/attachments.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import { shipTos } from "#db/schema/customers.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { sitePhotos } from "#db/schema/stop-events.ts";
import { mostSitePhotos } from "./site-photos.ts";

// Photos of a site that show drivers where to go (decision 63). Images are uploaded beforehand, one
// by one, like photos of claims.

type Keeper = Staff<"clients"> & Staff<"sell">;

interface SitePhoto {
  customerId: string;
  siteId: string;
  photoId: string;
}

/** Returns the ids of a site's photos, oldest first. The caller has checked access to the site. */
export async function photosOfSite(db: Database, siteId: string): Promise<string[]> {
  if (!isUuid(siteId)) return [];
  const found = await db
    .select({ id: sitePhotos.attachmentId })
    .from(sitePhotos)
    .where(eq(sitePhotos.siteId, siteId))
    .orderBy(asc(sitePhotos.addedAt), asc(sitePhotos.attachmentId));
  return found.map(({ id }) => id);
}

/** Returns a site's customer; null if unknown. For staff who see clients and take orders. */
export async function customerOfSite(
  db: Database,
  _staff: Keeper,
  siteId: string,
): Promise<string | null> {
  if (!isUuid(siteId)) return null;
  const [found] = await db
    .select({ customerId: shipTos.customerId })
    .from(shipTos)
    .where(eq(shipTos.id, siteId));
  return found?.customerId ?? null;
}

/**
 * Adds to a site a photo that this staff member uploaded. Idempotent. For staff who see clients and
 * take orders.
 *
 * @throws Refusal for an unknown site, a missing photo or another person's, and for too many
 */
export function addSitePhoto(db: Database, staff: Keeper, photo: SitePhoto): Promise<void> {
  return add(db, staff, photo);
}

/** Adds a photo to a client's own site. For the account's owner. @throws Refusal */
export async function addOwnSitePhoto(
  db: Database,
  client: Client,
  photo: Omit<SitePhoto, "customerId">,
): Promise<void> {
  refuseOthers(client);
  await add(db, client, { ...photo, customerId: client.customerId });
}

/** Removes a photo from a site. Idempotent. For the staff of `addSitePhoto`. @throws Refusal */
export function removeSitePhoto(db: Database, staff: Keeper, photo: SitePhoto): Promise<void> {
  return remove(db, staff, photo);
}

/** Removes a photo from a client's own site. For the account's owner. @throws Refusal */
export async function removeOwnSitePhoto(
  db: Database,
  client: Client,
  photo: Omit<SitePhoto, "customerId">,
): Promise<void> {
  refuseOthers(client);
  await remove(db, client, { ...photo, customerId: client.customerId });
}

/** Removes all photos of sites that are removed, or whose customer is erased. */
export async function dropSitePhotos(tx: Transaction, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return;
  const dropped = await tx
    .delete(sitePhotos)
    .where(inArray(sitePhotos.siteId, [...siteIds]))
    .returning({ id: sitePhotos.attachmentId });
  await deleteUnused(
    tx,
    dropped.map(({ id }) => id),
  );
}

/** @throws Refusal for members other than the account's owner */
function refuseOthers(client: Client): void {
  if (!may(client, "edit details") || client.sites !== null) throw onlyForOwner();
}

const choose = (message: string) => new Refusal("invalid", message, { field: "photoId" });

async function add(
  db: Database,
  by: Actor,
  { customerId, siteId, photoId }: SitePhoto,
): Promise<void> {
  await db.transaction(async (tx) => {
    const name = await lockSite(tx, customerId, siteId);
    const there = await tx
      .select({ id: sitePhotos.attachmentId })
      .from(sitePhotos)
      .where(eq(sitePhotos.siteId, siteId));
    if (there.some(({ id }) => id === photoId)) return;
    if (there.length >= mostSitePhotos) {
      throw choose(`There are ${mostSitePhotos} photos already. Remove one first.`);
    }
    const sent = and(
      eq(attachments.id, photoId),
      eq(attachments.customerId, customerId),
      by.userId === null ? undefined : eq(attachments.createdBy, by.userId),
    );
    if (!isUuid(photoId) || (await tx.$count(attachments, sent)) === 0) {
      throw choose("Please choose a photo, and wait until it is attached.");
    }
    await tx.insert(sitePhotos).values({ siteId, attachmentId: photoId });
    await audit(tx, by, customerId, "site photo added", name);
  });
}

async function remove(
  db: Database,
  by: Actor,
  { customerId, siteId, photoId }: SitePhoto,
): Promise<void> {
  await db.transaction(async (tx) => {
    const name = await lockSite(tx, customerId, siteId);
    if (!isUuid(photoId)) return;
    const removed = await tx
      .delete(sitePhotos)
      .where(and(eq(sitePhotos.siteId, siteId), eq(sitePhotos.attachmentId, photoId)))
      .returning({ id: sitePhotos.attachmentId });
    if (removed.length === 0) return;
    await deleteUnused(tx, [photoId]);
    await audit(tx, by, customerId, "site photo removed", name);
  });
}

/** Locks a site's customer; returns the site's name, or else its address. @throws Refusal */
async function lockSite(tx: Transaction, customerId: string, siteId: string): Promise<string> {
  const isThere = isUuid(customerId) && isUuid(siteId) && (await lockCustomer(tx, customerId));
  const own = and(eq(shipTos.id, siteId), eq(shipTos.customerId, customerId));
  const [site] = isThere ? await tx.select().from(shipTos).where(own) : [];
  if (!site) throw new Refusal("gone", "There is no such site.");
  return site.name || site.address;
}

const audit = (tx: Transaction, by: Actor, customerId: string, action: string, name: string) =>
  recordAudit(tx, by, {
    entity: "client",
    entityId: customerId,
    action,
    after: { name },
  });
