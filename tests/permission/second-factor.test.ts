import { desc, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profiles, session, user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#db/schema/second-factor.ts";
import { shopSettings } from "#db/schema/system.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, cookieOf, enter, send, whoIs } from "#tests/setup/browserless.ts";
import { appCode } from "#tests/setup/factors/totp.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { exportedLists } from "./back-office-things.ts";

// Signing in with a second factor, and the pages that ask for it again, by plain requests.

const security = "/admin/security";
const step = "/login/second-factor";
const packer = { email: "packer@example.com", password: "long enough a password" };

let shop: ShopWithin;
/** The owner's session from before the second factor. */
let owner: string;
let packerId: string;
let letters: string;
let codes: string[];

beforeAll(async () => {
  shop = await openShopWithin();
  const profile = { isAdmin: true };
  packerId = `${(await ensureAccount(shop.db, { ...packer, name: "P", profile })).id}`;
  owner = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

const post = (path: string, fields: Record<string, string>, cookie = owner) =>
  send(shop.url, path, fields, { cookie });
const goes = (answer: Response) => answer.headers.get("location");
const codesIn = (html: string) => html.match(/(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/g) ?? [];

/** Sends only the password; returns the next step's cookie. */
async function password(account = shop.admin, path = "/login") {
  const answer = await send(shop.url, path, { ...account });
  return { answer, challenge: cookieOf(answer) };
}

async function freshCode() {
  await shop.db.update(authenticatorApps).set({ lastStep: 0 });
  return appCode(letters);
}

async function age(account = shop.admin, minutes = 16) {
  const [found] = await shop.db.select().from(user).where(eq(user.email, account.email));
  await shop.db
    .update(session)
    .set({ provenAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(session.userId, found?.id ?? ""));
}

async function mails() {
  return (await shop.db.delete(mailOutbox).returning()).map(({ subject }) => subject);
}

describe("setting up an app", () => {
  test("shows a key, confirms it by a code, and shows recovery codes once", async () => {
    expect(goes(await post(security, { intent: "app-begin" }))).toBe(`${security}?saved=begun`);
    const html = await (await ask(shop.url, security, { cookie: owner })).text();
    letters = />((?:[A-Z2-7]{4} )+[A-Z2-7]{1,4})</.exec(html)?.[1] ?? "";
    expect(letters).not.toBe("");
    expect(html).toContain("data:image/svg+xml");
    const wrong = await post(security, { intent: "app-confirm", code: "12 34" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("That code is not right");
    const elsewhere = await enter(shop.url, shop.admin);
    const right = await post(security, { intent: "app-confirm", code: appCode(letters) });
    expect(right.status).toBe(200);
    codes = [...new Set(codesIn(await right.text()))];
    expect(codes).toHaveLength(10);
    expect(codesIn(await (await ask(shop.url, security, { cookie: owner })).text())).toEqual([]);
    // No session without the second factor is left.
    expect(await whoIs(shop.url, elsewhere)).toBeNull();
    expect(await whoIs(shop.url, owner)).toMatchObject({ isAdmin: true });
  });

  test("is only for staff, for their own account", async () => {
    const client = await enter(shop.url, shop.demo);
    for (const fields of [{ intent: "app-begin" }, { intent: "sessions" }]) {
      expect(goes(await post(security, fields, client))).toBe("/dashboard?denied");
      expect(goes(await post(security, fields, ""))).toMatch(/^\/login\?next=/);
    }
    const [theirs] = await shop.db.select().from(session).where(ne(session.userId, packerId));
    const staff = await enter(shop.url, packer);
    const other = await post(security, { intent: "session", id: theirs?.id ?? "" }, staff);
    expect(other.status).toBe(302);
    expect(await whoIs(shop.url, owner)).not.toBeNull();
    for (const intent of ["", "nothing", "passkey-add"]) {
      expect(
        (await post(security, { intent, name: "x", passkey: "{" }, staff)).status,
      ).toBeGreaterThan(399);
    }
    expect((await post(security, { intent: "codes" }, staff)).status).toBe(409);
  });
});

describe("signing in", () => {
  test("opens nothing with the password alone", async () => {
    const { answer, challenge } = await password(shop.admin, "/login?next=/admin/orders");
    expect(goes(answer)).toBe(`${step}?next=%2Fadmin%2Forders`);
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    expect(challenge).toMatch(/^shop\.challenge=/);
    expect(await whoIs(shop.url, challenge)).toBeNull();
    for (const path of ["/admin", security, "/dashboard", "/admin/exports/orders.csv"]) {
      expect(goes(await ask(shop.url, path, { cookie: challenge })), path).toMatch(/^\/login/);
    }
    const add = await post("/api/passkeys", { purpose: "add" }, challenge);
    expect(add.status).toBe(401);
    for (const [given, status] of [
      [shop.admin.password, 403],
      ["a guess", 401],
    ] as const) {
      const answer = await fetch(`${shop.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { origin: shop.url, "content-type": "application/json" },
        body: JSON.stringify({ email: shop.admin.email, password: given }),
      });
      expect(answer.status).toBe(status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    // The auth library's endpoints can't be reached directly.
    for (const path of [
      "two-factor/enable",
      "two-factor/verify-totp",
      "passkey/list",
      "list-sessions",
    ]) {
      const answer = await post(`/api/auth/${path}`, {});
      expect(answer.status, path).toBeGreaterThan(403);
    }
  });

  test("asks for a code, which works once", async () => {
    const { challenge } = await password();
    expect((await ask(shop.url, step, { cookie: challenge })).status).toBe(200);
    for (const code of ["", "000000", "☃", "1".repeat(500_000)]) {
      const wrong = await post(step, { code }, challenge);
      expect([400, 401, 413], `${wrong.status}`).toContain(wrong.status);
      expect(wrong.headers.getSetCookie()).toEqual([]);
    }
    const code = await freshCode();
    const answer = await post(`${step}?next=/admin/orders`, { code }, challenge);
    expect(goes(answer)).toBe("/admin/orders");
    const cookie = cookieOf(answer);
    expect(await whoIs(shop.url, cookie)).toMatchObject({ isAdmin: true });
    expect((await ask(shop.url, "/admin", { cookie })).status).toBe(200);
    // Neither the challenge nor the code works again.
    expect(goes(await post(step, { code }, challenge))).toBe("/login");
    const again = await password();
    expect((await post(step, { code }, again.challenge)).status).toBe(401);
  });

  test("accepts a recovery code once, and emails the owner", async () => {
    await mails();
    const [code = ""] = codes;
    const first = await password();
    expect(goes(await post(step, { code: code.toLowerCase() }, first.challenge))).toBe("/admin");
    const second = await password();
    expect((await post(step, { code }, second.challenge)).status).toBe(401);
    expect(await mails()).toContainEqual(expect.stringContaining("A recovery code was used"));
  });

  test("needs the user's own challenge, at most ten minutes old", async () => {
    const code = await freshCode();
    for (const cookie of ["", "shop.challenge=made-up", `shop.challenge=${"A".repeat(43)}`]) {
      expect(goes(await post(step, { code }, cookie))).toBe("/login");
      expect(goes(await ask(shop.url, step, { cookie }))).toBe("/login");
    }
    const { answer } = await password();
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
    expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=600/);
    const hostile = await send(
      shop.url,
      `${step}?next=https://evil.example`,
      { code },
      {
        cookie: cookieOf(answer),
      },
    );
    expect(goes(hostile)).toBe("/admin");
  });

  test("is not completed by changing the password", async () => {
    const stale = await password();
    await mails();
    const fields = { currentPassword: shop.admin.password, password: "another long password" };
    const changed = await post("/dashboard/account/password", fields);
    expect(goes(changed)).toMatch(/^\/login\/second-factor\?next=/);
    expect(await whoIs(shop.url, cookieOf(changed))).toBeNull();
    expect(await mails()).toEqual([expect.stringContaining("Your password was changed")]);
    // A sign-in that began with the earlier password can't continue.
    const late = await post(step, { code: await freshCode() }, stale.challenge);
    expect(goes(late)).toBe("/login");
    const code = await freshCode();
    const answer = await post(step, { code }, cookieOf(changed));
    owner = cookieOf(answer);
    const back = { currentPassword: fields.password, password: shop.admin.password };
    const restored = await post("/dashboard/account/password", back);
    owner = cookieOf(await post(step, { code: await freshCode() }, cookieOf(restored)));
    expect(await whoIs(shop.url, owner)).toMatchObject({ isAdmin: true });
  });

  test("with wrong codes is limited, but a browser known before still gets in", async () => {
    const entered = await post(step, { code: await freshCode() }, (await password()).challenge);
    const device = entered.headers.getSetCookie().find((one) => one.startsWith("shop.device="));
    const { challenge } = await password();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      statuses.push((await post(step, { code: "000000" }, challenge)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await mails()).filter((subject) => subject.startsWith("Someone has"))).toHaveLength(1);
    expect((await post(step, { code: await freshCode() }, challenge)).status).toBe(429);
    const cookie = `${device?.split(";")[0]}; ${(await password()).challenge}`;
    expect(goes(await post(step, { code: await freshCode() }, cookie))).toBe("/admin");
    await shop.db.execute("delete from rate_limits");
  });

  test("by a passkey is limited, but not for a browser known before", async () => {
    const entered = await post(step, { code: await freshCode() }, (await password()).challenge);
    const device = entered.headers.getSetCookie().find((one) => one.startsWith("shop.device="));
    const { challenge } = await password();
    const asks = (cookie: string, purpose = "enter") => post("/api/passkeys", { purpose }, cookie);
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 62; attempt++) statuses.add((await asks(challenge)).status);
    // The account has none, which anyone with the password may know.
    expect([...statuses]).toEqual([409, 429]);
    expect((await asks(`${device?.split(";")[0]}; ${challenge}`)).status).toBe(409);
    expect((await asks(owner, "confirm")).status).toBe(409);
    await shop.db.execute("delete from rate_limits");
  });

  test("by a passkey alone asks for a recovery code only while one is left", async () => {
    const account = { email: "keys@example.com", password: "long enough a password" };
    const { id: userId = "" } = await ensureAccount(shop.db, {
      ...account,
      name: "K",
      profile: { isAdmin: true },
    });
    const key = { userId, name: "Desk", credentialId: "desk", publicKey: "key", counter: 0 };
    await shop.db.insert(passkeys).values(key);
    await shop.db.insert(recoveryCodes).values({ userId, digest: "A".repeat(43) });
    const { challenge } = await password(account);
    const page = async () => (await ask(shop.url, step, { cookie: challenge })).text();
    expect(await page()).toContain("Use the code");
    await shop.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const without = await page();
    expect(without).toContain("Now use your passkey");
    expect(without).not.toContain('name="code"');
    expect(without).not.toContain("Use the code");
  });

  test("is required again in a session that was opened while the password was enough", async () => {
    const opened = await post(step, { code: await freshCode() }, (await password()).challenge);
    const cookie = cookieOf(opened);
    const [newest] = await shop.db.select().from(session).orderBy(desc(session.createdAt)).limit(1);
    await shop.db
      .update(session)
      .set({ secondFactorAt: null })
      .where(eq(session.id, newest?.id ?? ""));
    for (const path of ["/admin", security, "/dashboard", "/dashboard/account"]) {
      expect(goes(await ask(shop.url, path, { cookie })), path).toMatch(/^\/login\?next=/);
    }
    expect((await ask(shop.url, "/api/events", { cookie })).status).toBe(401);
    expect((await ask(shop.url, "/login", { cookie })).status).toBe(200);
  });
});

describe("confirming the user's identity", () => {
  const settings = "/admin/settings/tolerance";
  const beside = "/admin/settings";
  const tolerance = { overCapPct: "17" };
  const stored = async () => (await shop.db.select().from(shopSettings))[0]?.overCapPct;

  test("is required for money, staff, settings and lists, and resends the input", async () => {
    await age();
    const asked = await post(settings, tolerance);
    expect(asked.status).toBe(403);
    const html = await asked.text();
    expect(html).toContain("Please confirm that it is you");
    expect(html).toContain('name="overCapPct" value="17"');
    expect(await stored()).not.toBe(17);
    const wrong = await post(settings, { ...tolerance, "proof-password": "n0t the password" });
    expect(wrong.status).toBe(403);
    const again = await wrong.text();
    expect(again).toContain("That was not right");
    expect(again).toContain('name="overCapPct" value="17"');
    expect(again).not.toContain("n0t the password");
    expect(await stored()).not.toBe(17);
    const right = await post(settings, { ...tolerance, "proof-password": shop.admin.password });
    expect(goes(right)).toBe(`${settings}?saved`);
    expect(await stored()).toBe(17);
    expect((await post(settings, tolerance)).status).toBe(302);
    await age();
    const byCode = { ...tolerance, "proof-password": "", "proof-code": await freshCode() };
    expect((await post(settings, byCode)).status).toBe(302);
  });

  test.each([
    [settings, tolerance],
    [`${beside}/payments`, {}],
    [`${beside}/documents`, {}],
    [`${beside}/reminders`, {}],
    [`${beside}/words/faq`, {}],
    [`${beside}/words/terms`, { intent: "save" }],
    [`${beside}/claims`, { intent: "confirm" }],
    [`${beside}/claims`, { intent: "open" }],
    [`${beside}/sign-in`, {}],
    [security, { intent: "codes" }],
    ["/admin/import/files/00000000-0000-4000-8000-000000000000", { intent: "apply" }],
    ["/admin/import/files/00000000-0000-4000-8000-000000000000", { intent: "undo" }],
    ["/admin/staff", { intent: "invite" }],
    ["/admin/staff/00000000-0000-4000-8000-000000000000", { intent: "remove" }],
    ["/admin/payments/00000000-0000-4000-8000-000000000000", { intent: "refund" }],
    ["/admin/receivables/00000000-0000-4000-8000-000000000000", { intent: "write off" }],
    ["/admin/receivables/00000000-0000-4000-8000-000000000000", { intent: "refund" }],
    ["/admin/credits/00000000-0000-4000-8000-000000000000", { intent: "approve" }],
    ["/admin/invoices/00000000-0000-4000-8000-000000000000/debit", { intent: "issue" }],
    ["/admin/clients/00000000-0000-4000-8000-000000000000", {}],
    ["/admin/clients/00000000-0000-4000-8000-000000000000/prices", { intent: "add" }],
    ["/admin/prices", { intent: "save" }],
    ["/admin/prices", { intent: "list" }],
    ["/admin/prices/lists/00000000-0000-4000-8000-000000000000", { endsOn: "2030-01-01" }],
    ["/admin/delivery", { intent: "zone" }],
    [`${beside}/scans`, {}],
    ["/admin/exports/accounting", { intent: "settings" }],
  ])("is required for %s %o, also as the router's data", async (path, fields) => {
    await age();
    const before = await shop.db.$count(auditLog);
    expect((await post(path, fields)).status).toBe(403);
    const asked = await post(`${path}.data`, fields);
    expect(asked.status).toBe(403);
    // The answer is sent to the page.
    const text = await asked.text();
    expect(text).toContain("proofWanted");
    expect(text).toContain(JSON.stringify(path));
    expect(text).not.toContain(".data");
    expect(await shop.db.$count(auditLog)).toBe(before);
    await age(shop.admin, 0);
    expect((await post(path, fields)).status).not.toBe(403);
  });

  test("is not required for reading and everyday work", async () => {
    await age();
    for (const path of [settings, security, `${beside}/sign-in`, "/admin/orders"]) {
      expect((await ask(shop.url, path, { cookie: owner })).status, path).toBe(200);
    }
    const booking = await post("/admin/receivables/00000000-0000-4000-8000-000000000000", {
      intent: "payment",
    });
    expect(booking.status).toBe(400);
    expect((await post("/admin/prices", { intent: "raise" })).status).toBe(400);
    // Nobody else sees any of these.
    const words = `${beside}/words/faq`;
    for (const intent of ["reset", "add:questions"]) {
      expect((await post(words, { intent })).status, intent).toBe(200);
    }
    expect((await post(words, { intent: "preview" })).status).toBe(400);
    expect(goes(await post(words, { intent: "discard" }))).toBe(`${words}?discarded`);
    for (const [path, fields] of [
      [`${beside}/company`, { intent: "preview" }],
      [`${beside}/scans`, { intent: "try" }],
      ["/admin/import/files/00000000-0000-4000-8000-000000000000", { intent: "discard" }],
    ] as const) {
      expect((await post(path, fields)).status, path).not.toBe(403);
    }
  });

  test("is required for the key of an app that is being set up", async () => {
    await age(shop.admin, 0);
    await post(security, { intent: "app-begin" });
    const shown = async () =>
      (await (await ask(shop.url, security, { cookie: owner })).text()).includes(
        "The key as a QR code",
      );
    expect(await shown()).toBe(true);
    await age();
    expect(await shown()).toBe(false);
    expect((await post(security, { intent: "app-begin" })).status).toBe(403);
    await post(security, { intent: "app-cancel" });
  });

  test("has its own page before the download of a list", async () => {
    await age();
    const list = "/admin/exports/clients.csv?status=all";
    const asked = await ask(shop.url, list, { cookie: owner });
    expect(goes(asked)).toBe(`/admin/confirm?${new URLSearchParams({ next: list })}`);
    const to = goes(asked) ?? "";
    // A user who changes their mind goes back to the list, with its filters.
    const question = await (await ask(shop.url, to, { cookie: owner })).text();
    expect(question).toContain('href="/admin/clients?status=all"');
    expect((await post(to, { "proof-password": "a guess" })).status).toBe(403);
    expect((await post(to, {})).status).toBe(403);
    expect(goes(await post(to, { "proof-password": shop.admin.password }))).toBe(to);
    expect(await (await ask(shop.url, to, { cookie: owner })).text()).toContain(
      'href="/admin/exports/clients.csv?status=all"',
    );
    expect((await ask(shop.url, list, { cookie: owner })).status).toBe(200);
    for (const next of ["https://evil.example/admin/exports/", "//evil.example", "/logout"]) {
      const page = `/admin/confirm?${new URLSearchParams({ next })}`;
      expect(await (await ask(shop.url, page, { cookie: owner })).text()).not.toContain(
        'evil.example"',
      );
    }
  });

  test("is required for every export of the shop's data", async () => {
    await age();
    const page = await (await ask(shop.url, "/admin/import", { cookie: owner })).text();
    const files = [...page.matchAll(/href="(\/admin\/exports\/[^"]*)"/g)].map(
      ([, href = ""]) => href,
    );
    for (const list of exportedLists) expect(files).toContain(`/admin/exports/${list}.csv`);
    for (const file of files) {
      const asked = await ask(shop.url, file, { cookie: owner });
      expect(goes(asked), file).toBe(`/admin/confirm?${new URLSearchParams({ next: file })}`);
      expect(await asked.text(), file).toBe("");
    }
  });

  test("is limited per session, and the owner gets an email", async () => {
    const other = await post(step, { code: await freshCode() }, (await password()).challenge);
    await age();
    await mails();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      statuses.push((await post(settings, { ...tolerance, "proof-password": "a guess" })).status);
    }
    expect(statuses[0]).toBe(403);
    expect(statuses.at(-1)).toBe(429);
    expect(await mails()).toEqual([
      expect.stringContaining("Wrong answers in one of your sessions"),
    ]);
    // A stolen session does not exhaust another one's limit.
    const theirs = { ...tolerance, "proof-password": shop.admin.password };
    expect((await post(settings, theirs, cookieOf(other))).status).toBe(302);
    await shop.db.execute("delete from rate_limits");
    await age(shop.admin, 0);
  });
});

describe("the rule that staff need a second factor", () => {
  test("is switched on by a user who has one, and shuts out those without", async () => {
    const staff = await enter(shop.url, packer);
    expect((await post("/admin/settings/sign-in", { isOn: "on" }, staff)).status).toBe(409);
    expect((await ask(shop.url, "/admin", { cookie: staff })).status).toBe(200);
    expect((await post("/admin/settings/sign-in", { isOn: "on" })).status).toBe(302);
    expect((await ask(shop.url, "/admin", { cookie: owner })).status).toBe(200);
    for (const path of ["/admin", "/admin/settings/sign-in", "/admin/exports/orders.csv"]) {
      expect(goes(await ask(shop.url, path, { cookie: staff })), path).toBe(security);
    }
    expect((await post("/admin/settings/sign-in", {}, staff)).status).toBe(302);
    expect((await shop.db.select().from(shopSettings))[0]?.needsSecondFactor).toBe(true);
    expect((await ask(shop.url, "/api/lots", { cookie: staff })).status).toBe(403);
    const anew = await password(packer);
    expect(goes(anew.answer)).toBe("/admin");
    const page = await (await ask(shop.url, security, { cookie: staff })).text();
    expect(page).toContain("Set up a second factor to go on");
    expect(page).not.toContain("/admin/orders");
    expect((await post(security, { intent: "app-remove" })).status).toBe(409);
  });

  test("lets staff in once they have set one up, and does not apply to clients", async () => {
    const staff = await enter(shop.url, packer);
    await post(security, { intent: "app-begin" }, staff);
    const html = await (await ask(shop.url, security, { cookie: staff })).text();
    const key = />((?:[A-Z2-7]{4} )+[A-Z2-7]{1,4})</.exec(html)?.[1] ?? "";
    await post(security, { intent: "app-confirm", code: appCode(key) }, staff);
    expect((await ask(shop.url, "/admin", { cookie: staff })).status).toBe(200);
    expect(goes((await password(packer)).answer)).toBe(step);
    expect(await enter(shop.url, shop.demo)).toMatch(/^shop\.session_token=/);
    expect((await post("/admin/settings/sign-in", {})).status).toBe(302);
  });
});

describe("sessions and new browsers", () => {
  test("emails staff about a new browser, but not about the first", async () => {
    await mails();
    const account = { email: "new@example.com", password: "long enough a password" };
    await ensureAccount(shop.db, { ...account, name: "N", profile: { isAdmin: true } });
    const first = await send(shop.url, "/login", account);
    expect(await mails()).toEqual([]);
    const device = first.headers.getSetCookie().find((one) => one.startsWith("shop.device="));
    await send(shop.url, "/login", account, { cookie: device?.split(";")[0] ?? "" });
    expect(await mails()).toEqual([]);
    await send(shop.url, "/login", account);
    expect(await mails()).toEqual([expect.stringContaining("New sign-in to your account")]);
    // A client's browser is new to the account once they join the staff: clients aren't verified.
    const joined = { email: "joined@example.com", password: "long enough a password" };
    const { id = "" } = await ensureAccount(shop.db, { ...joined, name: "J", profile: {} });
    const before = await send(shop.url, "/login", joined);
    const earlier = before.headers.getSetCookie().find((one) => one.startsWith("shop.device="));
    await shop.db.update(profiles).set({ staffRole: "packer" }).where(eq(profiles.id, id));
    await send(shop.url, "/login", joined);
    expect(await mails()).toEqual([]);
    await send(shop.url, "/login", joined, { cookie: earlier?.split(";")[0] ?? "" });
    expect(await mails()).toEqual([expect.stringContaining("New sign-in to your account")]);
    // A client's browsers are their own business; a new password is announced to everybody.
    await enter(shop.url, shop.demo);
    const client = await enter(shop.url, shop.demo);
    const fields = { currentPassword: shop.demo.password, password: "another long password" };
    expect((await post("/dashboard/account/password", fields, client)).status).toBe(302);
    expect(await mails()).toEqual([expect.stringContaining("Your password was changed")]);
  });

  test("lists the user's own sessions, and ends one or all others", async () => {
    const account = { email: "new@example.com", password: "long enough a password" };
    const [here, there, third] = [
      await enter(shop.url, account),
      await enter(shop.url, account),
      await enter(shop.url, account),
    ];
    const html = await (await ask(shop.url, security, { cookie: here })).text();
    expect(html).toContain("this browser");
    const [one] = /name="id" value="([\w-]{36})"/.exec(html)?.slice(1) ?? [];
    const count = () => Promise.all([here, there, third].map((cookie) => whoIs(shop.url, cookie)));
    expect(goes(await post(security, { intent: "session", id: `${one}` }, here))).toMatch(/ended/);
    await post(security, { intent: "session", id: "☃" }, here);
    await post(security, { intent: "sessions" }, here);
    expect((await count()).map((who) => who !== null)).toEqual([true, false, false]);
  });
});
