import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import {
  dropLinks,
  isLinkGood,
  makeLink,
  readLink,
  takeLink,
} from "#app/domain/accounts/credentials/secret-links.server.ts";
import { insertAccount } from "#app/domain/accounts/insert-account.server.ts";
import { giveToItsAddress } from "#app/domain/accounts/take-over.server.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  insertInvitation,
  insertMember,
  renewInvitation,
  takeInvitation,
  updateInvitation,
} from "#app/domain/customers/team/team-rows.server.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, invitations, members } from "#db/schema/customers.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";
import { auditedRights, auditTeam, isMember, refuseOthers, rightsFrom } from "./team.server.ts";
import {
  type inviteForm,
  memberRoleText,
  mostInvitations,
  mostMembers,
  type TypedRights,
  teamInvitationDays,
  teamRefusal,
} from "./team.ts";
import { teamInvitationMail } from "./team-mails.ts";

const lastsMs = teamInvitationDays * 24 * 60 * 60_000;

const expiry = () => new Date(Date.now() + lastsMs);

/** Emails a link to join the customer's team. For the owner. @throws Refusal */
export function inviteToTeam(
  db: Database,
  client: Client,
  typed: (typeof inviteForm)["_output"],
  ticked: readonly string[],
  shop: Shop,
): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    // Serializes invitations, so that concurrent ones are counted.
    await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for("no key update");
    const [known] = await tx.select({ id: user.id }).from(user).where(eq(user.email, typed.email));
    if (known && (await isMember(tx, customerId, known.id))) throw teamRefusal("member already");
    const open = await tx.$count(invitations, eq(invitations.customerId, customerId));
    const joined = await tx.$count(members, eq(members.customerId, customerId));
    if (open >= mostInvitations || joined + open >= mostMembers) throw teamRefusal("too many");
    const { siteNames, ...rights } = await rightsFrom(tx, customerId, typed, ticked);
    const { name, email } = typed;
    const id = await insertInvitation(tx, {
      customerId,
      name,
      email,
      ...rights,
      invitedBy: client.userId,
      expiresAt: expiry(),
    });
    if (id === null) throw teamRefusal("invited");
    await mailLink(tx, client, { id, email, role: rights.role }, shop);
    await auditTeam(tx, client, "member invited", {
      after: { member: email, ...auditedRights(rights, siteNames) },
    });
  });
}

/** Emails an invitation with a new link, which replaces the old. For the owner. @throws Refusal */
export function inviteAgain(db: Database, client: Client, id: string, shop: Shop): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    if (!isUuid(id)) throw teamRefusal("no invitation");
    // Lock order: links before invitations, as when accepting.
    await dropLinks(tx, "team-invitation", id);
    const again = await renewInvitation(tx, { id, customerId, expiresAt: expiry() });
    if (!again) throw teamRefusal("no invitation");
    await mailLink(tx, client, again, shop);
    await auditTeam(tx, client, "invitation sent again", {
      after: { member: again.email },
    });
  });
}

/** Changes an open invitation's rights; its link keeps working. For the owner. @throws Refusal */
export function changeInvitation(
  db: Database,
  client: Client,
  id: string,
  typed: TypedRights,
  ticked: readonly string[],
): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    if (!isUuid(id)) throw teamRefusal("no invitation");
    const { siteNames, ...rights } = await rightsFrom(tx, customerId, typed, ticked);
    const member = await updateInvitation(tx, { id, customerId }, rights);
    if (member === null) throw teamRefusal("no invitation");
    await auditTeam(tx, client, "invitation changed", {
      after: { member, ...auditedRights(rights, siteNames) },
    });
  });
}

/** Withdraws an invitation; its link stops working. For the owner. @throws Refusal */
export function withdrawInvitation(db: Database, client: Client, id: string): Promise<void> {
  refuseOthers(client);
  const { customerId } = client;
  return db.transaction(async (tx) => {
    if (!isUuid(id)) throw teamRefusal("no invitation");
    const withdrawn = await takeInvitation(tx, id, customerId);
    if (!withdrawn) throw teamRefusal("no invitation");
    await dropLinks(tx, "team-invitation", id);
    await auditTeam(tx, client, "invitation withdrawn", {
      before: { member: withdrawn.email },
    });
  });
}

async function mailLink(
  tx: Transaction,
  client: Client,
  { id, email, role }: { id: string; email: string; role: MemberRole },
  { siteUrl, company }: Shop,
): Promise<void> {
  if ((await takeMail(tx, "link", email)) !== null) throw teamRefusal("too often");
  const token = await makeLink(tx, "team-invitation", id, lastsMs);
  const url = `${siteUrl}/join-team?${new URLSearchParams({ token })}`;
  const mail = teamInvitationMail({ role, invitedBy: client.email, url }, company);
  await queueMail(tx, { to: email, expiresAt: expiry(), ...mail });
}

/**
 * Returns the invitation of a link, and whether an account has its address, verified; null if the
 * link is invalid. Anyone with the link may ask.
 */
export async function readTeamInvitation(db: Database, token: string) {
  const id = await readLink(db, "team-invitation", token);
  if (!id) return null;
  const [invited] = await db
    .select({
      email: invitations.email,
      name: invitations.name,
      role: invitations.role,
      company: customers.companyName,
      isProved: user.emailVerified,
    })
    .from(invitations)
    .innerJoin(customers, eq(customers.id, invitations.customerId))
    .leftJoin(user, eq(user.email, invitations.email))
    .where(eq(invitations.id, id));
  if (!invited) return null;
  const { isProved, ...found } = invited;
  return { ...found, hasAccount: isProved === true };
}

/**
 * Accepts an invitation, which proves access to the address. An account with a verified address
 * gets another membership. Anyone else gets an account with the password, and the caller signs them
 * in; an unverified account, which a stranger may have created, is handed over to them with that
 * password.
 *
 * @param password null if the address has a verified account
 * @returns null if the link is invalid, or the password for a new account is missing
 */
export async function acceptTeamInvitation(
  db: Database,
  token: string,
  password: string | null,
): Promise<{ userId: string; isNew: boolean } | null> {
  if (!(await isLinkGood(db, "team-invitation", token))) return null;
  const passwordHash = password === null ? null : await hashPassword(password);
  return db.transaction(async (tx) => {
    const id = await takeLink(tx, "team-invitation", token);
    const invited = id ? await takeInvitation(tx, id) : null;
    if (!invited) return null;
    const { customerId, email, name, role, siteIds, approveOverCents } = invited;
    const [known] = await tx
      .select({ id: user.id, isProved: user.emailVerified })
      .from(user)
      .where(eq(user.email, email))
      .for("update");
    const isTaken = known?.isProved === false;
    // Rolls back, so that the link can be used again with a password.
    if (isTaken && passwordHash === null) throw teamRefusal("no invitation");
    if (isTaken && passwordHash !== null) await giveToItsAddress(tx, known.id, passwordHash);
    const opened =
      known || passwordHash === null
        ? undefined
        : await insertAccount(tx, {
            email,
            name,
            emailVerified: true,
            passwordHash,
            // Neither staff, nor a customer of its own.
            staff: { isAdmin: false, staffRole: null },
          });
    const userId = known?.id ?? opened;
    if (!userId) throw teamRefusal("no invitation");
    await insertMember(tx, { customerId, userId, role, siteIds, approveOverCents });
    await recordAudit(
      tx,
      { userId, email },
      {
        entity: "client",
        entityId: customerId,
        action: "member joined",
        after: { member: email, teamRole: memberRoleText[role].label },
      },
    );
    return { userId, isNew: opened !== undefined || isTaken };
  });
}
