import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { startWireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret } from "#tests/setup/shops/shop.ts";
import { stockManyOrders } from "#tests/setup/tables/many-orders.ts";
import { emptyFolder, openShop, usedShop } from "./own-shop.ts";
import { signedIn } from "./visit.ts";

/** The orders' notes alone are 225 MB. */
const count = 45_000;

/** The maximum, which takes the fewest rows for the same memory. */
const notesLength = 5_000;

/** Room for the shop and some batches. */
const smallHeap = { NODE_OPTIONS: "--max-old-space-size=192" };

const patiently = { timeout: 60_000 };

async function download(
  shop: { url: string; admin: Parameters<typeof signedIn>[1] },
  file: string,
) {
  const cookie = await signedIn(shop.url, shop.admin);
  // Uncompressed, so that less is buffered between server and reader.
  const headers = { cookie, "accept-encoding": "identity" };
  const answer = await fetch(`${shop.url}/admin/exports/${file}`, { headers });
  expect(answer.status).toBe(200);
  if (!answer.body) throw new Error("There is no file");
  return answer.body.pipeThrough(new TextDecoderStream()).getReader();
}

/** Counts the rows of a file without keeping it; no row contains a line break. */
async function rowsIn(file: ReadableStreamDefaultReader<string>): Promise<number> {
  let breaks = 0;
  for (;;) {
    const { done, value } = await file.read();
    if (done) return breaks - 1;
    breaks += value.split("\n").length - 1;
  }
}

describe("45,000 orders", () => {
  test("are exported completely by a shop whose memory could not hold them", {
    timeout: 300_000,
  }, async () => {
    const settings = await usedShop();
    await stockManyOrders(settings, count, notesLength);
    const shop = await openShop({ ...settings, ...smallHeap });
    // Searched for, which leaves out the demo client's.
    for (const list of ["orders", "order-items"]) {
      expect(await rowsIn(await download(shop, `${list}.csv?q=Brasserie`))).toBe(count);
    }
    expect(shop.log()).toContainEqual(
      expect.objectContaining({
        msg: "a list was exported",
        list: "orders",
        rows: count,
        byId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    );
    expect(shop.stdout()).not.toContain(shop.admin.email);
    expect(shop.log().filter(({ level }) => level > 30)).toEqual([]);
  });
});

describe("a reader of many orders", () => {
  async function openStockedShop() {
    const database = await startWireDatabase(inject("processTest").serverUrl);
    onTestFinished(database.stop);
    const settings = { DATABASE_URL: database.url, DATA_DIR: await emptyFolder() };
    // 46 MB, far more than is buffered.
    await stockManyOrders(settings, 9_200, notesLength);
    const shop = await openShop({ ...settings, AUTH_SECRET: authSecret });
    return { database, shop };
  }

  test("who pauses gets no complete file if the export fails in the meantime", {
    timeout: 300_000,
  }, async () => {
    const { database, shop } = await openStockedShop();
    const file = await download(shop, "orders.csv");
    await file.read();
    // Data that isn't buffered can't be read any more.
    await database.run("alter table orders rename column notes to remarks");
    await expect(rowsIn(file)).rejects.toThrow();
    await shop.says("an export broke off");
    // The shop itself continues.
    await database.run("alter table orders rename column remarks to notes");
    expect(await rowsIn(await download(shop, "products.csv"))).toBe(42);

    const again = await download(shop, "orders.csv");
    await again.read();
    await again.cancel();
    await vi.waitFor(() => {
      expect(shop.log().map(({ msg }) => msg)).toContain("an export was given up by its reader");
    }, patiently);
  });
});
