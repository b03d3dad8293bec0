import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { session, user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { invitations, members, shipTos } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { memberRoles } from "#db/schema/values/customers.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  acceptTeamInvitation,
  changeInvitation,
  inviteAgain,
  inviteToTeam,
  readTeamInvitation,
  withdrawInvitation,
} from "./invitations.server.ts";
import { changeMember, getTeam, handOver, membershipsOf, removeMember } from "./team.server.ts";
import { inviteForm, memberForm, mostInvitations } from "./team.ts";

let database: OpenDatabase;
let db: Database;
let owner: Client;
let mainSite: string;
let branch: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
beforeEach(async () => {
  const { user: person } = await insertClient(db);
  owner = clientOf(person, { customerId: person.id, role: "owner", siteIds: null });
  const [first] = await db.select().from(shipTos).where(eq(shipTos.customerId, person.id));
  const second = { customerId: person.id, name: "Branch", address: "200 Sample Street" };
  const [other] = await db.insert(shipTos).values(second).returning();
  [mainSite, branch] = [first?.id ?? "", other?.id ?? ""];
});
afterAll(() => database.close());

type Membership = { customerId: string; role: Client["role"]; siteIds: string[] | null };

function clientOf({ id, email }: { id: string; email: string }, membership: Membership): Client {
  const account = { userId: id, email, isAdmin: false, membership };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("Not a client");
  return client;
}

let invited = 0;
const someone = () => `someone-${++invited}-${Date.now()}@example.com`;

const invite = (email: string, more: Record<string, string> = {}, ticked: string[] = []) =>
  inviteToTeam(
    db,
    owner,
    inviteForm.parse({ name: "Sam Cook", email, role: "buyer", allSites: "yes", ...more }),
    ticked,
    shop,
  );

async function tokenOf(email: string): Promise<string> {
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  const [, token = ""] = /join-team\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? "") ?? [];
  return token;
}

const memberRow = async (userId: string) =>
  (
    await db
      .select()
      .from(members)
      .where(and(eq(members.customerId, owner.customerId), eq(members.userId, userId)))
  )[0];

const code = (reason: string) => ({ code: reason });

