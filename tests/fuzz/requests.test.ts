import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { type RawRequest, sendRaw } from "#tests/setup/raw-request.ts";
import { type Account, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { oddRequest } from "./odd-requests.ts";

// Sends the shop random requests as each kind of user. A failure names the request and the seed;
// FUZZ_SEED=… sends the same again, FUZZ_SECONDS=… runs for longer.

const seconds = Number(process.env.FUZZ_SECONDS ?? 20);
// Always the same, so that the change causes a failure; another seed sends other requests.
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** Texts that only the log may contain. */
const internals =
  /\bselect\s+(?:"|\*|distinct\b|count\()|failed query|\n\s*at (?:async )?\S+ \(|at async |node_modules|pglite|postgres|drizzle|syntax error|invalid input|violates|TypeError|RangeError|ECONN|ENOENT/i;

/** These requests sign the user out. */
const leaving = /^\/logout|^\/api\/auth\/sign-out/;

let shop: RunningShop;
let patterns: string[];
let known: { ids: string[]; slugs: string[] };
beforeAll(async () => {
  process.stdout.write(`fuzz: FUZZ_SEED=${seed}\n`);
  shop = await startShop({ TRUST_PROXY: "127.0.0.1,::1" });
  patterns = (await listedRoutes()).map(({ pattern }) => pattern);
  known = await whatThereIs();
});
afterAll(() => shop.stop());

/** Returns the ids and slugs that pages link to. */
async function whatThereIs() {
  const cookie = await enter(shop.url, shop.admin);
  const pages = ["/admin/orders", "/admin/clients", "/admin/products", "/admin/invoices", "/shop"];
  const texts = await Promise.all(
    pages.map(async (path) => (await ask(shop.url, path, { cookie })).text()),
  );
  const ids = texts.flatMap(
    (text) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [],
  );
  const slugs = texts.flatMap((text) => [...text.matchAll(/\/shop\/[a-z-]+\/([a-z0-9-]+)/g)]);
  return { ids: unique(ids), slugs: unique(slugs.map(([, slug = ""]) => slug)) };
}

const unique = (all: string[]) => [...new Set(all)].slice(0, 40);

/** Sends odd requests one by one until the time is up. */
async function sendAll(account?: Account) {
  let cookie = account && (await enter(shop.url, account));
  let sent = 0;
  const property = fc.asyncProperty(oddRequest(patterns, known, shop.url), async (request) => {
    const own: RawRequest["headers"] = cookie ? { cookie } : {};
    const asked = { ...request, headers: { ...own, ...request.headers } };
    const answer = await sendRaw(shop.url, asked).catch((error: Error) => {
      // Cutting the connection is the answer to invalid or far too much HTTP.
      if ("code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE")) return null;
      throw error;
    });
    sent += 1;
    if (account && leaving.test(request.path)) cookie = await enter(shop.url, account);
    if (!answer) return;
    expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500);
    expect(answer.text.replaceAll(/[\w-]*postgres[\w-]*\.js/g, "")).not.toMatch(internals);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
  await fc.assert(property, {
    seed,
    numRuns: 100_000,
    interruptAfterTimeLimit: seconds * 1000,
    endOnFailure: true,
  });
  return sent;
}

test("no request breaks anything or reveals internals", async () => {
  const sent = await Promise.all([sendAll(), sendAll(shop.demo), sendAll(shop.admin)]);
  expect(Math.min(...sent)).toBeGreaterThan(100);
  process.stdout.write(`fuzz: ${sent.join(" + ")} requests answered\n`);
  expect((await ask(shop.url, "/healthz")).status).toBe(200);
  expect(shop.stderr()).toBe("");
});
