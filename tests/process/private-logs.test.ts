import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ask, cookieOf, send } from "#tests/setup/browserless.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { openShop, usedShop } from "./own-shop.ts";
import { post } from "./visit.ts";

/** Part of all typed text here, and of nothing else. */
const mark = "zq7marked";

const email = `${mark}@example.com`;
const password = `${mark} password`;
const person = { contactName: `Pat ${mark}`, phone: `604-555-01${mark}`, address: `${mark} Road` };

test("no log line contains typed text, addresses or credentials", async () => {
  const shop = await openShop({ ...(await usedShop()), EMAIL_CONFIRMATION: "0" });
  const { url } = shop;
  const form = (path: string, fields: Record<string, string>, cookie = "") =>
    send(url, path, fields, { cookie });

  const company = { companyName: `${mark} Bistro`, notes: `${mark} notes` };
  const signedUp = await form("/login?create", { email, password, ...company, ...person });
  expect(signedUp.status).toBe(302);
  const cookie = cookieOf(signedUp);
  const statuses = [
    await form("/login", { email, password: `${mark} wrong` }),
    await form("/login", { email: `no-${email}`, password }),
    await form("/login?create", { email, password, ...company }),
    await form("/login", { email: mark, password }),
    await post(url, "/api/auth/sign-in/email", { email, password: `${mark} wrong` }),
    await form("/forgot-password", { email }),
    await form("/forgot-password", { email: `no-${email}` }),
    await form(`/reset-password?token=${mark}token`, { password }),
    await form("/contact", { name: `Pat ${mark}`, email, phone: mark, message: `${mark} text` }),
    await form("/wholesale", { company: mark, contact: mark, email, phone: mark, message: mark }),
    await form("/dashboard/account", { ...company, ...person }, cookie),
    await form(
      "/api/orders",
      { requestId: randomUUID(), notes: mark, [`quantity.${mark}`]: "x" },
      cookie,
    ),
    await form("/dashboard/account/password", { currentPassword: mark, password }, cookie),
    await ask(url, `/search?q=${mark}`),
    await ask(url, `/api/search?q=${mark}`),
    await ask(url, `/invoices/${mark}token`),
    await ask(url, `/confirm-email?token=${mark}token`),
    await ask(url, `/login?next=/${mark}&company=${mark}`),
    await ask(url, "/dashboard", { cookie: `shop.session_token=${mark}` }),
    await ask(url, "/dashboard", { headers: { "x-forwarded-for": mark, "user-agent": mark } }),
  ].map(({ status }) => status);
  for (const status of statuses) expect(status).toBeLessThan(500);

  const links = async () => (await mailsTo(shop.dataDir, email)).map(({ link }) => link);
  const reset = /reset-password\?token=([\w-]{20,})/;
  await expect.poll(links, { timeout: 30_000 }).toContainEqual(expect.stringMatching(reset));
  const token = reset.exec((await links()).join(" "))?.[1] ?? "";
  expect(token).not.toBe("");
  expect((await form(`/reset-password?token=${token}`, { password })).status).toBe(302);
  await expect
    .poll(() => shop.log().filter(({ path }) => path === "/reset-password"))
    .toHaveLength(2);

  const said = shop.stdout() + shop.stderr();
  // The router's address of an unknown page would be one; nobody types such a path.
  for (const secret of [mark, token, cookie.split("=")[1] ?? "", cookie.split(".")[1] ?? ""]) {
    expect(secret).not.toBe("");
    expect(said).not.toContain(secret);
  }
  expect(shop.log().length).toBeGreaterThan(statuses.length);
});
