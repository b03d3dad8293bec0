import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, cookieOf, enter, send, whoIs } from "#tests/setup/browserless.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { comparable, newAccount } from "./new-account.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** Returns the newest link to a page that was mailed to an address, as a path. */
async function mailedLink(of: RunningShop, email: string, page = "/reset-password") {
  const links = async () => {
    const mails = await mailsTo(of.dataDir, email);
    const paths = mails
      .map(({ link }) => new URL(link, of.url))
      .filter((url) => url.pathname === page);
    return paths.map(({ pathname, search }) => pathname + search);
  };
  await expect.poll(links, { timeout: 20_000 }).not.toEqual([]);
  return (await links()).at(-1) ?? "";
}

describe("a new password", () => {
  test("ends every other session of the account and opens one", async () => {
    const { cookie, email, password } = await newAccount(shop.url);
    const elsewhere = await enter(shop.url, { email, password });
    await send(shop.url, "/forgot-password", { email });
    const link = await mailedLink(shop, email);

    const chosen = await send(shop.url, link, { password: "the new one" }, { cookie });
    expect(chosen.headers.get("location")).toBe("/dashboard");
    expect(await whoIs(shop.url, cookieOf(chosen))).toMatchObject({ user: { email } });
    for (const ended of [cookie, elsewhere]) {
      expect(await whoIs(shop.url, ended)).toBeNull();
      expect((await ask(shop.url, "/dashboard", { cookie: ended })).status).toBe(302);
    }
    expect((await send(shop.url, "/login", { email, password })).status).toBe(401);
    expect(await enter(shop.url, { email, password: "the new one" })).not.toBe("");

    for (const again of [await ask(shop.url, link), await send(shop.url, link, { password })]) {
      expect(again.status).toBe(410);
      expect(await again.text()).toContain("This link no longer works");
    }
  });

  test("leads an administrator to the back office", async () => {
    const own = await startShop();
    try {
      await send(own.url, "/forgot-password", { email: own.admin.email });
      const link = await mailedLink(own, own.admin.email);
      const chosen = await send(own.url, link, { password: "the new one" });
      expect(chosen.headers.get("location")).toBe("/admin");
    } finally {
      await own.stop();
    }
  });

  test("is offered in the same words whether or not there is an account", async () => {
    const { email } = await newAccount(shop.url);
    const answers = [];
    for (const asked of [email, "nobody@example.com"]) {
      const answer = await send(shop.url, "/forgot-password", { email: asked });
      expect(answer.status).toBe(200);
      answers.push((await answer.text()).replaceAll(asked, "somebody"));
    }
    expect(comparable(answers[0])).toBe(comparable(answers[1]));
    await mailedLink(shop, email);
    expect(await mailsTo(shop.dataDir, "nobody@example.com")).toEqual([]);
  });

  test("is refused when it is too short, and the link stays valid", async () => {
    const { email } = await newAccount(shop.url);
    await send(shop.url, "/forgot-password", { email });
    const link = await mailedLink(shop, email);
    const short = await send(shop.url, link, { password: "short" });
    expect(short.status).toBe(400);
    expect(await short.text()).toContain("Please use at least 8 characters");
    expect((await send(shop.url, link, { password: "long enough now" })).status).toBe(302);
  });
});

test("an unconfirmed account sees a notice on every page that would send mail", async () => {
  const { email, cookie } = await newAccount(shop.url);
  const pages = ["/dashboard", "/dashboard/account", "/dashboard/place-order"];
  const told = async (path: string) => {
    const html = await (await ask(shop.url, path, { cookie })).text();
    return html.replaceAll("<!-- -->", "").includes(`${email} is not confirmed yet`);
  };
  for (const path of pages) expect(await told(path), path).toBe(true);
  const link = await mailedLink(shop, email, "/confirm-email");
  expect((await send(shop.url, link, {})).status).toBe(302);
  for (const path of pages) expect(await told(path), path).toBe(false);
});

test("a second link shows that the address is already confirmed, and links to the login", async () => {
  const { email, cookie } = await newAccount(shop.url);
  const first = await mailedLink(shop, email, "/confirm-email");
  await send(shop.url, "/dashboard/account/confirm-email", {}, { cookie });
  const second = async () => {
    const link = await mailedLink(shop, email, "/confirm-email");
    return link === first ? null : link;
  };
  await expect.poll(second, { timeout: 20_000 }).not.toBeNull();
  const link = (await second()) ?? "";
  const page = await ask(shop.url, link);
  expect(await page.text()).toContain("One click confirms that it is yours");
  expect((await send(shop.url, first, {})).headers.get("location")).toBe("/dashboard");
  const pressed = await send(shop.url, link, {});
  expect(pressed.headers.get("location")).toBe(link);
  const told = await ask(shop.url, link);
  expect(told.status).toBe(200);
  const html = await told.text();
  expect(html).toContain("Your address is confirmed");
  expect(html).toContain('href="/login"');
  expect(html).not.toContain("no longer works");
});

