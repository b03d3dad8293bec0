import { expect, inject, onTestFinished, test, vi } from "vitest";
import { startWireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret } from "#tests/setup/shops/shop.ts";
import { openShop } from "../own-shop.ts";
import { productsOn, visit } from "../visit.ts";

const page = "/shop/loin/striploin-steak";

test("a changed price, address or catalogue is on the page immediately, also after the database was unreachable", async () => {
  const database = await startWireDatabase(inject("processTest").serverUrl);
  onTestFinished(database.stop);
  const shop = await openShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });

  async function changePrice(price: string) {
    expect((await visit(shop.url, page)).text).not.toContain(price);
    const slug = "striploin-steak";
    await database.run(`update products set price_per_lb = ${price} where slug = '${slug}'`);
    // Far less than the five minutes for which a page is cached.
    await vi.waitFor(async () => expect((await visit(shop.url, page)).text).toContain(price), {
      timeout: 30_000,
    });
  }

  await changePrice("111.11");
  await database.goAway();
  await database.comeBack();
  await shop.says("listening to the database again");
  await changePrice("222.22");

  // A new address of the product: old links redirect permanently.
  await database.run("update products set slug = 'strip-steak' where slug = 'striploin-steak'");
  await vi.waitFor(
    async () => {
      const moved = await fetch(`${shop.url}${page}?x=1`, { redirect: "manual" });
      expect(moved.status).toBe(301);
      expect(moved.headers.get("location")).toBe("/shop/loin/strip-steak?x=1");
    },
    { timeout: 30_000 },
  );
  expect((await visit(shop.url, "/shop/loin/strip-steak")).text).toContain("222.22");

  // More products than a page of the shop shows.
  await database.run(`
    insert into products (name, category, slug, price_per_lb)
    select 'Zcut ' || number, 'other', 'zcut-' || number, 5 from generate_series(101, 200) number`);
  await vi.waitFor(
    async () => expect((await visit(shop.url, "/shop?page=3")).text).toContain("Zcut 200"),
    { timeout: 30_000 },
  );
  const first = (await visit(shop.url, "/shop")).text;
  expect(productsOn(first)).toBe(48);
  expect(first).toContain('href="/shop?page=2"');
  const second = (await visit(shop.url, "/shop?page=2")).text;
  expect(productsOn(second)).toBe(48);
  expect(second).not.toContain("Zcut 200");
});
