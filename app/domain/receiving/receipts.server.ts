import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import { staffMay } from "#app/domain/access/capability.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { type Cursor, pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import {
  type RemovedLine,
  receiptCartons,
  receiptLines,
  receiptPapers,
  receipts,
  suppliers,
} from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { receiptSums } from "./receipt-costs.ts";
import type {
  Receipt,
  ReceiptFilter,
  ReceiptMoney,
  ReceiptPaper,
  ReceiptSummary,
} from "./receiving.ts";
import type { Receiver } from "./suppliers.server.ts";

/** Lot codes shown in a row of the list. */
const namedLots = 3;

interface ListOptions {
  search?: string | undefined;
  filter?: ReceiptFilter | undefined;
  supplierId?: string | undefined;
  before?: Cursor | undefined;
  after?: Cursor | undefined;
  limit?: number | undefined;
}

const ofReceipt = sql`from receipt_lines as line where line.receipt_id = receipts.id`;

/**
 * True if an unsettled receipt bills more than is due, or more than was accepted. Refused goods are
 * claimed only once it is entered that they were billed.
 */
const isClaimOpen = sql<boolean>`(receipts.credited_at is null and exists (select ${ofReceipt} and (
  line.claimed_cents > 0 or (line.claimed_cents is null
    and line.invoiced_lb > case when line.is_accepted then line.lb else 0 end))))`;

const isCostMissing = sql<boolean>`exists (select ${ofReceipt}
  and line.is_accepted and line.cost_cents is null)`;

const summaryColumns = {
  id: receipts.id,
  at: receipts.receivedAt,
  number: receipts.number,
  supplier: suppliers.name,
  invoiceNumber: receipts.invoiceNumber,
  freightCents: receipts.freightCents,
  creditedCents: receipts.creditedCents,
  claimSentAt: receipts.claimSentAt,
  isClaimOpen,
  isVoid: sql<boolean>`(${receipts.voidedAt} is not null)`,
  lb: sql<string>`(select coalesce(sum(line.lb), 0.00)::text ${ofReceipt} and line.is_accepted)`,
  refused: sql<number>`(select count(*)::int ${ofReceipt} and not line.is_accepted)`,
  costCents: sql<string>`(select coalesce(sum(line.cost_cents), 0)::text ${ofReceipt})`,
  lotsCents: sql<string>`(select coalesce(sum(coalesce(line.cost_cents, 0) + line.share_cents), 0)::text
    ${ofReceipt})`,
  claimedCents: sql<string>`(select coalesce(sum(line.claimed_cents), 0)::text ${ofReceipt})`,
  unknownLb: sql<string>`(select coalesce(sum(line.lb * 100), 0)::bigint::text ${ofReceipt}
    and line.is_accepted and line.cost_cents is null)`,
  lots: sql<string[]>`array(select lots.code from receipt_lines as line
    join lots on lots.id = line.lot_id where line.receipt_id = receipts.id
    group by lots.code order by min(line.position))`,
};

/**
 * Returns receipts, last received first, paginated in both directions: optionally those whose
 * supplier, invoice, lot or number contains a text, with an open claim, or with unknown costs. For
 * staff who pack or keep the books; only the latter see money.
 */
export async function listReceipts(
  db: Database,
  staff: Receiver,
  { search = "", filter = "all", supplierId, before, after, limit }: ListOptions = {},
): Promise<TwoWayPage<ReceiptSummary>> {
  const found = and(
    mentioning(search),
    filter === "claims" ? isClaimOpen : undefined,
    filter === "costs" && staffMay(staff, "money") ? isCostMissing : undefined,
    supplierId === undefined
      ? undefined
      : isUuid(supplierId)
        ? eq(receipts.supplierId, supplierId)
        : sql`false`,
  );
  const place = { older: beyond(before, "<"), newer: beyond(after, ">") };
  const page = await pageAt(pageSize(limit), place, (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    return db
      .select(summaryColumns)
      .from(receipts)
      .innerJoin(suppliers, eq(suppliers.id, receipts.supplierId))
      .where(and(found, from))
      .orderBy(towards(receipts.receivedAt), towards(receipts.id))
      .limit(atMost);
  });
  const tellsMoney = staffMay(staff, "money");
  return {
    ...page,
    rows: page.rows.map(
      ({ lots: codes, freightCents, creditedCents, costCents, claimedCents, ...row }) => {
        const { unknownLb, lotsCents, claimSentAt, ...facts } = row;
        const money: ReceiptMoney = {
          freightCents,
          creditedCents,
          costCents: Number(costCents),
          lotsCents: Number(lotsCents),
          claimedCents: Number(claimedCents),
          unknownLb: Number(unknownLb),
        };
        return {
          ...facts,
          claimSentAt: tellsMoney && row.isClaimOpen ? claimSentAt : null,
          lots: codes.slice(0, namedLots),
          moreLots: Math.max(0, codes.length - namedLots),
          money: tellsMoney ? money : null,
        };
      },
    ),
  };
}

