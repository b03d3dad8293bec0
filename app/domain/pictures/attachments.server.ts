import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Client, holds, may, type Staff } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { attachments, maxAttachmentSide } from "#db/schema/money/credits.ts";

interface NewAttachment {
  /** Made by whoever sends it, so that one that is sent twice is stored once. */
  id: string;
  /** Whom it is about, who may see it besides staff. The caller has checked it. */
  customerId: string;
  /** Null for whoever has a link. */
  createdBy: string | null;
}

/** What of the shop's images this needs: its `pictures`, decoded in a process of their own. */
interface PhotoPreparer {
  pictures: {
    forPrivate(
      file: Uint8Array,
      maxSide: number,
    ): Promise<{ bytes: Buffer; contentType: string; width: number; height: number }>;
  };
}

/**
 * Stores a private image, encoded anew in at most 1600 pixels a side without its metadata, as a
 * photo tells where it was taken.
 *
 * @throws Refusal if the file isn't an image that is accepted;
 *   QueueFullError if too many images wait
 */
export async function storeAttachment(
  db: Database,
  { pictures }: PhotoPreparer,
  { id, customerId, createdBy }: NewAttachment,
  file: Uint8Array,
): Promise<void> {
  const known = await customerOf(db, id);
  if (known === customerId) return;
  if (known !== undefined) throw new Refusal("invalid", "This image was sent before.");
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
 * A private image; null if there is none. For staff who keep the money, and of what drivers
 * reported for staff who deliver.
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
    .where(and(eq(attachments.id, id), holds(staff, "money") ? undefined : isReported));
  return found ?? null;
}

const isReported = sql`exists (select from stop_events
  where attachments.id in (stop_events.photo_id, stop_events.signature_id))`;

/**
 * A private image about the client's own customer: one that they sent, or any for a member who sees
 * the whole account. Null for any other id.
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
