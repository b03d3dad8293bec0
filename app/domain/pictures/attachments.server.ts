import { and, eq, inArray, not, or, sql } from "drizzle-orm";
import { type Client, may, type Staff, staffMay } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { attachments, maxAttachmentSide } from "#db/schema/money/credits.ts";

interface NewAttachment {
  /** Made by the sender: a photo sent twice is stored once. */
  id: string;
  /** The customer it is about, who may see it besides staff. The caller has checked it. */
  customerId: string;
  /** Null if sent through a link. */
  createdBy: string | null;
}

interface PhotoPreparer {
  pictures: {
    forPrivate(
      file: Uint8Array,
      maxSide: number,
    ): Promise<{ bytes: Buffer; contentType: string; width: number; height: number }>;
  };
}

/**
 * Stores a private image, re-encoded to at most 1600 pixels a side and without its metadata, as
 * photos contain their location.
 *
 * @throws Refusal if the file isn't an accepted image; QueueFullError if too many images wait
 */
export async function storeAttachment(
  db: Database,
  { pictures }: PhotoPreparer,
  { id, customerId, createdBy }: NewAttachment,
  file: Uint8Array,
): Promise<void> {
  const known = await customerOf(db, id);
  if (known === customerId) return;
  if (known !== undefined) throw new Refusal("invalid", "This image was already uploaded.");
  const { bytes: content, ...facts } = await pictures.forPrivate(file, maxAttachmentSide);
  await db
    .insert(attachments)
    .values({ id, customerId, createdBy, content, ...facts })
    .onConflictDoNothing();
}

async function customerOf(db: Database, id: string): Promise<string | undefined> {
  const [known] = await db
    .select({ customerId: attachments.customerId })
    .from(attachments)
    .where(eq(attachments.id, id));
  return known?.customerId;
}

/**
 * Returns a private image; null if there is none. For staff who keep the books, and for drivers'
 * reports also for staff who deliver.
 */
export async function getAttachment(
  db: Database,
  staff: Staff<"money"> | Staff<"deliver">,
  id: string,
): Promise<{ contentType: string; content: Buffer } | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({ contentType: attachments.contentType, content: attachments.content })
    .from(attachments)
    .where(and(eq(attachments.id, id), staffMay(staff, "money") ? undefined : isReported));
  return found ?? null;
}

const isOfSite = sql`exists (select from site_photos where attachment_id = attachments.id)`;

const isReported = sql`exists (select from stop_events
  where attachments.id in (stop_events.photo_id, stop_events.signature_id))`;

/**
 * Returns a private image about the client's own customer: one that they sent, or any for a member
 * who sees the whole account. Null for any other id.
 */
export async function getOwnAttachment(
  db: Database,
  client: Client,
  id: string,
): Promise<{ contentType: string; content: Buffer } | null> {
  if (!isUuid(id)) return null;
  const seesAll = may(client, "see invoices") && client.sites === null;
  const [found] = await db
    .select({ contentType: attachments.contentType, content: attachments.content })
    .from(attachments)
    .where(
      and(
        eq(attachments.id, id),
        inArray(attachments.customerId, [...client.records]),
        or(eq(attachments.createdBy, client.userId), seesAll ? sql`true` : undefined),
      ),
    );
  return found ?? null;
}

/**
 * Returns a picture of a site, or of a site on a run; null for any other. The caller has checked
 * who may see the site, or that they have the run's link.
 */
export async function getSitePhoto(
  db: Database,
  of: { siteId: string; runId?: never } | { runId: string; siteId?: never },
  id: string,
): Promise<{ contentType: string; content: Buffer } | null> {
  if (!isUuid(id) || !isUuid(of.siteId ?? of.runId)) return null;
  const where = of.runId
    ? sql`site_photos.site_id in (select ship_to_id from run_stops where run_id = ${of.runId}::uuid)`
    : sql`site_photos.site_id = ${of.siteId}::uuid`;
  const isOnTheWay = sql`exists (select from site_photos
    where site_photos.attachment_id = attachments.id and ${where})`;
  const [found] = await db
    .select({ contentType: attachments.contentType, content: attachments.content })
    .from(attachments)
    .where(and(eq(attachments.id, id), isOnTheWay));
  return found ?? null;
}

/** Deletes the images that are no longer referenced. */
export async function deleteUnused(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(attachments)
    .where(
      and(
        inArray(attachments.id, [...ids]),
        not(isOfSite),
        not(isReported),
        sql`not exists (select from credit_request_lines where attachment_id = attachments.id)`,
      ),
    );
}
