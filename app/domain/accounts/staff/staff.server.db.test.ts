import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { readProfile } from "#app/domain/customers/stored-profile.server.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { listActivity, listHistory } from "#app/features/history/history.server.ts";
import { changeRole, signOutMember } from "#app/features/staff/change-staff.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { profiles, session, staffInvitations, user, verification } from "#db/schema/accounts.ts";
import { customers, members } from "#db/schema/customers.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#db/schema/second-factor.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { adminEmail, shop, siteUrl, takeMails, testAuth, tokenIn } from "#tests/setup/accounts.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { makeLink, readLink } from "../credentials/secret-links.server.ts";
import { openSession, signIn } from "../credentials/sign-in.server.ts";
import {
  acceptInvitation,
  inviteAgain,
  inviteMemberAgain,
  inviteStaff,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from "./invitations.server.ts";
import { getStaffMember, listStaff, staffSubject, storedRole } from "./staff.server.ts";
import type { StaffRefusal } from "./staff.ts";

let database: OpenDatabase;
let db: Database;
let boss: Admin;
let ann: Admin;
let packer: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
beforeEach(async () => {
  await db.delete(user);
  await db.delete(verification);
  await db.delete(staffInvitations);
  await takeMails(db);
  boss = await owner(adminEmail);
  ann = await owner("ann@example.com");
  packer = (await member("packer@example.com", "packer")).id;
});
afterAll(() => database.close());

async function member(email: string, role: StaffRole | null) {
  const { user: made } = await insertClient(db, { user: { email }, profile: { companyName: "" } });
  await db.update(profiles).set(storedRole(role)).where(eq(profiles.id, made.id));
  return made;
}

async function owner(email: string): Promise<Admin> {
  const account = { ...ownAccount(await member(email, "owner")), isAdmin: true };
  const { admin } = capabilitiesOf(account, adminEmail);
  if (!admin) throw new Error("They are no owner");
  return admin;
}

const refused = (code: StaffRefusal) => expect.objectContaining({ code });

const change = (admin: Admin, userId: string, role: StaffRole | null, seen: StaffRole) =>
  changeRole(db, admin, { userId, role, seen }, adminEmail);

const services = () => ({ db, auth: testAuth(db), adminEmail, shop, clientAddress: "" });
const entering = (email: string, password: string) =>
  signIn(services(), new Request(siteUrl), { email, password });

const roles = async () =>
  Object.fromEntries(
    (await listStaff(db, boss, adminEmail)).map(({ email, role }) => [email, role]),
  );

describe("the staff list", () => {
  it("shows who has a confirmed second factor", async () => {
    const key = { name: "Desk", credentialId: "a key", publicKey: "a key", counter: 0 };
    await db.insert(passkeys).values({ userId: packer, ...key });
    await db.insert(authenticatorApps).values({ userId: ann.userId, newSecret: "shown" });
    const guarded = (await listStaff(db, boss, adminEmail)).filter((one) => one.hasSecondFactor);
    expect(guarded.map(({ userId }) => userId)).toEqual([packer]);
  });
});

describe("a role", () => {
  it("can be changed by an owner, which is logged", async () => {
    await change(ann, packer, "driver", "packer");
    expect(await roles()).toEqual({
      [adminEmail]: "owner",
      "ann@example.com": "owner",
      "packer@example.com": "driver",
    });
    const [entry] = await listHistory(db, ann, staffSubject);
    expect(entry).toMatchObject({
      action: "role changed",
      actorEmail: "ann@example.com",
      before: { email: "packer@example.com", role: "packer" },
      after: { email: "packer@example.com", role: "driver" },
    });
    expect(await listActivity(db, boss, ann.userId)).toMatchObject([
      { action: "role changed", entity: "staff" },
    ]);
    expect(await listActivity(db, boss, packer)).toEqual([]);
  });

  it("can't be changed by its holder, not even by the last owner", async () => {
    await expect(change(boss, boss.userId, "packer", "owner")).rejects.toEqual(refused("self"));
    await change(boss, ann.userId, null, "owner");
    await expect(change(boss, boss.userId, null, "owner")).rejects.toEqual(refused("self"));
    expect((await roles())[adminEmail]).toBe("owner");
  });

  it("can't be changed for the designated administrator", async () => {
    for (const role of ["packer", null] as const) {
      await expect(change(ann, boss.userId, role, "owner")).rejects.toEqual(refused("designated"));
    }
    // Even if only the address makes them the owner.
    await db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, boss.userId));
    expect(await getStaffMember(db, ann, boss.userId, adminEmail)).toMatchObject({
      role: "owner",
      isDesignated: true,
    });
    await expect(change(ann, boss.userId, null, "owner")).rejects.toEqual(refused("designated"));
    await change(boss, ann.userId, "packer", "owner");
  });

  it("can't be changed by an owner who hasn't seen another owner's change", async () => {
    await change(boss, packer, "driver", "packer");
    await expect(change(ann, packer, "bookkeeper", "packer")).rejects.toEqual(refused("changed"));
    await change(boss, packer, null, "driver");
    await expect(change(ann, packer, "bookkeeper", "driver")).rejects.toEqual(refused("gone"));
    expect(Object.keys(await roles())).not.toContain("packer@example.com");
  });

  it("is kept by one of two owners who demote each other concurrently", async () => {
    const { userId } = await owner("bob@example.com");
    const bob = { ...ann, userId, email: "bob@example.com" } as Admin;
    const outcomes = await Promise.allSettled([
      change(ann, bob.userId, "packer", "owner"),
      change(bob, ann.userId, "packer", "owner"),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: refused("not an owner"),
    });
  });

  it.each(["", "nobody", "0", crypto.randomUUID(), "'; drop table users; --"])(
    "is refused for the unknown id %j",
    async (id) => {
      await expect(change(ann, id, "packer", "driver")).rejects.toEqual(refused("gone"));
      expect(await getStaffMember(db, ann, id, adminEmail)).toBeNull();
    },
  );

  it("is refused for a client's id", async () => {
    const client = await member("chef@example.com", null);
    await expect(change(ann, client.id, "owner", "packer")).rejects.toEqual(refused("gone"));
    expect(await getStaffMember(db, ann, client.id, adminEmail)).toBeNull();
    expect((await readProfile(db, client.id))?.isAdmin).toBe(false);
  });
});

