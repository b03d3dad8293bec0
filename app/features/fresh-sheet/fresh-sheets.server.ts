import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { freshPicks, freshPresses, freshSheets } from "#db/schema/fresh-sheets.ts";
import { products } from "#db/schema/products.ts";
import { orderedWithinDays, type TypedSheet } from "./fresh-sheet-form.ts";
import { countReaders } from "./readers.server.ts";

const freshSheetSubject = { entity: "setting", entityId: "fresh-sheet" } as const;

const isDraft = isNull(freshSheets.sentAt);

/** Returns the draft of the next sheet, empty if there is none. For administrators. */
export async function getDraft(db: Database, _admin: Admin): Promise<TypedSheet> {
  const [draft] = await db
    .select({ id: freshSheets.id, note: freshSheets.note, version: freshSheets.version })
    .from(freshSheets)
    .where(isDraft);
  if (!draft) return { note: "", picks: [], version: 0 };
  const picks = await db
    .select({ productId: freshPicks.productId, line: freshPicks.line })
    .from(freshPicks)
    .where(eq(freshPicks.sheetId, draft.id))
    .orderBy(asc(freshPicks.position));
  return { note: draft.note, version: draft.version, picks };
}

/**
 * Saves the draft and returns its id. For administrators. @throws Refusal if a colleague has
 * changed or sent it since, or a cut is no longer sold
 */
export function saveDraft(
  db: Database,
  _admin: Admin,
  { note, picks, version }: TypedSheet,
): Promise<string> {
  return db.transaction((tx) => store(tx, { note, picks, version }));
}

async function store(tx: Transaction, { note, picks, version }: TypedSheet): Promise<string> {
  const [draft] = await tx
    .select({ id: freshSheets.id, version: freshSheets.version })
    .from(freshSheets)
    .where(isDraft)
    .for("update");
  if ((draft?.version ?? 0) !== version) throw changedMeanwhile();
  await refuseUnsold(
    tx,
    picks.map(({ productId }) => productId),
  );
  const [stored] = draft
    ? await tx
        .update(freshSheets)
        .set({ note, version: version + 1 })
        .where(eq(freshSheets.id, draft.id))
        .returning({ id: freshSheets.id })
    : await tx
        .insert(freshSheets)
        .values({ note })
        .onConflictDoNothing()
        .returning({ id: freshSheets.id });
  if (!stored) throw changedMeanwhile();
  await tx.delete(freshPicks).where(eq(freshPicks.sheetId, stored.id));
  if (picks.length > 0) {
    await tx
      .insert(freshPicks)
      .values(picks.map((pick, at) => ({ ...pick, sheetId: stored.id, position: at + 1 })));
  }
  return stored.id;
}

const changedMeanwhile = () =>
  new Refusal(
    "conflict",
    "A colleague has changed or sent this sheet meanwhile. Reload the page to see it.",
  );

