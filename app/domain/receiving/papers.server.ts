import { and, eq } from "drizzle-orm";
import { staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { receiptPapers, receipts } from "#db/schema/meat/receiving.ts";
import { paperProblem } from "./paper-files.server.ts";
import { mostPapers } from "./receiving.ts";
import { noSuchReceipt } from "./refusals.ts";
import type { Receiver } from "./suppliers.server.ts";

/** The longest side of a picture of a paper, in pixels: a letter's small print stays legible. */
const maxPaperSide = 2400;

/** What of the shop's images this needs: its `pictures`, decoded in a process of their own. */
interface PaperPreparer {
  pictures: {
    forPrivate(file: Uint8Array, maxSide: number): Promise<{ bytes: Buffer; contentType: string }>;
  };
}

interface Paper {
  receiptId: string;
  /** Made by whoever sends it, so that one that is sent twice is stored once. */
  id: string;
}

/**
 * Stores a paper of a receipt: a picture, encoded anew, or a PDF as it came. Logged. For staff who pack or
 * keep the money.
 *
 * @throws Refusal for a file that is neither, and where there are too many;
 *   QueueFullError if too many images wait
 */
export async function storePaper(
  db: Database,
  { pictures }: PaperPreparer,
  staff: Receiver,
  { receiptId, id }: Paper,
  file: Uint8Array,
): Promise<void> {
  if (!isUuid(receiptId)) throw noSuchReceipt();
  if (!isUuid(id)) throw new Refusal("invalid", "Please choose the file again.");
  const problem = paperProblem(file);
  if (problem !== null && problem !== "picture") throw new Refusal("invalid", problem);
  const stored =
    problem === null
      ? { content: Buffer.from(file), contentType: "application/pdf" as const }
      : await asPicture();
  await db.transaction(async (tx) => {
    const own = eq(receipts.id, receiptId);
    const [receipt] = await tx.select().from(receipts).where(own).for("no key update");
    if (!receipt) throw noSuchReceipt();
    const there = await tx
      .select({ id: receiptPapers.id })
      .from(receiptPapers)
      .where(eq(receiptPapers.receiptId, receiptId));
    if (there.some((paper) => paper.id === id)) return;
    if (there.length >= mostPapers) {
      throw new Refusal("invalid", `There are ${mostPapers} papers already. Remove one first.`);
    }
    const [added] = await tx
      .insert(receiptPapers)
      .values({ id, receiptId, addedBy: staff.userId, ...stored })
      .onConflictDoNothing()
      .returning({ id: receiptPapers.id });
    if (!added) throw new Refusal("invalid", "This file was sent before.");
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: receiptId, action: "paper added" },
    });
  });

  async function asPicture() {
    const { bytes, contentType } = await pictures.forPrivate(file, maxPaperSide);
    return { content: bytes, contentType: contentType as "image/webp" };
  }
}

/**
 * A paper of a receipt; null for any other. For staff who pack or keep the money; who packs alone sees what
 * they added, since an invoice names prices.
 */
export async function getPaper(
  db: Database,
  staff: Receiver,
  paper: Paper,
): Promise<{ contentType: string; content: Buffer } | null> {
  if (!isUuid(paper.receiptId) || !isUuid(paper.id)) return null;
  const [found] = await db
    .select({ contentType: receiptPapers.contentType, content: receiptPapers.content })
    .from(receiptPapers)
    .where(isOpenTo(staff, paper));
  return found ?? null;
}

/** Removes a paper. Idempotent; logged. For staff as `getPaper`. */
export async function removePaper(db: Database, staff: Receiver, paper: Paper): Promise<void> {
  if (!isUuid(paper.receiptId) || !isUuid(paper.id)) return;
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(receiptPapers)
      .where(isOpenTo(staff, paper))
      .returning({ id: receiptPapers.id });
    if (removed.length === 0) return;
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: paper.receiptId, action: "paper removed" },
    });
  });
}

function isOpenTo(staff: Receiver, { receiptId, id }: Paper) {
  return and(
    eq(receiptPapers.id, id),
    eq(receiptPapers.receiptId, receiptId),
    staffMay(staff, "money") ? undefined : eq(receiptPapers.addedBy, staff.userId),
  );
}
