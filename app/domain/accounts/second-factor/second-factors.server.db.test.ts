import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { session } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { authenticatorApps, recoveryCodes } from "#db/schema/second-factor.ts";
import { shop, takeMails, testAuth } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { appCode } from "#tests/setup/factors/totp.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  beginApp,
  cancelApp,
  confirmApp,
  pendingApp,
  removeApp,
} from "./authenticator-app.server.ts";
import type { FactorServices } from "./factor-changes.server.ts";
import { readFactorRule, setFactorRule } from "./factor-rule.server.ts";
import {
  acceptProof,
  makeRecoveryCodes,
  readSecondFactors,
  resetSecondFactor,
} from "./second-factors.server.ts";

let database: OpenDatabase;
let services: FactorServices;
let account: StaffAccount;
beforeAll(async () => {
  // In the middle of a time step, so that no test crosses its end.
  const middle = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  vi.useFakeTimers({ now: middle, toFake: ["Date"] });
  database = await openTestDatabase();
  services = { db: database.db, auth: testAuth(database.db), shop };
});
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
});
beforeEach(async () => {
  const { user } = await insertClient(database.db, { profile: { isAdmin: true } });
  account = await signedIn(user);
  await takeMails(database.db);
});

async function signedIn(user: { id: string; email: string }): Promise<StaffAccount> {
  const [opened] = await database.db
    .insert(session)
    .values({ userId: user.id, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 1e6) })
    .returning();
  if (!opened) throw new Error("No session");
  const held = capabilitiesOf({ ...ownAccount(user), isAdmin: true, session: opened }, "");
  if (!held.staffAccount) throw new Error("Not staff");
  return held.staffAccount;
}

const admin = () => {
  const own = ownAccount({ id: account.userId, email: account.email });
  const held = capabilitiesOf({ ...own, isAdmin: true }, "").admin;
  if (!held) throw new Error("No administrator");
  return held;
};

const proves = (code: string, of = account) =>
  database.db.transaction((tx) => acceptProof(tx, services, of.userId, { code }));

const subjects = async () => (await takeMails(database.db)).map(({ subject }) => subject);

/** Sets up an app; returns its key in letters, and the first recovery codes. */
async function withApp(steps = -1) {
  await beginApp(services, account);
  const { letters = "" } = (await pendingApp(services, account)) ?? {};
  const { isRight, codes } = await confirmApp(services, account, appCode(letters, steps));
  expect(isRight).toBe(true);
  return { letters, codes: codes ?? [] };
}

describe("an authenticator app", () => {
  it("is active only after one of its codes was entered", async () => {
    await beginApp(services, account);
    const pending = await pendingApp(services, account);
    const letters = pending?.letters ?? "";
    expect(letters).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
    expect(decodeURIComponent(pending?.qr ?? "")).toMatch(/^data:image.*<rect [^>]*"#ffffff"/s);
    expect(await proves(appCode(letters))).toBe(false);
    for (const wrong of ["000000", "", "12345", "abcdef", appCode(letters, 5)]) {
      if (wrong === appCode(letters)) continue;
      expect(await confirmApp(services, account, wrong), wrong).toEqual({ isRight: false });
    }
    expect(await readSecondFactors(database.db, account.userId)).toMatchObject({ appSince: null });
    const code = appCode(letters);
    const { isRight, codes } = await confirmApp(
      services,
      account,
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    expect(isRight).toBe(true);
    expect(new Set(codes).size).toBe(10);
    expect(await pendingApp(services, account)).toBeNull();
    expect(await subjects()).toEqual([expect.stringContaining("An authenticator app was added")]);
  });

  it("has each code accepted once, up to one step early or late, and none older than the last", async () => {
    const { letters } = await withApp(-1);
    // The code that confirmed the app is used up.
    expect(await proves(appCode(letters, -1))).toBe(false);
    expect(await proves(appCode(letters, 0))).toBe(true);
    expect(await proves(appCode(letters, 0))).toBe(false);
    expect(await proves(appCode(letters, 1))).toBe(true);
    expect(await proves(appCode(letters, 0))).toBe(false);
    expect(await proves(appCode(letters, 2))).toBe(false);
  });

  it("has its code accepted for only one of two concurrent requests", async () => {
    const { letters } = await withApp(-1);
    const code = appCode(letters);
    expect((await Promise.all([proves(code), proves(code)])).sort()).toEqual([false, true]);
  });

  it("has no code accepted for another account", async () => {
    const { letters } = await withApp();
    const { user } = await insertClient(database.db, { profile: { isAdmin: true } });
    expect(await proves(appCode(letters), await signedIn(user))).toBe(false);
  });

  it("ends other sessions if it is the first, and makes no new recovery codes if it replaces one", async () => {
    const other = await signedIn({ id: account.userId, email: account.email });
    const open = () => database.db.select().from(session).where(eq(session.userId, account.userId));
    const { codes } = await withApp();
    expect(codes).toHaveLength(10);
    expect(await open()).toMatchObject([{ id: account.sessionId }]);
    expect((await open())[0]?.secondFactorAt).not.toBeNull();
    expect(other.sessionId).not.toBe(account.sessionId);
    await beginApp(services, account);
    // The old app stays until the new one is confirmed.
    expect((await readSecondFactors(database.db, account.userId)).appSince).not.toBeNull();
    const letters = (await pendingApp(services, account))?.letters ?? "";
    const again = await confirmApp(services, account, appCode(letters));
    expect(again).toEqual({ isRight: true, codes: null });
    expect(await proves(codes[0] ?? "")).toBe(true);
  });

  it("can be cancelled during set-up without losing the app that it would replace", async () => {
    await beginApp(services, account);
    await cancelApp(services, account);
    expect(await pendingApp(services, account)).toBeNull();
    const { letters } = await withApp();
    await beginApp(services, account);
    await cancelApp(services, account);
    expect(await proves(appCode(letters))).toBe(true);
  });

  it("has a key that can't be read from the tables alone", async () => {
    const { letters } = await withApp();
    const [row] = await database.db
      .select()
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, account.userId));
    expect(JSON.stringify(row)).not.toContain(letters.replaceAll(" ", ""));
    const elsewhere = {
      ...services,
      auth: testAuth(database.db, { secret: "another secret of 32 letters or more" }),
    };
    const accepted = database.db.transaction((tx) =>
      acceptProof(tx, elsewhere, account.userId, { code: appCode(letters) }),
    );
    expect(await accepted).toBe(false);
  });
});

