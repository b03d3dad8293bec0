import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { addLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import * as raising from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { type OpOf, type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { insertOrderItem } from "../factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "../factories.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { signedInAdmin } from "../signed-in.ts";
import { openTestDatabase } from "../test-database.ts";

export const shop = sampleShop();

interface Opened {
  database: OpenDatabase;
  db: Database;
  admin: Admin;
  other: Admin;
  customerId: string;
}

type ItemOverrides = NonNullable<Parameters<typeof insertOrderItem>[2]>;

export const threePieces = {
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
} as const;

/** Returns an operation as sent by the station, with its defaults. */
export function op<Kind extends Exclude<StationOp["kind"], "claim" | "finalise">>(
  kind: Kind,
  fields: object,
) {
  const parsed = stationOpSchema.parse({ kind, ...fields });
  return parsed as Extract<typeof parsed, { kind: Kind }>;
}

/** Returns a package of a line, typed in pounds. */
export const weighed = (itemId: string, value: string, over: object = {}) =>
  op("package", {
    requestId: randomUUID(),
    itemId,
    value,
    unit: "lb",
    pieces: null,
    source: "typed",
    ...over,
  });

export const finishLine = (of: Database, staff: Admin, id: string, how: OpOf<"finish">) =>
  raising.finishLine(of, staff, id, how, shop);

/**
 * Opens a database with two packers and a client, which `use` gets before the first test.
 *
 * @returns functions that place orders in it and read them
 */
export function openForPacking(use: (opened: Opened) => void) {
  let own: Opened;
  beforeAll(async () => {
    const database = await openTestDatabase();
    const { db } = database;
    const [admin, other] = [await signedInAdmin(db), await signedInAdmin(db)];
    own = { database, db, admin, other, customerId: (await insertClient(db)).user.id };
    use(own);
  });
  afterAll(() => own.database.close());

  /** Creates a pending order with lines at $24.99, each for its own product unless it is named. */
  async function place(...lines: (ItemOverrides & { isTraced?: boolean; tareG?: number })[]) {
    const order = await insertOrder(own.db, own.customerId, { allowsSubstitutes: true });
    const items = [];
    for (const [position, { isTraced, tareG, productId, ...line }] of lines.entries()) {
      const product = productId
        ? { id: productId }
        : await insertProduct(own.db, {
            slug: `packed-${randomUUID()}`,
            ...(isTraced && { isTraced }),
            ...(tareG && { tareG }),
          });
      const item = { position, productId: product.id, ...line };
      items.push(await insertOrderItem(own.db, order.id, item));
    }
    const [first] = items;
    if (!first) throw new Error("An order has lines");
    return { id: order.id, items, item: first.id };
  }

  async function line(itemId: string) {
    const [found] = await own.db.select().from(orderItems).where(eq(orderItems.id, itemId));
    if (!found) throw new Error("There is no such line");
    return found;
  }

  return {
    place,
    line,
    /** Adds a lot whose code begins with this one. */
    lotOf: (code: string, expiresOn = "") =>
      addLot(
        own.db,
        own.admin,
        lotSchema.parse({
          code: `${code}-${randomUUID().slice(0, 8)}`,
          supplier: "Sample",
          expiresOn,
        }),
      ),
    version: async (id: string) => (await getStationOrder(own.db, own.admin, id))?.version ?? -1,
    /** Marks a line as done with its present packages. */
    async finish(orderId: string, itemId: string, over: object = {}) {
      const { packedLb: seenLb } = await line(itemId);
      await finishLine(own.db, own.admin, orderId, op("finish", { itemId, seenLb, ...over }));
    },
  };
}
