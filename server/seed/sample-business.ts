import { and, eq, inArray } from "drizzle-orm";
import { updateSites } from "#app/domain/customers/save-customers.server.ts";
import { insertZone, insertZoneParts } from "#app/domain/delivery/setup/save-zone.server.ts";
import { plantPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { plantOnce } from "./seed.ts";

const hours = { cutOffDaysBefore: 1, cutOffTime: "14:00", windowFrom: "08:00", windowTo: "16:00" };

/** The owner replaces them under Delivery before opening. */
const sampleZones = [
  {
    zone: { name: "Sample Fraser Valley" },
    // Abbotsford, Mission and Chilliwack.
    prefixes: ["V2P", "V2R", "V2S", "V2T", "V2V", "V3G", "V4X", "V4Z"],
    weekdays: [2, 4],
    terms: { capStops: 30, minOrder: "150.00", fee: "12.00", freeFrom: "400.00" },
  },
  {
    zone: { name: "Sample Langley and Surrey" },
    prefixes: ["V1M", "V2Y", "V2Z", "V3A", "V3R", "V3S", "V3T", "V3V", "V3W", "V3X", "V4N", "V4P"],
    weekdays: [3, 5],
    terms: { capStops: 30, minOrder: "200.00", fee: "15.00", freeFrom: "500.00" },
  },
  {
    zone: { name: "Sample Vancouver and Burnaby" },
    prefixes: ["V5", "V6"],
    weekdays: [2, 5],
    terms: { capStops: 25, minOrder: "250.00", fee: "20.00", freeFrom: "600.00" },
  },
  {
    zone: {
      name: "Sample pickup in Abbotsford",
      kind: "pickup" as const,
      place: "100 Sample Road, Abbotsford, BC",
      wholesaleOnly: true,
    },
    prefixes: [],
    weekdays: [1, 2, 3, 4, 5],
    terms: {},
  },
];

/** Lets a cart become an order at the first start; neither method moves money. */
export const sampleWays = {
  takesDoor: true,
  takesEtransfer: true,
  etransferEmail: "etransfer@example.com",
};

/**
 * Offers payment at the door and by e-transfer. Only for a new shop, before its first invoice: an
 * invoice keeps the e-transfer address of its day of issue.
 */
export function plantSampleWays(tx: Transaction): Promise<void> {
  return plantPaymentSettings(tx, sampleWays);
}

/**
 * Seeds sample zones of the Lower Mainland and a pickup, and a postal code for the demo client's
 * site, once per database. Only for a new shop: with zones, every order needs a day.
 *
 * @param demoEmail the demo client's address
 */
export async function seedSampleBusiness(db: Database, demoEmail: string): Promise<void> {
  await plantOnce(db, "zones", async (tx) => {
    for (const { zone, prefixes, weekdays, terms } of sampleZones) {
      const days = weekdays.map((weekday) => ({ weekday, ...hours, ...terms }));
      await insertZoneParts(tx, await insertZone(tx, zone), prefixes, days);
    }
    const demo = tx.select({ id: user.id }).from(user).where(eq(user.email, demoEmail));
    const bare = await tx
      .select({ id: shipTos.id })
      .from(shipTos)
      .where(and(inArray(shipTos.customerId, demo), eq(shipTos.postalCode, "")));
    await updateSites(
      tx,
      bare.map(({ id }) => ({ id, fields: { postalCode: "V2S1A2" } })),
    );
  });
}