describe("removing a member", () => {
  it("deletes their second factors, which a change of role does not, and no one else's", async () => {
    const key = { name: "Desk", publicKey: "a key", counter: 0 };
    for (const userId of [packer, ann.userId]) {
      await db.insert(passkeys).values({ ...key, userId, credentialId: userId });
      await db
        .insert(authenticatorApps)
        .values({ userId, secret: "sealed", confirmedAt: new Date(), lastStep: 1 });
      await db.insert(recoveryCodes).values({ userId, digest: userId });
    }
    await change(boss, packer, "driver", "packer");
    expect(await db.$count(passkeys, eq(passkeys.userId, packer))).toBe(1);
    await change(boss, packer, null, "driver");
    for (const table of [passkeys, authenticatorApps, recoveryCodes]) {
      expect(await db.$count(table, eq(table.userId, packer))).toBe(0);
      expect(await db.$count(table, eq(table.userId, ann.userId))).toBe(1);
    }
  });

  it("ends their sessions, notifies every process and withdraws their invitations", async () => {
    const told: string[] = [];
    const stop = await database.listen("staff_changed", (id) => told.push(id));
    await openSession(services(), new Request(siteUrl), ann.userId);
    await openSession(services(), new Request(siteUrl), packer);
    await invite("new@example.com", "packer", ann);
    await invite("other@example.com", "packer", boss);
    const [mine] = await takeMails(db);

    await change(boss, ann.userId, null, "owner");
    expect(await db.$count(session, eq(session.userId, ann.userId))).toBe(0);
    expect(await db.$count(session)).toBe(1);
    expect((await listInvitations(db, boss)).map(({ email }) => email)).toEqual([
      "other@example.com",
    ]);
    expect(await acceptInvitation(db, tokenIn(mine?.link), "a good password")).toBeNull();
    await expect.poll(() => told).toEqual([ann.userId]);
    await stop();
    // Their open pages can't change anything any more.
    await expect(change(ann, packer, "driver", "packer")).rejects.toEqual(refused("not an owner"));
    await expect(invite("more@example.com", "owner", ann)).rejects.toEqual(refused("not an owner"));
  });
});

function invite(email: string, role: StaffRole, by: Admin = boss) {
  const form = { name: "Sam Sample", email, role };
  return inviteStaff(db, by, form, { shop, designatedEmail: adminEmail });
}

const sending = { shop, designatedEmail: adminEmail };

async function invitedToken(email = "sam@example.com", role: StaffRole = "packer") {
  await invite(email, role);
  const [mail] = await takeMails(db);
  return tokenIn(mail?.link);
}

