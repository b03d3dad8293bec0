import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { taxesApart } from "#app/domain/documents/document-taxes.ts";
import { driversCash } from "#app/domain/door/cash-up.server.ts";
import { type Correction, correctionsAmong } from "#app/domain/door/till/corrections.ts";
import { asCounted, foundSinceCount } from "#app/domain/door/till/since-count.ts";
import {
  differenceThenAndNow,
  drawerVersion,
  expectedInDrawer,
  reportNumber,
} from "#app/domain/door/till/till.ts";
import { receiptsOfSession, type TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { firstCount, movesOfSession } from "#app/domain/door/till/tills.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { documents, documentTaxes } from "#db/schema/money/documents.ts";
import { tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import {
  type ByWay,
  type SessionSums,
  sessionSums,
  sumsByWay,
  takenForOrders,
} from "./session-sums.ts";
import { reportPlace, type SaleRow, salesOfSession } from "./sold.server.ts";

/** Amounts in cents. */
interface TaxSums {
  label: string;
  soldCents: number;
  givenBackCents: number;
  /** sold − given back */
  netCents: number;
}

/** A drawer's report, from its opening until it is counted. */
export interface SessionReport {
  id: string;
  tillId: string;
  number: number;
  name: string;
  floatCents: number;
  openedAt: Date;
  openedBy: string;
  closed: {
    /** "Z2-0031": the till's counted drawers in their order, without gaps. */
    report: string;
    at: Date;
    by: string;
    expectedCents: number;
    countedCents: number;
    reason: string;
    /** The first count if it differs; its refusal revealed the expected sum. */
    first: Awaited<ReturnType<typeof firstCount>>;
  } | null;
  /** Like all figures below, as at the count; later changes are in `since`. */
  sales: SaleRow[];
  receipts: TillReceipt[];
  moves: Awaited<ReturnType<typeof movesOfSession>>;
  ways: ByWay;
  expectedCents: number;
  totals: SessionSums;
  /** Valid payments for orders that were not sold here, or on account. */
  forOrders: TillReceipt[];
  /** Taxes of sales and of refunds, without those of zero. */
  taxes: TaxSums[];
  /** Cash that drivers handed in meanwhile, which is no part of the drawer. */
  driversCash: { cents: number; runs: number };
  since: SinceCount | null;
}

interface SinceCount {
  sales: SaleRow[];
  late: TillReceipt[];
  takenBack: Correction<TillReceipt>[];
  /** The cash that should have been there, as known now. */
  expectedCents: number;
  /** What the card terminal took, less refunds, as known now. */
  terminalCents: number;
}

/** A drawer's report for the person about to count it, without the expected amount. */
export interface DrawerToCount
  extends Omit<SessionReport, "closed" | "ways" | "expectedCents" | "totals" | "taxes" | "since"> {
  closed: null;
  ways: Omit<ByWay, "cash">;
  /** Detects transactions while they count (`drawerVersion`). */
  version: string;
}

/** Returns a drawer for the person about to count it; null if closed. For staff who take money. */
export async function getDrawerToCount(
  db: Database,
  staff: Staff<"till">,
  id: string,
): Promise<DrawerToCount | null> {
  const report = await getSession(db, staff, id);
  if (!report || report.closed) return null;
  const { expectedCents: _, totals: __, taxes: ___, since: ____, ways, closed, ...shown } = report;
  const { cash: _____, ...others } = ways;
  const version = drawerVersion({ moves: report.moves, money: report.receipts });
  // Cash payments are left out, except for refunds, which the report lists one by one.
  const receipts = report.receipts.filter(({ method, cents }) => method !== "cash" || cents < 0);
  // How each sale was paid would add up to the cash.
  const sales = report.sales.map((one) => ({ ...one, payments: [] }));
  return { ...shown, closed, sales, receipts, ways: others, version };
}

/** Returns a session with all its transactions; null for none. For staff who take money. */
export async function getSession(
  db: Database,
  staff: Staff<"till">,
  id: string,
): Promise<SessionReport | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      session: tillSessions,
      number: tills.number,
      name: tills.name,
      openedBy: user.email,
      closedBy: sql<string | null>`(select email from users where id = ${tillSessions.closedBy})`,
      report: reportPlace,
    })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(user, eq(user.id, tillSessions.openedBy))
    .where(eq(tillSessions.id, id));
  if (!row) return null;
  const { session } = row;
  const [allSales, allReceipts, moves] = [
    await salesOfSession(db, staff, id),
    await receiptsOfSession(db, id),
    await movesOfSession(db, id),
  ];
  const { floatCents } = session;
  const { expectedCents, countedCents, closedAt, tillId, openedAt } = session;
  const receipts = asCounted(allReceipts);
  // The corrected version of a counted payment is late too, but its sale isn't.
  const isLateSale = ({ id: orderId }: SaleRow) => {
    const own = allReceipts.filter((one) => one.orderId === orderId);
    return own.length > 0 && own.every(({ isLate }) => isLate);
  };
  const sales = allSales.filter((sale) => !isLateSale(sale)).map((sale) => paidBy(sale, receipts));
  const expected = expectedInDrawer({ floatCents, moves, money: receipts });
  const first = closedAt && (await firstCount(db, { tillId, openedAt, closedAt }));
  const takenBack = correctionsAmong(allReceipts).filter(
    ({ receipt }) => receipt.takenBack?.isAfterCount,
  );
  // The corrected version is listed with its correction, not as a late payment.
  const corrected = new Set(takenBack.flatMap(({ now }) => now.map(({ id }) => id)));
  return {
    id,
    tillId: session.tillId,
    number: row.number,
    name: row.name,
    floatCents,
    openedAt: session.openedAt,
    openedBy: row.openedBy,
    closed:
      closedAt === null || expectedCents === null || countedCents === null
        ? null
        : {
            report: reportNumber(row.number, row.report),
            at: closedAt,
            by: row.closedBy ?? "",
            expectedCents,
            countedCents,
            reason: session.reason,
            first: first && first.cents !== countedCents ? first : null,
          },
    sales,
    receipts,
    moves,
    ways: sumsByWay(receipts),
    expectedCents: expected,
    totals: sessionSums(sales, receipts),
    forOrders: takenForOrders(sales, receipts),
    taxes: await taxesOfSession(db, id, sales, receipts),
    driversCash: await driversCash(db, staff, {
      from: session.openedAt,
      to: closedAt ?? new Date(),
    }),
    since: closedAt && {
      sales: allSales.filter(isLateSale),
      late: allReceipts.filter(
        ({ id, isLate, isTakenBack }) => isLate && !isTakenBack && !corrected.has(id),
      ),
      takenBack,
      expectedCents: expected + foundSinceCount(allReceipts),
      terminalCents: sumsByWay(allReceipts).terminal.netCents,
    },
  };
}

