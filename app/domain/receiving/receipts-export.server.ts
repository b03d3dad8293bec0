import { asc, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import { pacificTime } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { receiptLines, receipts, suppliers } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";

type Row = Awaited<ReturnType<typeof readLines>>[number];

const dollars = (cents: number | null) => (cents === null ? null : toDollars(cents));

const columns: CsvColumns<Row> = {
  Receipt: ({ number }) => number,
  Supplier: ({ supplier }) => supplier,
  Invoice: ({ receipt }) => receipt.invoiceNumber,
  "Received (Pacific)": ({ receipt }) => pacificTime(receipt.receivedAt),
  "Temperature (°C)": ({ receipt, line }) => line.temperatureC ?? receipt.temperatureC,
  Line: ({ line }) => line.position,
  Product: ({ line }) => line.description,
  Lot: ({ line, code }) => code ?? line.lotCode,
  Accepted: ({ line }) => (line.isAccepted ? "yes" : "no"),
  Reason: ({ line }) => line.reason,
  Boxes: ({ line }) => line.boxes,
  Pieces: ({ line }) => line.pieces,
  "Received (lb)": ({ line }) => line.lb,
  "On the invoice (lb)": ({ line }) => line.invoicedLb,
  "Price ($)": ({ line }) => dollars(line.priceCents),
  "Priced by": ({ line }) => line.pricedBy,
  "Cost of goods ($)": ({ line }) => dollars(line.costCents),
  "Freight and what was not credited ($)": ({ line }) => dollars(line.shareCents),
  "Claimed ($)": ({ line }) => dollars(line.claimedCents),
  "Credited ($)": ({ line }) => dollars(line.creditedCents),
  "Why less": ({ line }) => line.creditedReason,
  "Credited on the receipt ($)": ({ receipt }) => dollars(receipt.creditedCents),
  Note: ({ receipt }) => receipt.note,
};

/** Exports all receipts' lines as a CSV file, earliest first. For staff who keep the books. */
export function exportReceipts(db: Database, _staff: Staff<"money">) {
  return csvOf(
    columns,
    inBatches((last: Row | undefined, limit) => readLines(db, last, limit)),
  );
}

function readLines(
  db: Database,
  last: { number: number; line: { position: number } } | undefined,
  limit: number,
) {
  return db
    .select({
      number: receipts.number,
      supplier: suppliers.name,
      receipt: receipts,
      line: receiptLines,
      code: lots.code,
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .innerJoin(suppliers, eq(suppliers.id, receipts.supplierId))
    .leftJoin(lots, eq(lots.id, receiptLines.lotId))
    .where(
      last &&
        sql`(${receipts.number}, ${receiptLines.position}) > (${last.number}, ${last.line.position})`,
    )
    .orderBy(asc(receipts.number), asc(receiptLines.position))
    .limit(limit);
}
