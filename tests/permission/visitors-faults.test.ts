import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import type { OpenDatabase } from "#db/database.ts";
import { openPostgres } from "#db/postgres.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { routesOf } from "#server/edge/dear-routes.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun } from "#tests/e2e/driver/driver-page.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";

// A visitor's mistake is answered with a message, and isn't logged as an error.

const { firstDays, serverUrl } = inject("processTest");

let shop: RunningShop;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
let connection: OpenDatabase;
/** The address where each route accepts a file, and a cookie that may send it. */
const places: Record<string, { path: string; cookie: string }> = {};

beforeAll(async () => {
  database = await createServerDatabase(serverUrl, firstDays["by address"].database);
  shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: "1" });
  connection = await openPostgres({ databaseUrl: database.url, log: silentLog });
  const { db } = connection;
  const admin = await enter(shop.url, shop.admin);
  const client = await enter(shop.url, shop.demo);
  const run = await makeRun(db, await administrator({ ...shop, db }));
  const [sample] = await db.select().from(orders).limit(1);
  const order = await insertOrder(db, sample?.customerId ?? "");
  await insertOrderItem(db, order.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const id = randomUUID();
  const receipt = await receiveGoods(
    ...([db, await administrator({ ...shop, db }), newReceipt([{}])] as const),
    receivingSettings.defaults,
  );
  const [site] = await db.select().from(shipTos).limit(1);
  Object.assign(places, {
    "routes/api/images": { path: "/api/images?folder=products&name=a.jpg", cookie: admin },
    "routes/api/bank-files": { path: "/api/bank-files?name=a.csv", cookie: admin },
    "routes/api/import-files": {
      path: "/api/import-files?kind=products&name=a.csv",
      cookie: admin,
    },
    "routes/run/images": { path: `${run.path}/images/${id}?stop=${run.stops[0]?.id}`, cookie: "" },
    "routes/dashboard/attachment": { path: `/dashboard/attachments/${id}`, cookie: client },
    "routes/admin/clients/record/site-photo": {
      path: `/admin/clients/${site?.customerId}/sites/${site?.id}/photos/${id}`,
      cookie: admin,
    },
    "routes/admin/receiving/paper": {
      path: `/admin/receiving/${receipt}/papers/${id}`,
      cookie: admin,
    },
    "routes/admin/attachment": {
      path: `/admin/attachments/${id}?order=${order.id}`,
      cookie: admin,
    },
  });
});
afterAll(async () => {
  await connection.close();
  await shop.stop();
  await database.drop();
});

test.each([...routesOf("bytes")])("%s refuses an invalid file", async (route) => {
  const place = places[route];
  if (!place) throw new Error(`Say where ${route} takes a file`);
  const headers = { cookie: place.cookie, origin: shop.url };
  for (const body of ["", "\0"]) {
    const answer = await fetch(shop.url + place.path, { method: "POST", headers, body });
    const said = await answer.text();
    expect(answer.status, `${JSON.stringify(body)}: ${said}`).toBe(400);
    expect(said).toMatch(/[a-z]\./);
  }
});

test("invalid addresses and forms are refused", async () => {
  const wrong = [
    "/shop/nothing",
    "/invoices/x",
    "/orders/x",
    "/run/x",
    "/photos/x.jpg",
    "/%00",
    "/%",
  ];
  for (const path of wrong) {
    const { status } = await ask(shop.url, path);
    expect([400, 404], `${path}: ${status}`).toContain(status);
  }
  const headers = { origin: shop.url, "content-type": "application/json" };
  for (const path of ["/login", "/contact", "/api/orders", "/api/checkout", "/api/cart", "/join"]) {
    for (const body of ["", "{", "[]", '"constructor"']) {
      const answer = await fetch(shop.url + path, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
      });
      await answer.body?.cancel();
      expect(answer.status, `${path} ${body}`).toBeLessThan(500);
    }
  }
});

test("no refusal above is logged as an error", () => {
  expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
  expect(shop.stderr()).toBe("");
});
