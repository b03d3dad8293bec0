import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { returnSchema } from "#app/features/returns/returned.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import type { Database } from "#db/database.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { orders } from "#db/schema/orders.ts";
import { lots } from "#db/schema/packages.ts";
import { insertClient, insertProduct } from "../factories.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { insertOrderItem, issueFor } from "./orders.ts";
import { closeLine, insertLot, insertPackage } from "./packages.ts";
import { insertRun, insertStop } from "./runs.ts";

interface RefusedOrder {
  isInvoiced?: boolean;
  /** Pounds of the line that are of another lot; none by default. */
  otherLb?: string;
  /** Pounds of a second line; none by default. */
  secondLb?: string;
  reason?: string;
  taxCode?: "Z" | "G";
  /** False if nobody knows which lot was packed. */
  isTraced?: boolean;
}

const shop = sampleShop();

/** Creates an invoiced order of 10 lb of one lot at $10.00, with `lb` reported as refused. */
export async function insertRefused(
  { db, admin }: { db: Database; admin: Admin },
  lb: string | null = "4.00",
  {
    isInvoiced = true,
    otherLb = "",
    secondLb = "",
    reason = "quality",
    taxCode = "Z",
    isTraced = true,
  }: RefusedOrder = {},
) {
  const product = await insertProduct(db, { pricePerLb: "10.00" });
  await db.insert(productStock).values({ productId: product.id, tracking: "lb" });
  const [lot] = await db
    .insert(lots)
    .values({
      code: `L-${randomUUID().slice(0, 8)}`,
      supplier: "Sample Ranch",
      receivedLb: "50.00",
    })
    .returning();
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id, { totalPrice: "100.00" });
  const item = await insertOrderItem(db, order.id, {
    productId: product.id,
    pricePerLb: "10.00",
    taxCode,
  });
  await insertPackage(
    db,
    item.id,
    { value: otherLb ? "6.00" : "10.00", unit: "lb" },
    { lotId: isTraced ? lot?.id : undefined },
  );
  if (otherLb) {
    const { id: lotId } = await insertLot(db);
    await insertPackage(db, item.id, { value: otherLb, unit: "lb" }, { lotId });
  }
  await closeLine(db, item.id);
  let second: typeof item | undefined;
  if (secondLb) {
    second = await insertOrderItem(db, order.id, { position: 1, pricePerLb: "10.00" });
    await insertPackage(db, second.id, { value: secondLb, unit: "lb" }, { lotId: lot?.id });
    await closeLine(db, second.id);
  }
  if (isInvoiced) await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver || !lot) throw new Error("The link does not work");
  const report = (more: object) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        requestId: randomUUID(),
        stopId,
        at: new Date().toISOString(),
        ...more,
      }),
      shop,
    );
  if (lb)
    await report({
      kind: "refused",
      orderItemId: item.id,
      lb,
      reason,
      becomes: "stock",
    });
  const typed = (more: Record<string, string> = {}) =>
    returnSchema.parse({
      requestId: randomUUID(),
      item: item.id,
      lot: isTraced ? lot.id : "",
      lb: "4",
      place: "truck",
      temperatureC: "3,5",
      minutesOut: "20",
      reason: "quality",
      becomes: "stock",
      ...more,
    });
  return { run, stopId, product, lot, order, item, second, report, typed };
}