async function refuseUnsold(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param(ids)}::uuid[])`, eq(products.isActive, true)));
  const sold = new Set(found.map(({ id }) => id));
  const errors = Object.fromEntries(
    ids.flatMap((id, at) => (sold.has(id) ? [] : [[`cut${at + 1}`, ["This cut is not sold now"]]])),
  );
  if (sold.size < ids.length) {
    throw new Refusal("invalid", "Some cuts are not sold now. Please choose others.", { errors });
  }
}

/**
 * Sends the stored draft, by a job, to every client who may get it and wants to, and returns their
 * number. `version` is that of the draft seen. For administrators. @throws Refusal if a colleague
 * has changed or sent it since, if it has no cut or one that isn't sold, or if nobody would get it
 */
export function sendDraft(db: Database, admin: Admin, version: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [draft] = await tx
      .select({ id: freshSheets.id, version: freshSheets.version })
      .from(freshSheets)
      .where(isDraft)
      .for("update");
    if (!draft || draft.version !== version) throw changedMeanwhile();
    const picks = await tx
      .select({ productId: freshPicks.productId })
      .from(freshPicks)
      .where(eq(freshPicks.sheetId, draft.id))
      .orderBy(asc(freshPicks.position));
    if (picks.length === 0) throw nothingOnIt();
    await refuseUnsold(
      tx,
      picks.map(({ productId }) => productId),
    );
    const readers = await countReaders(tx);
    if (readers === 0) {
      throw new Refusal("conflict", "There is no client whom this sheet may be sent to.");
    }
    await tx
      .update(freshSheets)
      .set({ sentAt: sql`now()`, sentBy: admin.userId })
      .where(eq(freshSheets.id, draft.id));
    await sendJobs(tx, "fresh-sheets", [{ key: draft.id, data: { sheetId: draft.id } }]);
    await recordAudit(tx, admin, {
      ...freshSheetSubject,
      action: "sheet sent",
      after: { cuts: picks.length, clients: readers },
    });
    return readers;
  });
}

/** Returns the refusal to send a sheet without a cut. */
export const nothingOnIt = () =>
  new Refusal("invalid", "There is no cut on the sheet yet. Please choose one.", { field: "cut1" });

export interface SentSheet {
  id: string;
  sentAt: Date;
  note: string;
  mailed: number;
  /** Number of mailed clients who added a cut to their order. */
  pressed: number;
  /** Orders placed within a week of the sheet, with a cut that their client had added from it. */
  orders: number;
  picks: { productId: string; name: string; line: string; pressed: number }[];
}

/** Returns the latest sent sheets with their results. For administrators. */
export async function listSent(db: Database, _admin: Admin, limit = 12): Promise<SentSheet[]> {
  const ordered = sql<number>`(select count(distinct orders.id)::int from fresh_presses
    join fresh_sends using (sheet_id, customer_id)
    join orders on orders.customer_id = fresh_presses.customer_id and orders.status <> 'cancelled'
      and orders.placed_at >= fresh_presses.pressed_at
      and orders.placed_at < fresh_sends.sent_at + make_interval(days => ${orderedWithinDays})
    join order_items on order_items.order_id = orders.id
      and order_items.product_id = fresh_presses.product_id
    where fresh_presses.sheet_id = fresh_sheets.id)`;
  const sheets = await db
    .select({
      id: freshSheets.id,
      sentAt: sql<Date>`${freshSheets.sentAt}`.mapWith(freshSheets.sentAt),
      note: freshSheets.note,
      mailed: sql<number>`(select count(*)::int from fresh_sends where sheet_id = fresh_sheets.id)`,
      pressed: sql<number>`(select count(distinct customer_id)::int from fresh_presses
        where sheet_id = fresh_sheets.id)`,
      orders: ordered,
    })
    .from(freshSheets)
    .where(isNotNull(freshSheets.sentAt))
    .orderBy(desc(freshSheets.sentAt))
    .limit(limit);
  const picks = await db
    .select({
      sheetId: freshPicks.sheetId,
      productId: freshPicks.productId,
      name: products.name,
      line: freshPicks.line,
      pressed: count(freshPresses.customerId),
    })
    .from(freshPicks)
    .innerJoin(products, eq(products.id, freshPicks.productId))
    .leftJoin(
      freshPresses,
      and(
        eq(freshPresses.sheetId, freshPicks.sheetId),
        eq(freshPresses.productId, freshPicks.productId),
      ),
    )
    .where(sql`${freshPicks.sheetId} = any(${sql.param(sheets.map(({ id }) => id))}::uuid[])`)
    .groupBy(freshPicks.sheetId, freshPicks.productId, products.name, freshPicks.line)
    .orderBy(asc(sql`min(${freshPicks.position})`));
  const bySheet = Map.groupBy(picks, ({ sheetId }) => sheetId);
  return sheets.map((sheet) => ({
    ...sheet,
    picks: (bySheet.get(sheet.id) ?? []).map(({ sheetId: _, ...pick }) => pick),
  }));
}

/**
 * Records that a client adds a cut from a sheet to their order; false if the sheet doesn't have the
 * cut or wasn't sent to them.
 */
export async function noteOwnPress(
  db: Database,
  { customerId }: Pick<Client, "customerId">,
  { sheetId, productId }: { sheetId: string; productId: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with offered as (
      select sends.sheet_id, sends.customer_id, picks.product_id
      from fresh_sends sends join fresh_picks picks using (sheet_id)
      where sends.sheet_id = ${sheetId}::uuid and sends.customer_id = ${customerId}::uuid
        and picks.product_id = ${productId}::uuid
    ), noted as (
      insert into fresh_presses (sheet_id, customer_id, product_id)
      select sheet_id, customer_id, product_id from offered on conflict do nothing
    )
    select 1 from offered`);
  return rows.length > 0;
}
