import { afterAll, beforeAll, expect, test } from "vitest";
import { createReminderLinks } from "#app/features/order-reminders/opt-out.server.ts";
import { ask, send, whoIs } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shop.ts";
import { newAccount } from "./new-account.ts";

const secret = "a secret of the tests that is long enough";
const links = createReminderLinks(secret);

let shop: RunningShop;
let ids: { one: string; other: string };
beforeAll(async () => {
  shop = await startShop({ AUTH_SECRET: secret });
  ids = { one: await newCustomer(), other: await newCustomer() };
});
afterAll(() => shop.stop());

/** The id of somebody's new account, which is its customer's. */
async function newCustomer(): Promise<string> {
  const { cookie } = await newAccount(shop.url);
  const session = (await whoIs(shop.url, cookie)) as { user: { id: string } } | null;
  return session?.user.id ?? "";
}

const page = (token: string) => `/order-reminders?${new URLSearchParams({ token })}`;
const oneClick = (token: string) =>
  `${shop.url}/api/order-reminders/stop?${new URLSearchParams({ token })}`;

/** Whether a customer is reminded, as its own link says. */
async function isReminded(id: string) {
  const answer = await ask(shop.url, page(links.tokenFor(id)));
  expect(answer.status).toBe(200);
  return (await answer.text()).includes("Stop reminders?");
}

/** What a mail program's server sends: no cookie, no origin. */
function clickOnce(token: string) {
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  return fetch(oneClick(token), { method: "POST", body });
}

test("a link stops its own customer's reminders, and looking at it does not", async () => {
  const own = page(links.tokenFor(ids.one));
  for (let n = 0; n < 2; n += 1) expect(await isReminded(ids.one)).toBe(true);
  expect((await send(shop.url, own, { intent: "stop" })).status).toBe(200);
  expect(await isReminded(ids.one)).toBe(false);
  expect(await isReminded(ids.other)).toBe(true);
  expect((await send(shop.url, own, { intent: "resume" })).status).toBe(200);
  expect(await isReminded(ids.one)).toBe(true);
});

test("a mail program stops them with one request, which may come twice", async () => {
  for (let n = 0; n < 2; n += 1) {
    const answer = await clickOnce(links.tokenFor(ids.one));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("no more reminders");
    expect(await isReminded(ids.one)).toBe(false);
  }
  expect(await isReminded(ids.other)).toBe(true);
});

test("a person who opens the mail program's address is asked, and nothing is stopped", async () => {
  const own = links.tokenFor(ids.other);
  const opened = await ask(shop.url, oneClick(own).slice(shop.url.length));
  expect([opened.status, opened.headers.get("location")]).toEqual([302, page(own)]);
  expect(await isReminded(ids.other)).toBe(true);
});

test("a link that is forged, expired or another's is refused, and changes nothing", async () => {
  const good = links.tokenFor(ids.other);
  const yearAgo = new Date(Date.now() - 365 * 24 * 3_600_000);
  for (const bad of [
    "",
    ids.other,
    good.replace(ids.other, ids.one),
    links.tokenFor(ids.one).replace(ids.one, ids.other),
    good.slice(0, -2),
    links.tokenFor(ids.other, yearAgo),
    createReminderLinks("another secret that is long enough").tokenFor(ids.other),
  ]) {
    expect((await ask(shop.url, page(bad))).status, bad).toBe(410);
    expect((await send(shop.url, page(bad), { intent: "stop" })).status, bad).toBe(410);
    expect((await clickOnce(bad)).status, bad).toBe(410);
  }
  expect(await isReminded(ids.other)).toBe(true);
});

test("no other site's page sends the form, and nobody changes another's in the account", async () => {
  const forged = await fetch(shop.url + page(links.tokenFor(ids.other)), {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new URLSearchParams({ intent: "stop" }),
  });
  expect(forged.status).toBe(403);
  const visitor = await send(shop.url, "/dashboard/account/reminders", { intent: "stop" });
  expect(visitor.headers.get("location")).toContain("/login");
  const { cookie } = await newAccount(shop.url);
  const path = "/dashboard/account/reminders";
  const own = await send(shop.url, path, { intent: "stop", customerId: ids.other }, { cookie });
  expect(own.headers.get("location")).toBe("/dashboard/account?saved=reminders");
  expect(await isReminded(ids.other)).toBe(true);
});
