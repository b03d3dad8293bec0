import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { correctReceipt } from "#app/domain/receiving/correct/correct-receipt.server.ts";
import type { ReceiptCorrection } from "#app/domain/receiving/correct/correction-form.ts";
import { getReceipt } from "#app/domain/receiving/receipts.server.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import type { NewReceipt, Receipt } from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import type { Receiver } from "#app/domain/receiving/suppliers.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { signedInAdmin } from "../signed-in.ts";
import { openTestDatabase } from "../test-database.ts";

interface Opened {
  database: OpenDatabase;
  admin: Admin;
  packer: Staff<"pack">;
  bookkeeper: Staff<"money">;
}

/**
 * Opens a database for a file's tests, which `use` gets with its staff before the first one.
 *
 * @returns functions that receive goods and read them
 */
export function openForReceiving(use: (opened: Opened) => void) {
  let own: Opened;
  const limits = receivingSettings.defaults;
  beforeAll(async () => {
    const database = await openTestDatabase();
    const admin = await signedInAdmin(database.db);
    own = {
      database,
      admin,
      packer: { ...admin, staffRole: "packer" },
      bookkeeper: { ...admin, staffRole: "bookkeeper" },
    };
    use(own);
  });
  afterAll(() => own.database.close());
  const receive = (receipt: NewReceipt, staff: Staff<"pack"> = own.admin) =>
    receiveGoods(own.database.db, staff, receipt, limits);
  const stored = async (id: string): Promise<Receipt> => {
    const receipt = await getReceipt(own.database.db, own.admin, id);
    if (!receipt) throw new Error("The receipt was not stored");
    return receipt;
  };
  return {
    receive,
    stored,
    received: async (receipt: NewReceipt): Promise<Receipt> => stored(await receive(receipt)),
    lotOf: async ({ lines }: Receipt, position = 1) => {
      const isIt = eq(lots.id, lines[position - 1]?.lotId ?? "");
      const [lot] = await own.database.db.select().from(lots).where(isIt);
      if (!lot) throw new Error("The line has no lot");
      return lot;
    },
    entriesOf: (productId: string) =>
      own.database.db
        .select({ kind: stockEntries.kind, lb: stockEntries.lb, lotId: stockEntries.lotId })
        .from(stockEntries)
        .where(eq(stockEntries.productId, productId))
        .orderBy(asc(stockEntries.enteredAt), asc(stockEntries.lb)),
    correctReceipt: (
      db: Database,
      staff: Receiver,
      of: { id: string; version: number },
      wanted: ReceiptCorrection,
    ) => correctReceipt(db, staff, of, wanted, limits),
  };
}
