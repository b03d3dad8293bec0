import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proofField } from "#app/domain/accounts/proof/proof.ts";
import { newShop, openShop } from "./own-shop.ts";
import { signedIn, visit } from "./visit.ts";

const pages = [
  ...["/admin", "/admin/orders", "/admin/packing", "/admin/runs", "/admin/lots", "/admin/clients"],
  ...["/admin/invoices", "/admin/receivables", "/admin/receivables/import", "/admin/credits"],
  ...["/admin/inbox", "/admin/prices", "/admin/delivery", "/admin/mails", "/admin/begin"],
];

function begin(url: string, cookie: string, password: string): Promise<Response> {
  return fetch(`${url}/admin/begin`, {
    method: "POST",
    headers: { cookie, origin: url },
    body: new URLSearchParams({ [proofField.password]: password }),
    redirect: "manual",
  });
}

test("a first start opens the sample business, which the owner puts away for good", async () => {
  const settings = { ...(await newShop()), SAMPLE: "business", SAMPLE_ZONES: "" };
  const shop = await openShop(settings);
  const client = await signedIn(shop.url, shop.demo);
  expect((await visit(shop.url, "/dashboard", client)).status).toBe(200);
  const owner = await signedIn(shop.url, shop.admin);
  for (const page of pages) {
    expect((await visit(shop.url, page, owner)).status, page).toBe(200);
  }
  expect((await visit(shop.url, "/admin", owner)).text).toContain("Sample business");
  expect((await visit(shop.url, "/admin/orders", owner)).text).toContain("Sample Butcher");

  expect((await begin(shop.url, owner, "a wrong password")).status).toBe(403);
  expect((await visit(shop.url, "/admin/orders", owner)).text).toContain("Sample Butcher");
  const twice = [shop.admin.password, shop.admin.password];
  const answers = await Promise.all(twice.map((one) => begin(shop.url, owner, one)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);

  const { status, text } = await visit(shop.url, "/admin/orders", owner);
  expect(status).toBe(200);
  expect(text).not.toContain("Sample Butcher");
  expect((await visit(shop.url, "/admin", owner)).text).not.toContain("Sample business");
  // Who was signed in as the sample client is nobody any more.
  expect((await visit(shop.url, "/dashboard", client)).status).toBe(302);
  const [backup] = await readdir(join(settings.DATA_DIR, "backups"));
  expect(backup).toMatch(/^sample-\d{4}-\d\d-\d\d$/);
  expect(existsSync(join(settings.DATA_DIR, "backups", backup ?? "", "manifest.json"))).toBe(true);

  await shop.stop();
  const again = await openShop(settings);
  const later = await signedIn(again.url, again.admin);
  expect((await visit(again.url, "/admin/clients", later)).text).not.toContain("Sample Butcher");
});
