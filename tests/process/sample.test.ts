import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { proofField } from "#app/domain/accounts/proof/proof.ts";
import { openSession } from "#db/postgres.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { freePort } from "#tests/setup/shops/shop.ts";
import { untilSomebodyWaits } from "#tests/setup/waiting.ts";
import { emptyFolder, newShop, openShop } from "./own-shop.ts";
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

test("a first start opens the sample business, which the owner removes for good", async () => {
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
  // A session of the sample client is no longer valid.
  expect((await visit(shop.url, "/dashboard", client)).status).toBe(302);
  const [backup] = await readdir(join(settings.DATA_DIR, "backups"));
  expect(backup).toMatch(/^sample-\d{4}-\d\d-\d\d$/);
  expect(existsSync(join(settings.DATA_DIR, "backups", backup ?? "", "manifest.json"))).toBe(true);

  await shop.stop();
  const again = await openShop(settings);
  const later = await signedIn(again.url, again.admin);
  expect((await visit(again.url, "/admin/clients", later)).text).not.toContain("Sample Butcher");
});

async function sessionOn({ DATABASE_URL = "" }: Record<string, string>) {
  const session = await openSession(DATABASE_URL);
  onTestFinished(session.close);
  return session;
}

/** Creates a shop with the sample on a database that the test can reach too. */
async function sampleByAddress() {
  const settings = {
    ...(await newShop("by address")),
    SAMPLE: "business",
    SAMPLE_ZONES: "",
    DEMO: "1",
  };
  const shop = await openShop(settings);
  const { client, db } = await sessionOn(settings);
  const count = async (from: string) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`);
    return rows[0]?.n;
  };
  return { settings, shop, client, db, count };
}

test("a process killed while it removes the sample leaves all of it", async () => {
  const { settings, shop, client, db, count } = await sampleByAddress();
  const orders = await count("orders");
  const owner = await signedIn(shop.url, shop.admin);
  // By then its tables are empty and its clients are being removed.
  await client.query("begin");
  await client.query("select from users where email = $1 for update", [shop.demo.email]);
  const answer = begin(shop.url, owner, shop.admin.password).catch(() => "no answer");
  await untilSomebodyWaits((await sessionOn(settings)).db);
  await shop.stop("SIGKILL");
  await client.query("rollback");
  expect(await answer).toBe("no answer");
  expect(await count("orders")).toBe(orders);
  expect(await count("kept_values where key = 'sample'")).toBe(1);
  expect(await count("pg_trigger where tgenabled = 'D' and not tgisinternal")).toBe(0);

  const again = await openShop(settings);
  const later = await signedIn(again.url, again.admin);
  expect((await begin(again.url, later, again.admin.password)).status).toBe(302);
  expect(await count("orders")).toBe(0);
  expect(await count("document_series where last_number <> 0")).toBe(0);
  const { user } = await insertClient(db);
  expect((await insertOrder(db, user.id)).number).toBe(1001);
});

test("two processes that remove the sample concurrently remove it once", async () => {
  const { settings, shop, count } = await sampleByAddress();
  const second = { ...settings, DATA_DIR: await emptyFolder(), PORT: String(await freePort()) };
  const shops = [shop, await openShop(second)];
  const owners = await Promise.all(shops.map(({ url, admin }) => signedIn(url, admin)));
  const answers = await Promise.all(
    shops.map(({ url, admin }, at) => begin(url, owners[at] ?? "", admin.password)),
  );
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await count("orders")).toBe(0);
  expect(await count("audit_log where action = 'began with their own'")).toBe(1);
  for (const [at, { url }] of shops.entries()) {
    const { status, text } = await visit(url, "/admin", owners[at]);
    expect(status).toBe(200);
    expect(text).not.toContain("Sample business");
  }
});

test("the sample stays once one of the owner's own customers has ordered", async () => {
  const { settings, shop, db, count } = await sampleByAddress();
  const { user } = await insertClient(db);
  await insertOrder(db, user.id);
  const orders = await count("orders");
  const owner = await signedIn(shop.url, shop.admin);
  const refused = await begin(shop.url, owner, shop.admin.password);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("has ordered or paid");
  expect(await count("orders")).toBe(orders);
  const backups = await readdir(join(settings.DATA_DIR, "backups"));
  expect(backups.filter((name) => name.startsWith("sample-"))).toEqual([]);
});
