import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { startStockedShop } from "#tests/setup/shops/stocked-shop.ts";
import { test as base, ofWorker } from "./fixtures.ts";

/** Tests in a shop that delivers in the Fraser Valley and lets wholesale clients pick up. */
export const test = base.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop(async (db) => {
        const hours = { cutOffTime: "14:00", windowFrom: "08:00", windowTo: "15:00" };
        await insertServedZone(db, {
          name: "Fraser Valley",
          prefixes: ["V2S", "V2T", "V3G"],
          weekdays: [2, 4],
          day: { ...hours, minOrder: "150.00", fee: "12.00", freeFrom: "400.00" },
        });
        await insertServedZone(db, {
          name: "Abbotsford counter",
          kind: "pickup",
          place: "100 Sample Road, Abbotsford, BC",
          wholesaleOnly: true,
          weekdays: [5],
          day: hours,
        });
      });
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});
