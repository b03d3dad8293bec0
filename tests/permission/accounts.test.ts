import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, cookieOf, enter, send, whoIs } from "#tests/setup/browserless.ts";
import { freePort, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { comparable, newAccount } from "./new-account.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

describe("signing up", () => {
  test("signs in, and leads to the dashboard", async () => {
    const phone = "604-555-0123";
    const { answer, cookie, email, companyName } = await newAccount(shop.url, { phone });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/dashboard");
    expect(await whoIs(shop.url, cookie)).toMatchObject({
      user: { email, emailVerified: false },
      profile: { companyName, phone },
      isAdmin: false,
    });
  });

  test("makes nobody an administrator, whatever is sent", async () => {
    const { cookie } = await newAccount(shop.url, {
      is_admin: "true",
      isAdmin: "true",
      "profile.isAdmin": "true",
      role: "admin",
      emailVerified: "true",
    });
    expect(await whoIs(shop.url, cookie)).toMatchObject({
      isAdmin: false,
      isImageEditor: false,
      profile: { isAdmin: false },
    });
    expect((await ask(shop.url, "/admin", { cookie })).headers.get("location")).toBe(
      "/dashboard?denied",
    );
  });

  test("claims neither the designated address nor another account's", async () => {
    const { email, password, cookie } = await newAccount(shop.url);
    for (const taken of [shop.admin.email, "ADMIN@Example.com ", email, email.toUpperCase()]) {
      const fields = { email: taken, password: "an intruder's", companyName: "Intruder" };
      const answer = await send(shop.url, "/login?create", fields);
      expect(answer.status).toBe(409);
      expect(cookieOf(answer)).toBe("");
      expect(await answer.text()).toContain("already has an account");
    }
    expect(await whoIs(shop.url, cookie)).toMatchObject({ user: { email } });
    expect(await enter(shop.url, { email, password })).not.toBe("");
    expect(await enter(shop.url, shop.admin)).not.toBe("");
  });

  test("says what is missing, and keeps the input except the password", async () => {
    const fields = { email: "not-one", password: "a s3cret of mine", contactName: "Pat <Sample>" };
    const answer = await send(shop.url, "/login?create", fields);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain("Please enter your company name");
    expect(html).toContain("Please enter an email address like name@example.com");
    expect(html).toContain('value="Pat &lt;Sample&gt;"');
    expect(html).not.toContain("a s3cret of mine");
  });
});

describe("signing in", () => {
  test("sets a cookie that no script reads and no other site sends", async () => {
    const { answer } = await newAccount(shop.url);
    const cookies = answer.headers.getSetCookie();
    const attributes = (age: string) => ["HttpOnly", `Max-Age=${age}`, "Path=/", "SameSite=Lax"];
    // The session, and the browser's cookie, which lasts a year.
    expect(cookies.map((cookie) => cookie.split("; ").slice(1).sort())).toEqual([
      attributes("604800"),
      attributes("31536000"),
    ]);
  });

  test("redirects each role to its own area, or to the requested page", async () => {
    const goes = async (account: { email: string; password: string }, query = "") =>
      (await send(shop.url, `/login${query}`, account)).headers.get("location");
    expect(await goes(shop.admin)).toBe("/admin");
    expect(await goes(shop.demo)).toBe("/dashboard");
    expect(await goes(shop.demo, "?next=%2Fdashboard%2Forders%3Fpage%3D2")).toBe(
      "/dashboard/orders?page=2",
    );
    for (const elsewhere of ["//evil.example", "https://evil.example", "/.//evil.example"]) {
      const next = new URLSearchParams({ next: elsewhere });
      expect(await goes(shop.demo, `?${next}`)).toBe("/dashboard");
    }
  });

  test("answers a wrong password and an unknown address in the same way", async () => {
    const answers = [];
    for (const email of [shop.demo.email, "nobody@example.com"]) {
      const answer = await send(shop.url, "/login", { email, password: "not the password" });
      expect(answer.status).toBe(401);
      expect(cookieOf(answer)).toBe("");
      answers.push((await answer.text()).replaceAll(email, "somebody"));
    }
    expect(answers[0]).toContain("Invalid email or password.");
    expect(comparable(answers[0])).toBe(comparable(answers[1]));
  });

  test("is skipped for a signed-in user", async () => {
    const { cookie } = await newAccount(shop.url);
    for (const path of ["/login", "/login?create"]) {
      const answer = await ask(shop.url, path, { cookie });
      expect(answer.headers.get("location")).toBe("/dashboard");
    }
    const admin = await enter(shop.url, shop.admin);
    const answer = await ask(shop.url, "/login", { cookie: admin });
    expect(answer.headers.get("location")).toBe("/admin");
    const wished = await ask(shop.url, "/login?next=/dashboard/orders", { cookie });
    expect(wished.headers.get("location")).toBe("/dashboard/orders");
  });

  test("answers 400 when no form was sent", async () => {
    for (const path of ["/login", "/login?create", "/forgot-password"]) {
      const type = { "content-type": "application/json" };
      const answer = await ask(shop.url, path, { method: "POST", headers: type });
      expect(answer.status, path).toBe(400);
    }
  });
});

describe("changing the password", () => {
  test("invalidates earlier cookies, and signs in again", async () => {
    const { cookie, email, password } = await newAccount(shop.url);
    const elsewhere = await enter(shop.url, { email, password });
    const fields = { currentPassword: password, password: "another long one" };
    const answer = await send(shop.url, "/dashboard/account/password", fields, { cookie });
    expect(answer.status).toBe(302);
    for (const before of [cookie, elsewhere]) expect(await whoIs(shop.url, before)).toBeNull();
    const after = cookieOf(answer);
    expect(await whoIs(shop.url, after)).toMatchObject({ user: { email } });
    expect(after).not.toBe(cookie);
  });
});

describe("signing out", () => {
  test("ends only this session", async () => {
    const { cookie, email, password } = await newAccount(shop.url);
    const elsewhere = await enter(shop.url, { email, password });
    const answer = await send(shop.url, "/logout", {}, { cookie });
    expect(answer.headers.get("location")).toBe("/");
    expect(answer.headers.getSetCookie()[0]).toMatch(/^shop\.session_token=; Max-Age=0/);
    expect(await whoIs(shop.url, cookie)).toBeNull();
    expect(await whoIs(shop.url, elsewhere)).not.toBeNull();
  });

  test("can't be done by a link", async () => {
    const { cookie } = await newAccount(shop.url);
    expect((await ask(shop.url, "/logout", { cookie })).headers.get("location")).toBe("/");
    expect(await whoIs(shop.url, cookie)).not.toBeNull();
  });
});

test("better-auth's other endpoints are not open", async () => {
  const cookie = await enter(shop.url, shop.demo);
  const paths = [
    "sign-up/email",
    "update-user",
    "change-email",
    "change-password",
    "delete-user",
    "list-sessions",
    "revoke-sessions",
    "request-password-reset",
    "reset-password",
    "send-verification-email",
    "verify-email",
    "open-session",
    "admin/list-users",
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST"]) {
      const answer = await ask(shop.url, `/api/auth/${path}`, { cookie, method });
      expect([404, 405], `${method} ${path}`).toContain(answer.status);
    }
  }
});

test("the cookie is sent over HTTPS only", async () => {
  const port = String(await freePort());
  const siteUrl = "https://shop.example";
  const proxied = await startShop({ SITE_URL: siteUrl, PORT: port });
  try {
    const behind = `http://127.0.0.1:${port}`;
    const answer = await send(behind, "/login", { ...shop.demo }, { origin: siteUrl });
    expect(answer.status).toBe(302);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-shop\.session_token=.*; Secure/);
    expect((await send(behind, "/login", { ...shop.demo })).status).toBe(403);
  } finally {
    await proxied.stop();
  }
});