describe("an invitation", () => {
  it("creates a member with their own account, once", async () => {
    const email = someone();
    await invite(email, { limit: "400", allSites: "" }, [branch]);
    const token = await tokenOf(email);
    expect(await readTeamInvitation(db, token)).toMatchObject({ role: "buyer", hasAccount: false });
    const joined = await acceptTeamInvitation(db, token, "a cook's password");
    expect(joined?.isNew).toBe(true);
    expect(await memberRow(joined?.userId ?? "")).toMatchObject({
      role: "buyer",
      siteIds: [branch],
      approveOverCents: 400_00,
    });
    const [account] = await db.select().from(user).where(eq(user.email, email));
    expect(account).toMatchObject({ id: joined?.userId, emailVerified: true });
    expect(await acceptTeamInvitation(db, token, "a cook's password")).toBeNull();
    const log = await db.select().from(auditLog).where(eq(auditLog.entityId, owner.customerId));
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["member invited", "member joined"]),
    );
  });

  it("takes over an unverified account from the person who opened it", async () => {
    const { user: opened } = await insertClient(db, { user: { emailVerified: false } });
    const later = { userId: opened.id, token: opened.id, expiresAt: new Date("2099-01-01") };
    await db.insert(session).values(later);
    await invite(opened.email);
    const token = await tokenOf(opened.email);
    expect((await readTeamInvitation(db, token))?.hasAccount).toBe(false);
    await expect(acceptTeamInvitation(db, token, null)).rejects.toMatchObject(
      code("no invitation"),
    );
    expect(await acceptTeamInvitation(db, token, "the owner's own password")).toEqual({
      userId: opened.id,
      isNew: true,
    });
    expect(await db.$count(session, eq(session.userId, opened.id))).toBe(0);
    const [now] = await db.select().from(user).where(eq(user.id, opened.id));
    expect(now?.emailVerified).toBe(true);
  });

  it("adds a business to an existing account, whose password stays", async () => {
    const { user: other } = await insertClient(db, { user: { emailVerified: true } });
    await invite(other.email, { role: "bookkeeper" });
    const token = await tokenOf(other.email);
    expect((await readTeamInvitation(db, token))?.hasAccount).toBe(true);
    expect(await acceptTeamInvitation(db, token, null)).toEqual({
      userId: other.id,
      isNew: false,
    });
    const theirs = clientOf(other, { customerId: other.id, role: "owner", siteIds: null });
    expect((await membershipsOf(db, theirs)).map(({ customerId }) => customerId)).toEqual([
      other.id,
      owner.customerId,
    ]);
    await expect(invite(other.email)).rejects.toMatchObject(code("member already"));
  });

  it("exists once per email address until it is withdrawn, and is replaced by resending", async () => {
    const email = someone();
    await invite(email);
    const first = await tokenOf(email);
    await expect(invite(email)).rejects.toMatchObject(code("invited"));
    const [stored] = await db.select().from(invitations).where(eq(invitations.email, email));
    await inviteAgain(db, owner, stored?.id ?? "", shop);
    expect(await readTeamInvitation(db, first)).toBeNull();
    const second = await tokenOf(email);
    expect(second).not.toBe(first);
    await withdrawInvitation(db, owner, stored?.id ?? "");
    expect(await acceptTeamInvitation(db, second, "a cook's password")).toBeNull();
    const again = withdrawInvitation(db, owner, stored?.id ?? "");
    await expect(again).rejects.toMatchObject(code("no invitation"));
  });

  it("gives the rights that the owner changed after its link was mailed", async () => {
    const email = someone();
    await invite(email);
    const { invitations: open } = await getTeam(db, owner);
    const id = open.find((one) => one.email === email)?.id ?? "";
    const { user: rival } = await insertClient(db);
    const other = clientOf(rival, { customerId: rival.id, role: "owner", siteIds: null });
    const rights = memberForm.parse({ role: "buyer", limit: "250" });
    for (const refused of [
      () => changeInvitation(db, other, id, rights, []),
      () => changeInvitation(db, owner, "x", rights, [branch]),
    ]) {
      await expect(async () => refused()).rejects.toThrow();
    }
    await changeInvitation(db, owner, id, rights, [branch]);
    const found = await acceptTeamInvitation(db, await tokenOf(email), "a cook's password");
    expect(await memberRow(found?.userId ?? "")).toMatchObject({
      role: "buyer",
      approveOverCents: 250_00,
      siteIds: [branch],
    });
    const late = changeInvitation(db, owner, id, rights, [branch]);
    await expect(late).rejects.toMatchObject(code("no invitation"));
  });

  it("is refused to non-owners, for other customers' sites, and above the maximum", async () => {
    for (const role of memberRoles.filter((one) => one !== "owner")) {
      const { user: person } = await insertClient(db);
      const membership = { customerId: owner.customerId, role, siteIds: null };
      const asked = inviteForm.parse({ name: "S", email: someone(), role: "viewer", limit: "" });
      const sent = async () => inviteToTeam(db, clientOf(person, membership), asked, [], shop);
      await expect(sent()).rejects.toMatchObject(code("not an owner"));
      const seen = getTeam(db, clientOf(person, membership));
      await expect(seen).rejects.toMatchObject(code("not an owner"));
    }
    const [foreign] = await db.select().from(shipTos).limit(1);
    const elsewhere = invite(someone(), { allSites: "" }, [foreign?.id ?? ""]);
    await expect(elsewhere).rejects.toMatchObject(code("no sites"));
    for (let sent = 0; sent < mostInvitations; sent += 1) await invite(someone());
    await expect(invite(someone())).rejects.toMatchObject(code("too many"));
  });

  it("of another customer can't be accessed", async () => {
    const email = someone();
    await invite(email);
    const [stored] = await db.select().from(invitations).where(eq(invitations.email, email));
    const { user: rival } = await insertClient(db);
    const other = clientOf(rival, { customerId: rival.id, role: "owner", siteIds: null });
    const withdrawn = withdrawInvitation(db, other, stored?.id ?? "");
    await expect(withdrawn).rejects.toMatchObject(code("no invitation"));
    const again = inviteAgain(db, other, stored?.id ?? "", shop);
    await expect(again).rejects.toMatchObject(code("no invitation"));
    expect(await readTeamInvitation(db, await tokenOf(email))).not.toBeNull();
  });
});