describe("an invitation to the staff", () => {
  it("is emailed, and opens a staff account without a customer", async () => {
    const handed = await invite("sam@example.com", "bookkeeper");
    const mails = await takeMails(db);
    // The owner hands the same link over where no mail arrives.
    expect(handed).toMatchObject({ email: "sam@example.com", url: mails[0]?.link });
    expect(mails).toMatchObject([
      { recipient: "sam@example.com", link: expect.stringMatching(/\/join\?token=[\w-]{43}$/) },
    ]);
    const token = tokenIn(mails[0]?.link);
    const [link] = await db.select().from(verification);
    expect(JSON.stringify(link)).not.toContain(token);
    expect(link?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * 24 * 3600_000);
    expect(await readInvitation(db, token)).toEqual({
      email: "sam@example.com",
      role: "bookkeeper",
      hasAccount: false,
    });

    const customersBefore = await db.$count(customers);
    expect(await acceptInvitation(db, token, "a good password")).toEqual(expect.any(String));
    expect(await db.$count(customers)).toBe(customersBefore);
    expect(await listInvitations(db, boss)).toEqual([]);
    expect((await roles())["sam@example.com"]).toBe("bookkeeper");
    expect(await entering("sam@example.com", "a good password")).toMatchObject({
      landing: "/admin/receivables",
    });
    const staff = await listStaff(db, boss, adminEmail);
    expect(staff.find(({ email }) => email === "sam@example.com")?.lastSignInAt).not.toBeNull();
    expect(await acceptInvitation(db, token, "another password")).toBeNull();
    expect(await readInvitation(db, token)).toBeNull();
    const actions = (await listHistory(db, boss, staffSubject)).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(["joined", "invited to the staff"]);
  });

  it("is accepted only once by concurrent requests", async () => {
    const token = await invitedToken();
    const accepted = await Promise.all(
      [1, 2, 3].map((nr) => acceptInvitation(db, token, `good password ${nr}`)),
    );
    expect(accepted.filter(Boolean)).toHaveLength(1);
    expect(await db.$count(user, eq(user.email, "sam@example.com"))).toBe(1);
  });

  it("gives a client's account the role and a new password, and ends its sessions", async () => {
    // Anybody may have opened it, as its address was never confirmed.
    const stranger = { email: "sam@example.com", password: "a stranger's", name: "Stranger" };
    const { id = "" } = await ensureAccount(db, { ...stranger, profile: {} });
    await openSession(services(), new Request(siteUrl), id);
    const half = await makeLink(db, "second-factor", id);
    const token = await invitedToken();
    expect(await readInvitation(db, token)).toMatchObject({ hasAccount: true });
    expect(await acceptInvitation(db, token, "a good password")).toEqual(expect.any(String));
    expect(await readLink(db, "second-factor", half)).toBeNull();
    expect(await db.$count(session)).toBe(0);
    expect((await roles())["sam@example.com"]).toBe("packer");
    const [account] = await db.select().from(user).where(eq(user.id, id));
    expect(account).toMatchObject({ emailVerified: true, name: "Sam Sample" });
    expect(await entering("sam@example.com", "a stranger's")).toBe("wrong-credentials");
    expect(await entering("sam@example.com", "a good password")).toMatchObject({
      landing: "/admin/packing",
    });
    // They can still buy for their customer.
    const ofTheirs = and(eq(members.userId, id), eq(members.customerId, id));
    expect(await db.$count(members, ofTheirs)).toBe(1);
  });

  it("works only by its latest link when it was sent again, and by none once withdrawn", async () => {
    const first = await invitedToken();
    const [open] = await listInvitations(db, boss);
    await inviteAgain(db, boss, open?.id ?? "", sending);
    const [mail] = await takeMails(db);
    const second = tokenIn(mail?.link);
    expect(await readInvitation(db, first)).toBeNull();
    expect(await readInvitation(db, second)).not.toBeNull();
    await withdrawInvitation(db, boss, open?.id ?? "", sending);
    expect(await acceptInvitation(db, second, "a good password")).toBeNull();
    expect(await db.$count(verification)).toBe(0);
    for (const again of [inviteAgain, withdrawInvitation]) {
      for (const id of [open?.id ?? "", "nothing", ""]) {
        await expect(again(db, boss, id, sending)).rejects.toEqual(refused("no invitation"));
      }
    }
    expect(await takeMails(db)).toEqual([]);
  });

  it("expires after seven days, and can be sent again", async () => {
    const token = await invitedToken();
    await db.update(verification).set({ expiresAt: new Date() });
    expect(await readInvitation(db, token)).toBeNull();
    expect(await acceptInvitation(db, token, "a good password")).toBeNull();
    const [open] = await listInvitations(db, boss);
    await inviteAgain(db, boss, open?.id ?? "", sending);
    const [mail] = await takeMails(db);
    expect(await acceptInvitation(db, tokenIn(mail?.link), "a good password")).toEqual(
      expect.any(String),
    );
  });

  it("is refused for members of the staff, and for anyone already invited", async () => {
    for (const email of [adminEmail, "packer@example.com"]) {
      await expect(invite(email, "driver")).rejects.toEqual(refused("on the staff"));
    }
    // With the member's id, for a link to their page.
    await expect(invite("packer@example.com", "driver")).rejects.toMatchObject({
      answer: { memberId: packer },
    });
    await invite("sam@example.com", "driver");
    await expect(invite("sam@example.com", "owner", ann)).rejects.toEqual(refused("invited"));
    expect(await takeMails(db)).toHaveLength(1);
  });

  it("can be sent again to a member who never signed in, until their role changes", async () => {
    const { id } = await member("new@example.com", "driver");
    const again = (userId: string) => inviteMemberAgain(db, boss, userId, sending);
    const token = async () => tokenIn((await takeMails(db)).at(-1)?.link);
    await again(id);
    const first = await token();
    await again(id);
    const second = await token();
    expect(await readInvitation(db, first)).toBeNull();
    expect(await readInvitation(db, second)).toMatchObject({
      email: "new@example.com",
      role: "driver",
    });
    await change(boss, id, "packer", "driver");
    expect(await acceptInvitation(db, second, "a good password")).toBeNull();
    expect(await listInvitations(db, boss)).toEqual([]);
    await again(id);
    const third = await token();
    await signOutMember(db, boss, id, adminEmail);
    expect(await readInvitation(db, third)).toBeNull();
    await again(id);
    expect(await acceptInvitation(db, await token(), "a good password")).toBe(id);
    expect((await roles())["new@example.com"]).toBe("packer");

    await db.update(profiles).set({ lastSignInAt: new Date() }).where(eq(profiles.id, id));
    await expect(again(id)).rejects.toEqual(refused("no invitation"));
    await expect(again(boss.userId)).rejects.toEqual(refused("no invitation"));
    await expect(again("nobody")).rejects.toEqual(refused("gone"));
  });

  it.each(["", "x", "\0", "x".repeat(5_000)])("is not opened by the token %j", async (token) => {
    await invite("sam@example.com", "driver");
    expect(await readInvitation(db, token)).toBeNull();
    expect(await acceptInvitation(db, token, "a good password")).toBeNull();
  });

  it("has a link that opens nothing else", async () => {
    const token = await invitedToken();
    const { canResetPassword } = await import("../credentials/password-reset.server.ts");
    expect(await canResetPassword(db, token)).toBe(false);
  });
});