function mentioning(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  return or(
    ilike(suppliers.name, pattern),
    ilike(receipts.invoiceNumber, pattern),
    sql`exists (select from receipt_lines as line left join lots on lots.id = line.lot_id
      where line.receipt_id = receipts.id
      and (line.lot_code ilike ${pattern} or lots.code ilike ${pattern}))`,
    /^\d{1,9}$/.test(text) ? eq(receipts.number, Number(text)) : undefined,
  );
}

function beyond(cursor: Cursor | undefined, side: "<" | ">"): SQL | undefined {
  if (!cursor || !isUuid(cursor.id)) return undefined;
  return sql`(${receipts.receivedAt}, ${receipts.id}) ${sql.raw(side)} (${sql.param(cursor.at, receipts.receivedAt)}, ${cursor.id})`;
}

/** Returns a receipt; null if unknown. For staff who pack, without costs, or keep the books. */
export async function getReceipt(
  db: Database,
  staff: Receiver,
  id: string,
): Promise<Receipt | null> {
  if (!isUuid(id)) return null;
  const [[stored], lines] = await Promise.all([
    db
      .select({
        receipt: receipts,
        supplier: suppliers.name,
        receivedBy: user.name,
        creditedBy: sql<
          string | null
        >`(select name from ${user} where users.id = receipts.credited_by)`,
        claimSentBy: sql<
          string | null
        >`(select name from ${user} where users.id = receipts.claim_sent_by)`,
        voidedBy: sql<
          string | null
        >`(select name from ${user} where users.id = receipts.voided_by)`,
      })
      .from(receipts)
      .innerJoin(suppliers, eq(suppliers.id, receipts.supplierId))
      .leftJoin(user, eq(user.id, receipts.createdBy))
      .where(eq(receipts.id, id)),
    db
      .select({
        line: receiptLines,
        code: lots.code,
        expiresOn: lots.expiresOn,
        slaughteredOn: lots.slaughteredOn,
        cartons: sql<number>`count(*) filter (where ${receiptCartons.rawScan} <> '')`.mapWith(
          Number,
        ),
        boxLbs: sql<string[]>`coalesce(array_agg(${receiptCartons.lb}::text
          order by ${receiptCartons.lb}) filter (where ${receiptCartons.id} is not null), '{}')`,
      })
      .from(receiptLines)
      .leftJoin(lots, eq(lots.id, receiptLines.lotId))
      .leftJoin(receiptCartons, eq(receiptCartons.lineId, receiptLines.id))
      .where(eq(receiptLines.receiptId, id))
      .groupBy(receiptLines.id, lots.id)
      .orderBy(asc(receiptLines.position)),
  ]);
  if (!stored) return null;
  const { receipt, supplier, receivedBy, voidedBy, creditedBy, claimSentBy } = stored;
  const {
    freightCents,
    creditedCents,
    requestId: _,
    createdBy: __,
    creditedBy: ___,
    claimSentBy: ____,
    claimSentAt,
    claimSentHow,
    removedLines,
    ...facts
  } = receipt;
  const tellsMoney = staffMay(staff, "money");
  return {
    ...facts,
    supplier,
    receivedBy,
    voidedBy,
    creditedAt: tellsMoney ? receipt.creditedAt : null,
    creditedNote: tellsMoney ? receipt.creditedNote : "",
    creditedBy: tellsMoney ? creditedBy : null,
    claimSent:
      tellsMoney && claimSentAt ? { at: claimSentAt, by: claimSentBy, how: claimSentHow } : null,
    removedLines: await withCodes(db, removedLines),
    lines: lines.map(({ line, code, expiresOn, slaughteredOn, cartons, boxLbs }) => {
      const { pricedBy, priceCents, invoicedCents, costCents, claimedCents, shareCents } = line;
      const money = {
        pricedBy,
        priceCents,
        invoicedCents,
        costCents,
        claimedCents,
        shareCents,
        creditedCents: line.creditedCents,
        creditedReason: line.creditedReason,
      };
      return {
        id: line.id,
        position: line.position,
        productId: line.productId,
        description: line.description,
        lotId: line.lotId,
        lotCode: code ?? line.lotCode,
        boxes: line.boxes,
        pieces: line.pieces,
        lb: line.lb,
        cartons,
        boxLbs: sumLb(boxLbs) === toHundredthsLb(line.lb) ? boxLbs : [],
        expiresOn,
        slaughteredOn,
        invoicedLb: line.invoicedLb,
        temperatureC: line.temperatureC,
        isAccepted: line.isAccepted,
        reason: line.reason,
        money: tellsMoney ? money : null,
      };
    }),
    money: tellsMoney
      ? {
          freightCents,
          creditedCents,
          ...receiptSums(lines.map(({ line }) => line)),
          lotsCents: sumCents(lines, ({ line }) => (line.costCents ?? 0) + line.shareCents),
        }
      : null,
  };
}