describe("a member", () => {
  async function joined(): Promise<string> {
    const email = someone();
    await invite(email);
    const found = await acceptTeamInvitation(db, await tokenOf(email), "a cook's password");
    return found?.userId ?? "";
  }

  it("can be given other rights and be removed, unless they are the owner", async () => {
    const userId = await joined();
    const typed = memberForm.parse({ role: "buyer", limit: "0" });
    await changeMember(db, owner, userId, typed, [mainSite, branch]);
    expect(await memberRow(userId)).toMatchObject({
      role: "buyer",
      approveOverCents: 0,
      siteIds: expect.arrayContaining([mainSite, branch]),
    });
    const approver = memberForm.parse({ role: "approver", limit: "20", allSites: "yes" });
    await changeMember(db, owner, userId, approver, []);
    expect(await memberRow(userId)).toMatchObject({
      role: "approver",
      approveOverCents: null,
      siteIds: null,
    });
    for (const act of [removeMember, changeMember] as const) {
      const done = act(db, owner, owner.userId, approver, []);
      await expect(done).rejects.toMatchObject(code("owner"));
    }
    await removeMember(db, owner, userId);
    expect(await memberRow(userId)).toBeUndefined();
    await expect(removeMember(db, owner, userId)).rejects.toMatchObject(code("gone"));
    await expect(removeMember(db, owner, "x")).rejects.toMatchObject(code("gone"));
  });

  it("of another customer can't be accessed", async () => {
    const userId = await joined();
    const { user: rival } = await insertClient(db);
    const other = clientOf(rival, { customerId: rival.id, role: "owner", siteIds: null });
    await expect(removeMember(db, other, userId)).rejects.toMatchObject(code("gone"));
    expect(await memberRow(userId)).toBeDefined();
  });
});

describe("handing over an account", () => {
  it("makes a member the owner and the former owner an approver once, and emails both", async () => {
    const { user: cook } = await insertClient(db);
    const { customerId } = owner;
    const asBuyer = { role: "buyer" as const, siteIds: [branch], approveOverCents: 400_00 };
    await db.insert(members).values({ customerId, userId: cook.id, ...asBuyer });
    await db.delete(mailOutbox);
    const outcomes = await Promise.allSettled([
      handOver(db, owner, cook.id, shop),
      handOver(db, owner, cook.id, shop),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await memberRow(cook.id)).toMatchObject({
      role: "owner",
      siteIds: null,
      approveOverCents: null,
    });
    expect(await memberRow(owner.userId)).toMatchObject({ role: "approver", siteIds: null });
    const mails = await db.select().from(mailOutbox);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [cook.email, owner.email].sort(),
    );
    // The former owner isn't one any more, and the new owner may remove them.
    const now = clientOf(cook, { customerId, role: "owner", siteIds: null });
    const then = clientOf(
      { id: owner.userId, email: owner.email },
      {
        customerId,
        role: "approver",
        siteIds: null,
      },
    );
    await expect(handOver(db, then, cook.id, shop)).rejects.toMatchObject(code("not an owner"));
    await expect(handOver(db, now, cook.id, shop)).rejects.toMatchObject(code("owner"));
    await removeMember(db, now, owner.userId);
  });

  it("is refused to people outside the team", async () => {
    const { user: stranger } = await insertClient(db);
    for (const whom of [stranger.id, "x"]) {
      await expect(handOver(db, owner, whom, shop)).rejects.toMatchObject(code("gone"));
    }
  });
});