const paidBy = (sale: SaleRow, receipts: readonly TillReceipt[]): SaleRow => ({
  ...sale,
  payments: receipts
    .filter(({ orderId, cents, isTakenBack }) => orderId === sale.id && cents > 0 && !isTakenBack)
    .map(({ method, cents }) => ({ method, cents })),
});

async function taxesOfSession(
  db: Database,
  sessionId: string,
  sales: readonly SaleRow[],
  receipts: readonly TillReceipt[],
): Promise<TaxSums[]> {
  const notes = receipts.flatMap(({ cents, documentId }) =>
    cents < 0 && documentId ? [documentId] : [],
  );
  const sold = db
    .select({ id: tillSales.documentId })
    .from(tillSales)
    .where(
      and(
        eq(tillSales.sessionId, sessionId),
        inArray(
          tillSales.orderId,
          sales.map(({ id }) => id),
        ),
      ),
    );
  const rows = await db
    .select({
      ...pick(documentTaxes, "taxCode", "label", "taxable", "amount"),
      isGivenBack: sql<boolean>`${documents.kind} = 'credit_note'`,
    })
    .from(documentTaxes)
    .innerJoin(documents, eq(documents.id, documentTaxes.documentId))
    .where(
      notes.length > 0
        ? sql`${inArray(documents.id, sold)} or ${inArray(documents.id, notes)}`
        : inArray(documents.id, sold),
    );
  // Each document's tax is split by itself, as on its receipt.
  const apart = rows.flatMap(({ isGivenBack, taxable, amount, ...tax }) =>
    taxesApart([{ ...tax, taxableCents: toCents(taxable), cents: toCents(amount) }]).map((one) => ({
      label: one.label,
      soldCents: 0,
      givenBackCents: 0,
      [isGivenBack ? "givenBackCents" : "soldCents"]: one.cents,
    })),
  );
  return [...Map.groupBy(apart, ({ label }) => label)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([label, own]) => {
      const soldCents = sumCents(own, (one) => one.soldCents);
      const givenBackCents = sumCents(own, (one) => one.givenBackCents);
      return { label, soldCents, givenBackCents, netCents: soldCents - givenBackCents };
    });
}

/** Returns a till's last counted drawer; null for none. For staff who take money. */
export async function lastCounted(
  db: Database,
  _staff: Staff<"till">,
  tillId: string,
): Promise<{ id: string; at: Date | null; by: string } | null> {
  const [last] = await db
    .select({ id: tillSessions.id, at: tillSessions.closedAt, by: user.email })
    .from(tillSessions)
    .innerJoin(user, eq(user.id, tillSessions.closedBy))
    .where(eq(tillSessions.tillId, tillId))
    .orderBy(desc(tillSessions.closedAt))
    .limit(1);
  return last ?? null;
}

/**
 * Returns the last counted drawers with their differences, then and now. For staff who take money.
 */
export async function closedSessions(db: Database, _staff: Staff<"till">) {
  const rows = await db
    .select({
      id: tillSessions.id,
      number: tills.number,
      closedAt: tillSessions.closedAt,
      expected: tillSessions.expectedCents,
      counted: tillSessions.countedCents,
      place: reportPlace,
    })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(isNotNull(tillSessions.closedAt))
    .orderBy(desc(tillSessions.closedAt))
    .limit(20);
  const ids = rows.map(({ id }) => id);
  const receipts = await receiptsOfSession(db, ...ids);
  return rows.map(({ id, number, place, closedAt, expected, counted }) => ({
    id,
    number,
    report: reportNumber(number, place),
    closedAt: closedAt ?? new Date(),
    difference: differenceThenAndNow({
      expectedCents: expected ?? 0,
      countedCents: counted ?? 0,
      expectedNowCents:
        (expected ?? 0) + foundSinceCount(receipts.filter(({ sessionId }) => sessionId === id)),
    }),
  }));
}
