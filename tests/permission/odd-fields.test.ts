import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateLimits } from "#db/schema/system.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun } from "#tests/e2e/driver/driver-page.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { impossibleDays } from "#tests/setup/factories/deliveries.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { type BackOfficeThings, backOfficeThings } from "./back-office-things.ts";
import { listedRoutes } from "./route-table.ts";

// Unexpected fields from people with permission are refused or ignored; nothing fails.

const inherited = ["constructor", "toString", "valueOf", "__proto__"];

let shop: ShopWithin;
let things: BackOfficeThings;
let owner: string;
beforeAll(async () => {
  shop = await openShopWithin();
  things = await backOfficeThings(shop);
  owner = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

/** Returns odd values for a choice or a day; other texts are tried together. */
function oddities(name: string, value: string): string[] {
  if (/^(intent|change|kind|links|visibility|role|program|reason)$/.test(name)) {
    return inherited;
  }
  return /^\d{4}-\d\d-\d\d$/.test(value) ? impossibleDays : [];
}

test("form fields with odd values or names cause no failure", async () => {
  const failed: string[] = [];
  let sent = 0;
  const tryFields = async (page: string, fields: Record<string, string>, what: string) => {
    sent += 1;
    // So many in a minute would be rate-limited.
    if (sent % 50 === 0) await shop.db.delete(rateLimits);
    const { status } = await send(shop.url, page, fields, { cookie: owner });
    if (status >= 500) failed.push(`${status} ${what}`);
  };
  const foreign = Object.fromEntries(inherited.map((name) => [name, "x"]));
  for (const { name, page, fields } of things.forms) {
    if (page === null) continue;
    for (const [field, value] of Object.entries(fields)) {
      for (const odd of oddities(field, value)) {
        const what = `${name}: ${field} is ${JSON.stringify(odd)}`;
        await tryFields(page, { ...fields, [field]: odd }, what);
      }
    }
    const texts = Object.entries(fields).filter(([field, value]) => !oddities(field, value)[0]);
    const withNul = Object.fromEntries(texts.map(([field, value]) => [field, `${value}\0`]));
    await tryFields(page, { ...fields, ...withNul }, `${name}: NULs`);
    await tryFields(page, foreign, `${name}: other names`);
    await tryFields(page, { ...fields, ...foreign }, `${name}: more names`);
  }
  expect(failed).toEqual([]);
  expect(sent).toBeGreaterThan(200);
});

async function parameters(): Promise<string[]> {
  const app = join(import.meta.dirname, "../../app");
  const files = (await readdir(app, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(app, file), "utf8")));
  const read = texts.flatMap((text) => [...text.matchAll(/\.(?:get|getAll|has)\("([a-z]+)"\)/gi)]);
  return [...new Set(read.map(([, name = ""]) => name))];
}

test("address parameters with odd values cause no failure", async () => {
  const names = await parameters();
  expect(names).toEqual(expect.arrayContaining(["done", "saved", "day", "q"]));
  const failed: string[] = [];
  for (const { pattern, path } of await listedRoutes()) {
    // A stream of events does not end.
    if (!/^\/(admin|api)\b/.test(pattern) || pattern === "/api/events") continue;
    const of = things.addresses[pattern.replace(/^\/admin\//, "")];
    const [address = path] = of?.map((one) => `/admin/${one}`) ?? [];
    for (const odd of ["__proto__", "\0"]) {
      const query = new URLSearchParams(names.map((name) => [name, odd]));
      for (const name of ["day", "date", "from", "to"]) query.set(name, impossibleDays[1] ?? "");
      const answer = await ask(shop.url, `${address}?${query}`, { cookie: owner });
      await answer.body?.cancel();
      if (answer.status >= 500) failed.push(`${answer.status} ${address}: ${JSON.stringify(odd)}`);
    }
  }
  expect(failed).toEqual([]);
});

// A failed report is sent again, before all later ones.
test.each(["\0", "a\0b", "\ud83e", "a\ud83e"])(
  "the texts of a driver and of the station may have %j in them",
  async (odd) => {
    const run = await makeRun(shop.db, await administrator(shop), 1);
    const [stop] = run.stops;
    const report = {
      kind: "not_home",
      requestId: randomUUID(),
      stopId: stop?.id,
      note: odd,
      at: new Date().toISOString(),
    };
    const [station = ""] = things.addresses["packing/:id"] ?? [];
    const voided = { kind: "void", packageId: randomUUID(), reason: odd };
    const added = {
      kind: "add",
      requestId: randomUUID(),
      productId: things.productId,
      amount: "1",
      note: odd,
    };
    for (const [path, body] of [
      [`${run.path}/reports`, report],
      [`/api/${station}`, voided],
      [`/api/${station}`, added],
    ] as const) {
      const answer = await fetch(shop.url + path, {
        method: "POST",
        headers: { cookie: owner, origin: shop.url, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([200, 409], `${path}: ${await answer.text()}`).toContain(answer.status);
    }
  },
);