describe("recovery codes", () => {
  it("work once each, in any spelling, and each use is emailed to their owner", async () => {
    const { codes } = await withApp();
    const [first = "", second = "", third = ""] = codes;
    await takeMails(database.db);
    expect(await proves(first)).toBe(true);
    expect(await proves(first)).toBe(false);
    expect(await proves(second.toLowerCase().replaceAll("-", " "))).toBe(true);
    // As misread from paper, with a word processor's hyphens.
    const digits: Record<string, string> = { O: "0", I: "1", B: "8", "-": "–" };
    expect(await proves(third.replaceAll(/[OIB-]/g, (letter) => digits[letter] ?? ""))).toBe(true);
    expect(await subjects()).toEqual(
      Array(3).fill(expect.stringContaining("A recovery code was used")),
    );
    expect(await readSecondFactors(database.db, account.userId)).toMatchObject({ codesLeft: 7 });
    const stored = await database.db.select().from(recoveryCodes);
    for (const code of codes)
      expect(JSON.stringify(stored)).not.toContain(code.replaceAll("-", ""));
  });

  it("are accepted for only one of two concurrent requests", async () => {
    const { codes } = await withApp();
    const code = codes[0] ?? "";
    expect((await Promise.all([proves(code), proves(code)])).sort()).toEqual([false, true]);
  });

  it("end when new ones are made, and can't be made without a second factor", async () => {
    await expect(makeRecoveryCodes(services, account)).rejects.toThrow("first");
    const { codes } = await withApp();
    const renewed = await makeRecoveryCodes(services, account);
    expect(await proves(codes[0] ?? "")).toBe(false);
    expect(await proves(renewed[0] ?? "")).toBe(true);
    await removeApp(services, account);
    expect(await proves(renewed[1] ?? "")).toBe(false);
  });

  it.each([
    ["nothing", ""],
    ["letters of nobody's", "A".repeat(16)],
    ["digits", "0000-0000-0000-0000"],
    ["a megabyte", "a".repeat(1_000_000)],
    ["a snowman", "☃"],
  ])("don't include %s", async (_, code) => {
    await withApp();
    expect(await proves(code)).toBe(false);
  });
});

describe("the rule that staff need a second factor", () => {
  it("can be switched on only by an owner who has one, and then that owner's last can't be removed", async () => {
    const { db } = database;
    await expect(setFactorRule(db, admin(), true)).rejects.toThrow("locked out");
    await withApp();
    await setFactorRule(db, admin(), true);
    expect(await readFactorRule(db, admin())).toBe(true);
    await expect(removeApp(services, account)).rejects.toThrow("set up another one");
    expect((await readSecondFactors(db, account.userId)).appSince).not.toBeNull();
    await setFactorRule(db, admin(), false);
    await removeApp(services, account);
    expect((await readSecondFactors(db, account.userId)).appSince).toBeNull();
    const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, "sign-in"));
    expect(entries.map(({ after }) => after)).toEqual([
      { needsSecondFactor: true },
      { needsSecondFactor: false },
    ]);
  });
});

describe("resetting a second factor", () => {
  it("removes app and recovery codes, ends all sessions, and emails the owner", async () => {
    const { letters, codes } = await withApp();
    await takeMails(database.db);
    expect(await resetSecondFactor(database.db, account.email, shop)).toBe(true);
    expect(await proves(appCode(letters))).toBe(false);
    expect(await proves(codes[0] ?? "")).toBe(false);
    const open = await database.db.select().from(session).where(eq(session.userId, account.userId));
    expect(open).toEqual([]);
    expect(await subjects()).toEqual([expect.stringContaining("was reset")]);
    const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1);
    expect(entry).toMatchObject({ actorId: null, actorEmail: "npm run reset-second-factor" });
    expect(await resetSecondFactor(database.db, "nobody@example.com", shop)).toBe(false);
  });
});
