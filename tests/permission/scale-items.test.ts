import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { labelSettings } from "#app/domain/packages/labels/label-settings.ts";
import { readColumns, scaleFileSettings } from "#app/domain/packages/scale-file/scale-file.ts";
import { saveSettings } from "#app/domain/settings/kept-settings.server.ts";
import { scaleFileScreen } from "#app/features/settings/screens/scale-file-screen.ts";
import { profiles } from "#db/schema/accounts.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { lesserRoles } from "./staff-matrix.ts";

// The file of items for counter scales, for those who keep the catalogue, with set columns.

const file = "/admin/exports/scale-items.csv";
const page = "/admin/settings/scale-file";

let shop: ShopWithin;
const cookies = new Map<string, string>();

beforeAll(async () => {
  shop = await openShopWithin();
  cookies.set("owner", await enter(shop.url, shop.admin));
  for (const role of lesserRoles) {
    const account = { email: `${role}@example.com`, password: "long enough a password" };
    const { id = "" } = await ensureAccount(shop.db, { ...account, name: role, profile: {} });
    await shop.db.update(profiles).set({ staffRole: role }).where(eq(profiles.id, id));
    cookies.set(role, await enter(shop.url, account));
  }
  await insertProduct(shop.db, {
    name: "=Rib",
    itemNumber: 90_042,
    pricePerLb: "24.99",
    tareG: 15,
  });
  await insertProduct(shop.db, { name: "No number", itemNumber: null });
  await insertProduct(shop.db, { name: "Gone", itemNumber: 90_043, isActive: false });
});
afterAll(() => shop.stop());

it.each(["owner", "catalogue"])(
  "the file for scales opens for the %s, with active products that have a number",
  async (role) => {
    const answer = await ask(shop.url, file, { cookie: cookies.get(role) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    expect(lines).toContain('90042,"\'=Rib",24.99,15,');
    expect(lines.join()).not.toMatch(/No number|Gone/);
  },
);

it.each(lesserRoles.filter((role) => role !== "catalogue"))(
  "the file for scales does not open for the %s",
  async (role) => {
    const answer = await ask(shop.url, file, { cookie: cookies.get(role) });
    expect(answer.status).toBe(302);
    expect(await answer.text()).toBe("");
  },
);

it("the file for scales has its columns set only by the owner", async () => {
  const fields = { ...scaleFileScreen.valuesOf(scaleFileSettings.defaults), version: "0" };
  const refused = await send(shop.url, page, fields, { cookie: cookies.get("catalogue") });
  expect(refused.status).toBe(302);
  expect(refused.headers.get("location")).not.toContain("saved");
  const wrong = await send(
    ...([shop.url, page, { ...fields, columns: "name", delimiter: "" }] as const),
    { cookie: cookies.get("owner") },
  );
  expect(wrong.status).toBe(400);
  const text = await wrong.text();
  expect(text).toContain("The item number is missing");
  expect(text).toContain("Please choose one of these");
  const saved = await send(
    ...([shop.url, page, { ...fields, columns: "price\nitem number", hasMark: "no" }] as const),
    { cookie: cookies.get("owner") },
  );
  expect(saved.headers.get("location")).toBe(`${page}?saved`);
  const answer = await ask(shop.url, file, { cookie: cookies.get("owner") });
  expect((await answer.text()).split("\r\n")).toEqual(
    expect.arrayContaining(["Price,PLU", "24.99,90042"]),
  );
});

it("the file for scales takes French names and days from the labels' settings", async () => {
  const admin = await signedInAdmin(shop.db);
  const facts = { itemNumber: 90_042, nameFr: "Côte", keepsDays: 5, isPriced: false };
  await saveSettings(shop.db, admin, labelSettings, { printer: "", products: [facts] }, 0);
  const { columns = [] } = readColumns("item number\nfrench name\nshelf life");
  await saveSettings(
    shop.db,
    admin,
    scaleFileSettings,
    { ...scaleFileSettings.defaults, columns },
    1,
  );
  await expect
    .poll(async () => (await ask(shop.url, file, { cookie: cookies.get("owner") })).text())
    .toContain("90042,Côte,5\r\n");
});