describe("signing a member out everywhere", () => {
  const signOut = (admin: Admin, userId: string) => signOutMember(db, admin, userId, adminEmail);

  async function runLink(driver: string, madeBy: Admin) {
    return makeRunLink(db, madeBy, (await insertRun(db, { driver })).id);
  }

  it("ends sessions, emailed links and run links of this member alone", async () => {
    await db.update(user).set({ name: "Sample Driver" }).where(eq(user.id, packer));
    const reset = await makeLink(db, "reset-password", packer);
    for (const userId of [packer, ann.userId]) {
      await db.insert(session).values({ userId, token: userId, expiresAt: new Date(4e12) });
    }
    const named = await runLink(" sample driver", boss);
    const others = await runLink("Somebody Else", boss);
    await signOut(boss, packer);
    expect((await db.select().from(session)).map(({ userId }) => userId)).toEqual([ann.userId]);
    expect(await readLink(db, "reset-password", reset)).toBeNull();
    expect(await driverOf(db, named)).toBeNull();
    expect(await driverOf(db, others)).toMatchObject({ name: "Somebody Else" });
    expect(await roles()).toMatchObject({ "packer@example.com": "packer" });
    const [entry] = await listHistory(db, boss, staffSubject);
    expect(entry).toMatchObject({ action: "staff signed out" });
  });

  it("ends the run links that the member made, as does their removal", async () => {
    const made = await runLink("", ann);
    await change(boss, ann.userId, null, "owner");
    expect(await driverOf(db, made)).toBeNull();
  });

  it("is refused for people outside the staff, and by former owners", async () => {
    const client = await member("client@example.com", null);
    for (const id of [client.id, "nobody"]) {
      await expect(signOut(boss, id)).rejects.toEqual(refused("gone"));
    }
    await change(boss, ann.userId, "packer", "owner");
    await expect(signOut(ann, packer)).rejects.toEqual(refused("not an owner"));
  });
});