describe("a shop that requires confirmed addresses", () => {
  let confirming: RunningShop;
  beforeAll(async () => {
    confirming = await startShop({ EMAIL_CONFIRMATION: "1" });
  });
  afterAll(() => confirming.stop());

  const fields = { email: "chef@example.com", password: "long enough", companyName: "Bistro" };
  const message = "Please check your email to confirm your account.";

  test("opens an account by the mailed link", async () => {
    const signedUp = await send(confirming.url, "/login?create", fields);
    expect(signedUp.status).toBe(200);
    expect(cookieOf(signedUp)).toBe("");
    expect(await signedUp.text()).toContain(message);

    const early = await send(confirming.url, "/login", fields);
    expect(early.status).toBe(403);
    expect(await early.text()).toContain(message);
    const link = await mailedLink(confirming, fields.email, "/confirm-email");

    // Opening the page confirms nothing.
    expect((await ask(confirming.url, link)).status).toBe(200);
    const confirmed = await send(confirming.url, link, {});
    expect(confirmed.headers.get("location")).toBe("/dashboard");
    expect(await whoIs(confirming.url, cookieOf(confirmed))).toMatchObject({
      user: { email: fields.email, emailVerified: true },
    });
    expect((await send(confirming.url, link, {})).status).toBe(410);
    expect(await enter(confirming.url, fields)).not.toBe("");
  });

  test("sends an address one link an hour for signing up, and three with the password", async () => {
    const asked = { ...fields, email: "victim@example.com" };
    const create = () => send(confirming.url, "/login?create", asked);
    expect((await create()).status).toBe(200);
    const again = await create();
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await again.text()).toContain("We have already sent a link to this address.");
    for (let time = 0; time < 5; time += 1) await send(confirming.url, "/login", asked);
    await mailedLink(confirming, asked.email, "/confirm-email");
    // An email that is queued later is delivered later.
    const last = { ...fields, email: "afterwards@example.com" };
    await send(confirming.url, "/login?create", last);
    await mailedLink(confirming, last.email, "/confirm-email");
    expect(await mailsTo(confirming.dataDir, asked.email)).toHaveLength(3);
  });

  test("does not reveal on signing up which addresses have an account", async () => {
    const answers = [];
    for (const email of [confirming.demo.email, "somebody-new@example.com"]) {
      const answer = await send(confirming.url, "/login?create", { ...fields, email });
      expect(answer.status).toBe(200);
      answers.push((await answer.text()).replaceAll(email, "somebody"));
    }
    expect(comparable(answers[0])).toBe(comparable(answers[1]));
  });
});

test("an invitation to the staff shows its link, and that no email was sent", async () => {
  const admin = await enter(shop.url, shop.admin);
  const email = "driver@example.com";
  const invite = { intent: "invite", email, name: "Sample Driver", role: "driver" };
  let html = "";
  const linkOn = async (answer: Response) => {
    html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`The invitation of ${email} is ready. This shop can’t send email yet`);
    expect(html).not.toMatch(/Invitation sent|Send (invitation|again)/);
    const { pathname, search } = new URL(/value="([^"]+\/join\?[^"]+)"/.exec(html)?.[1] ?? "");
    return pathname + search;
  };
  const first = await linkOn(await send(shop.url, "/admin/staff", invite, { cookie: admin }));
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(html) ?? [];
  const again = { intent: "again", id };
  const second = await linkOn(await send(shop.url, "/admin/staff", again, { cookie: admin }));
  expect((await ask(shop.url, first)).status).toBe(410);
  // It is shown once.
  expect(await (await ask(shop.url, "/admin/staff", { cookie: admin })).text()).not.toContain(
    "/join?",
  );
  const joined = await send(shop.url, second, { password: "long enough a password" });
  expect(joined.headers.get("location")).toMatch(/^\/admin/);
});

test("joining the staff by a plain form leads to the back office, and ends the link", async () => {
  const admin = await enter(shop.url, shop.admin);
  const email = "packer@example.com";
  const invite = { intent: "invite", email, name: "Sample Packer", role: "packer" };
  await send(shop.url, "/admin/staff", invite, { cookie: admin });
  const link = await mailedLink(shop, email, "/join");
  const joined = await send(shop.url, link, { password: "long enough a password" });
  expect(joined.status).toBe(302);
  expect(joined.headers.get("location")).toMatch(/^\/admin/);
  expect((await ask(shop.url, link)).status).toBe(410);
  expect((await send(shop.url, link, { password: "another password" })).status).toBe(410);
});
