import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStopLinks } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import { choiceWords, mailKinds } from "#app/domain/customers/mail-choices/mail-kinds.ts";
import { ask, send, whoIs } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { newAccount } from "./new-account.ts";

const secret = "a secret of the tests that is long enough";
const links = createStopLinks(secret);

let shop: RunningShop;
let ids: { one: string; other: string };
beforeAll(async () => {
  shop = await startShop({ AUTH_SECRET: secret });
  ids = { one: await newCustomer(), other: await newCustomer() };
});
afterAll(() => shop.stop());

/** Returns the id of a new account, which is its customer's too. */
async function newCustomer(): Promise<string> {
  const { cookie } = await newAccount(shop.url);
  const session = (await whoIs(shop.url, cookie)) as { user: { id: string } } | null;
  return session?.user.id ?? "";
}

describe.each(mailKinds)("%s", (kind) => {
  const page = (token: string) => `/${kind}?${new URLSearchParams({ token })}`;
  const oneClick = (token: string) =>
    `${shop.url}/api/${kind}/stop?${new URLSearchParams({ token })}`;

  /** True if a customer gets these emails, as its own link says. */
  async function isWanted(id: string) {
    const answer = await ask(shop.url, page(links.tokenFor(kind, id)));
    expect(answer.status).toBe(200);
    return (await answer.text()).includes(choiceWords[kind].ask);
  }

  /** Sends the request of a mail program's server: no cookie, no origin. */
  function clickOnce(token: string) {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    return fetch(oneClick(token), { method: "POST", body });
  }

  test("a link stops these emails for its own customer, but not just by being opened", async () => {
    const own = page(links.tokenFor(kind, ids.one));
    for (let n = 0; n < 2; n += 1) expect(await isWanted(ids.one)).toBe(true);
    expect((await send(shop.url, own, { intent: "stop" })).status).toBe(200);
    expect(await isWanted(ids.one)).toBe(false);
    expect(await isWanted(ids.other)).toBe(true);
    expect((await send(shop.url, own, { intent: "resume" })).status).toBe(200);
    expect(await isWanted(ids.one)).toBe(true);
  });

  test("a mail program stops these emails with one request, which may be repeated", async () => {
    for (let n = 0; n < 2; n += 1) {
      const answer = await clickOnce(links.tokenFor(kind, ids.one));
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(choiceWords[kind].told);
      expect(await isWanted(ids.one)).toBe(false);
    }
    expect(await isWanted(ids.other)).toBe(true);
  });

  test("a person who opens the mail program's address gets the page for confirming", async () => {
    const own = links.tokenFor(kind, ids.other);
    const opened = await ask(shop.url, oneClick(own).slice(shop.url.length));
    expect([opened.status, opened.headers.get("location")]).toEqual([302, page(own)]);
    expect(await isWanted(ids.other)).toBe(true);
  });

  test("a link that is forged, expired or another's is refused, and changes nothing", async () => {
    const good = links.tokenFor(kind, ids.other);
    const yearAgo = new Date(Date.now() - 365 * 24 * 3_600_000);
    for (const bad of [
      "",
      ids.other,
      good.replace(ids.other, ids.one),
      links.tokenFor(kind, ids.one).replace(ids.one, ids.other),
      good.slice(0, -2),
      links.tokenFor(kind, ids.other, yearAgo),
      createStopLinks("another secret that is long enough").tokenFor(kind, ids.other),
    ]) {
      expect((await ask(shop.url, page(bad))).status, bad).toBe(410);
      expect((await send(shop.url, page(bad), { intent: "stop" })).status, bad).toBe(410);
      expect((await clickOnce(bad)).status, bad).toBe(410);
    }
    expect(await isWanted(ids.other)).toBe(true);
  });

  test("another site can't send the form, and an account can't change another customer's choice", async () => {
    const forged = await fetch(shop.url + page(links.tokenFor(kind, ids.other)), {
      method: "POST",
      headers: { Origin: "https://evil.example" },
      body: new URLSearchParams({ intent: "stop" }),
    });
    expect(forged.status).toBe(403);
    const visitor = await send(shop.url, `/dashboard/account/mails/${kind}`, { intent: "stop" });
    expect(visitor.headers.get("location")).toContain("/login");
    const { cookie } = await newAccount(shop.url);
    const path = `/dashboard/account/mails/${kind}`;
    const own = await send(shop.url, path, { intent: "stop", customerId: ids.other }, { cookie });
    expect(own.headers.get("location")).toBe(`/dashboard/account?saved=${kind}`);
    expect(await isWanted(ids.other)).toBe(true);
  });
});

test("an unknown kind of email is not found", async () => {
  const { cookie } = await newAccount(shop.url);
  const answer = await send(
    shop.url,
    "/dashboard/account/mails/constructor",
    { intent: "stop" },
    { cookie },
  );
  expect(answer.status).toBe(404);
});