async function withCodes(db: Database, removed: RemovedLine[]): Promise<Receipt["removedLines"]> {
  const ids = removed.flatMap(({ lotId }) => lotId ?? []);
  if (removed.length === 0) return [];
  const found = await db
    .select({ id: lots.id, code: lots.code })
    .from(lots)
    .where(inArray(lots.id, ids));
  const codes = new Map(found.map(({ id, code }) => [id, code]));
  return removed.map(({ position, description, lotId, lotCode, boxes, lb }) => ({
    position,
    description,
    lotId,
    boxes,
    lb,
    lotCode: codes.get(lotId ?? "") ?? lotCode,
  }));
}

export interface ReceiptOfLot {
  id: string;
  number: number;
  at: Date;
  invoiceNumber: string;
  lb: string;
}

/**
 * Returns the receipts of a lot, oldest first, and its cost in cents: null if unknown, undefined
 * for staff who may not see costs. For staff who pack or keep the books.
 */
export async function receivedOfLot(
  db: Database,
  staff: Receiver,
  lotId: string,
): Promise<{ receipts: ReceiptOfLot[]; costCents: number | null | undefined }> {
  if (!isUuid(lotId)) return { receipts: [], costCents: undefined };
  const [found, [lot]] = await Promise.all([
    db
      .select({
        id: receipts.id,
        number: receipts.number,
        at: receipts.receivedAt,
        invoiceNumber: receipts.invoiceNumber,
        lb: sql<string>`sum(${receiptLines.lb})::text`,
      })
      .from(receiptLines)
      .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
      .where(eq(receiptLines.lotId, lotId))
      .groupBy(receipts.id)
      .orderBy(asc(receipts.receivedAt), asc(receipts.number)),
    db.select({ costCents: lots.costCents }).from(lots).where(eq(lots.id, lotId)),
  ]);
  return {
    receipts: found,
    costCents: staffMay(staff, "money") ? (lot?.costCents ?? null) : undefined,
  };
}

/**
 * Returns the papers of a receipt, oldest first. For staff who pack or keep the books. Staff who
 * only pack get only their own, as invoices have prices.
 */
export async function papersOf(
  db: Database,
  staff: Receiver,
  receiptId: string,
): Promise<ReceiptPaper[]> {
  if (!isUuid(receiptId)) return [];
  return db
    .select({
      id: receiptPapers.id,
      isPdf: sql<boolean>`${receiptPapers.contentType} = 'application/pdf'`,
      addedAt: receiptPapers.addedAt,
      addedBy: user.name,
    })
    .from(receiptPapers)
    .leftJoin(user, eq(user.id, receiptPapers.addedBy))
    .where(
      and(
        eq(receiptPapers.receiptId, receiptId),
        staffMay(staff, "money") ? undefined : eq(receiptPapers.addedBy, staff.userId),
      ),
    )
    .orderBy(asc(receiptPapers.addedAt), asc(receiptPapers.id));
}
