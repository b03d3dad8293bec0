import { asc, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import { pacificTime } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { withPounds } from "./lot-left.server.ts";
import { summaryColumns } from "./lots.server.ts";
import { knownEstablishment } from "./lots.ts";

type Row = Awaited<ReturnType<typeof readLots>>[number];

const columns: CsvColumns<Row> = {
  "Lot ID": ({ id }) => id,
  Lot: ({ code }) => code,
  Supplier: ({ supplier }) => supplier,
  Product: ({ meat }) => meat,
  "Supplier's lot": ({ supplierLot }) => supplierLot,
  "Animal or carcass": ({ animalNumber }) => animalNumber,
  Establishment: ({ establishment }) => knownEstablishment(establishment),
  Grade: ({ grade }) => grade,
  Killed: ({ slaughteredOn }) => slaughteredOn,
  "Received (Pacific)": ({ receivedAt }) => pacificTime(receivedAt),
  "Received (lb)": ({ receivedLb }) => receivedLb,
  "Temperature (°C)": ({ temperatureC }) => temperatureC,
  "Best before": ({ expiresOn }) => expiresOn,
  "Packed (lb)": ({ packedLb }) => packedLb,
  "Came back (lb)": ({ backLb }) => backLb,
  "Cut (lb)": ({ cutLb }) => cutLb,
  "Wasted (lb)": ({ wastedLb }) => wastedLb,
  "Counted more or less (lb)": ({ countedLb, countedAt }) => (countedAt ? countedLb : null),
  "Last counted (Pacific)": ({ countedAt }) => countedAt && pacificTime(countedAt),
  "Left (lb)": ({ leftLb }) => leftLb,
  Note: ({ note }) => note,
};

/** Returns all lots as a CSV file, earliest first. For administrators. */
export function exportLots(db: Database, _admin: Admin) {
  return csvOf(
    columns,
    inBatches((last: Row | undefined, limit) => readLots(db, last, limit)),
  );
}

async function readLots(
  db: Database,
  last: { receivedAt: Date; id: string } | undefined,
  limit: number,
) {
  const found = await db
    .select({
      ...summaryColumns,
      supplierLot: lots.supplierLot,
      animalNumber: lots.animalNumber,
      establishment: lots.establishment,
      grade: lots.grade,
      slaughteredOn: lots.slaughteredOn,
      temperatureC: lots.temperatureC,
      note: lots.note,
    })
    .from(lots)
    .where(
      last &&
        sql`(${lots.receivedAt}, ${lots.id}) > (${sql.param(last.receivedAt, lots.receivedAt)}, ${last.id})`,
    )
    .orderBy(asc(lots.receivedAt), asc(lots.id))
    .limit(limit);
  return withPounds(db, found);
}
