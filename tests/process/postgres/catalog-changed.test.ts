import { expect, inject, onTestFinished, test, vi } from "vitest";
import { startWireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret } from "#tests/setup/shop.ts";
import { openShop } from "../own-shop.ts";
import { visit } from "../visit.ts";

const page = "/shop/loin/striploin-steak";

test("a changed price is on the page at once, also after the database was away", async () => {
  const database = await startWireDatabase(inject("processTest").serverUrl);
  onTestFinished(database.stop);
  const shop = await openShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });

  async function changePrice(price: string) {
    expect((await visit(shop.url, page)).text).not.toContain(price);
    const slug = "striploin-steak";
    await database.run(`update products set price_per_lb = ${price} where slug = '${slug}'`);
    // Far less than the five minutes for which a page is kept.
    await vi.waitFor(async () => expect((await visit(shop.url, page)).text).toContain(price), {
      timeout: 30_000,
    });
  }

  await changePrice("111.11");
  await database.goAway();
  await database.comeBack();
  await shop.says("listening to the database again");
  await changePrice("222.22");
});
