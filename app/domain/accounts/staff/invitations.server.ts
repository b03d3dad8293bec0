import { hashPassword } from "better-auth/crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { account, profiles, session, staffInvitations, user } from "#db/schema/accounts.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import {
  dropLinks,
  dropWaysIn,
  isLinkGood,
  makeLink,
  readLink,
  takeLink,
} from "../credentials/secret-links.server.ts";
import { insertAccount } from "../insert-account.server.ts";
import { staffInvitationMs } from "../lifetimes.ts";
import {
  lockMember,
  onStaff,
  refuseFormerOwner,
  staffSubject,
  storedRole,
  withdrawInvitationOf,
} from "./staff.server.ts";
import {
  type InvitationLink,
  type InviteForm,
  mayBeInvitedAgain,
  type StaffInvitation,
  staffRefusal,
} from "./staff.ts";
import { staffInvitationMail } from "./staff-mails.ts";

interface Sending {
  /** The sender of the email, and the origin of its link. */
  shop: Shop;
  designatedEmail: string;
}

/** Returns open invitations, oldest first, including those whose link has expired. For owners. */
export function listInvitations(db: Database, _admin: Admin): Promise<StaffInvitation[]> {
  const { id, email, name, role, invitedAt, expiresAt } = staffInvitations;
  const refused = sql<string | null>`(select coalesce(last_error, '') from mail_outbox
    where recipient = ${email} and failed_at is not null and created_at > ${invitedAt} - interval '1 minute'
    order by created_at desc limit 1)`;
  return db
    .select({ id, email, name, role, invitedAt, expiresAt, refused })
    .from(staffInvitations)
    .orderBy(asc(invitedAt), asc(id));
}

/**
 * Emails somebody a link to join the staff. A client's address may be invited too; accepting adds
 * the role to that account. For owners. Returns the link, which is stored nowhere, for the owner to
 * hand over where no mail arrives.
 *
 * @throws Refusal
 */
export function inviteStaff(
  db: Database,
  admin: Admin,
  { name, email, role }: InviteForm,
  { shop, designatedEmail }: Sending,
): Promise<InvitationLink> {
  return db.transaction(async (tx) => {
    await refuseFormerOwner(tx, admin, designatedEmail);
    const memberId = await onStaff(tx, email, designatedEmail);
    if (memberId) throw staffRefusal("on the staff", memberId);
    const link = await invite(tx, admin, { email, name, role }, shop);
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: "invited to the staff",
      after: { email, role },
    });
    return link;
  });
}

/**
 * Emails an invitation again, and returns the new link; the earlier one stops working. For owners.
 *
 * @throws Refusal
 */
export function inviteAgain(
  db: Database,
  admin: Admin,
  id: string,
  { shop, designatedEmail }: Sending,
): Promise<InvitationLink> {
  return db.transaction(async (tx) => {
    await refuseFormerOwner(tx, admin, designatedEmail);
    if (!isUuid(id)) throw staffRefusal("no invitation");
    // Lock links before invitations, as accepting one does.
    await dropLinks(tx, "staff-invitation", id.toLowerCase());
    const [again] = await tx
      .update(staffInvitations)
      .set({ invitedBy: admin.userId, invitedAt: new Date(), expiresAt: expiry() })
      .where(eq(staffInvitations.id, id))
      .returning();
    if (!again) throw staffRefusal("no invitation");
    const link = await mailLink(tx, admin, again, shop);
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: "invitation sent again",
      after: { email: again.email },
    });
    return link;
  });
}

/**
 * Emails a member who has never signed in a link to choose a password, and returns it. For owners.
 *
 * @throws Refusal
 */
export function inviteMemberAgain(
  db: Database,
  admin: Admin,
  userId: string,
  { shop, designatedEmail }: Sending,
): Promise<InvitationLink> {
  return db.transaction(async (tx) => {
    if (!isUuid(userId)) throw staffRefusal("gone");
    await withdrawInvitationOf(tx, userId);
    const member = await lockMember(tx, admin, userId.toLowerCase(), designatedEmail);
    if (!member) throw staffRefusal("gone");
    if (!mayBeInvitedAgain(member)) throw staffRefusal("no invitation");
    const { email, name, role } = member;
    const named = (name || email).slice(0, 200);
    const link = await invite(tx, admin, { email, name: named, role }, shop);
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: "invitation sent again",
      after: { email },
    });
    return link;
  });
}

/** Withdraws an invitation: its link stops working. For owners. @throws Refusal */
export function withdrawInvitation(
  db: Database,
  admin: Admin,
  id: string,
  { designatedEmail }: Pick<Sending, "designatedEmail">,
): Promise<void> {
  return db.transaction(async (tx) => {
    await refuseFormerOwner(tx, admin, designatedEmail);
    if (!isUuid(id)) throw staffRefusal("no invitation");
    await dropLinks(tx, "staff-invitation", id.toLowerCase());
    const [withdrawn] = await tx
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, id))
      .returning();
    if (!withdrawn) throw staffRefusal("no invitation");
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: "invitation withdrawn",
      before: { email: withdrawn.email, role: withdrawn.role },
    });
  });
}

const expiry = () => new Date(Date.now() + staffInvitationMs);

/** Stores an invitation and emails its link; refuses an already invited address. */
async function invite(
  tx: Transaction,
  admin: Admin,
  whom: { email: string; name: string; role: StaffRole },
  shop: Shop,
): Promise<InvitationLink> {
  const [invited] = await tx
    .insert(staffInvitations)
    .values({ ...whom, invitedBy: admin.userId, expiresAt: expiry() })
    .onConflictDoNothing({ target: staffInvitations.email })
    .returning();
  if (!invited) throw staffRefusal("invited");
  return mailLink(tx, admin, invited, shop);
}

async function mailLink(
  tx: Transaction,
  admin: Admin,
  { id, email, role, expiresAt }: typeof staffInvitations.$inferSelect,
  { siteUrl, company }: Shop,
): Promise<InvitationLink> {
  const token = await makeLink(tx, "staff-invitation", id, staffInvitationMs);
  const url = `${siteUrl}/join?${new URLSearchParams({ token })}`;
  const mail = staffInvitationMail({ role, invitedBy: admin.email, url }, company);
  await queueMail(tx, { to: email, replyTo: admin.email, expiresAt, ...mail });
  return { id, email, expiresAt, url };
}

/** Returns the invitation of a link for its page; null if the link is invalid. */
export async function readInvitation(
  db: Database,
  token: string,
): Promise<{ email: string; role: StaffRole; hasAccount: boolean } | null> {
  const id = await readLink(db, "staff-invitation", token);
  if (!id) return null;
  const [invited] = await db
    .select({ email: staffInvitations.email, role: staffInvitations.role, userId: user.id })
    .from(staffInvitations)
    .leftJoin(user, eq(user.email, staffInvitations.email))
    .where(eq(staffInvitations.id, id));
  if (!invited) return null;
  const { userId, ...found } = invited;
  return { ...found, hasAccount: userId !== null };
}

/**
 * Accepts an invitation, in one transaction: opens an account with the password, or gives the role
 * and the password to the address's existing account and ends its sessions. The link has proved the
 * address, while somebody else might know the earlier password. Returns the account's id; null if
 * the link was invalid.
 */
export async function acceptInvitation(
  db: Database,
  token: string,
  password: string,
): Promise<string | null> {
  if (!(await isLinkGood(db, "staff-invitation", token))) return null;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const id = await takeLink(tx, "staff-invitation", token);
    if (!id) return null;
    const [invited] = await tx
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, id))
      .returning();
    if (!invited) return null;
    const { email, name, role } = invited;
    const opened = { email, name, emailVerified: true, passwordHash, staff: storedRole(role) };
    const userId = (await insertAccount(tx, opened)) ?? (await joinWith(tx, opened));
    await recordAudit(
      tx,
      { userId, email },
      { ...staffSubject, action: "joined", after: { role } },
    );
    return userId;
  });
}

async function joinWith(
  tx: Transaction,
  { email, name, passwordHash, staff }: Opened,
): Promise<string> {
  const now = new Date();
  const [found] = await tx
    .update(user)
    .set({ name, emailVerified: true, updatedAt: now })
    .where(eq(user.email, email))
    .returning({ id: user.id });
  if (!found) throw new Error("The account is gone");
  await tx
    .insert(profiles)
    .values({ id: found.id, ...staff })
    .onConflictDoUpdate({ target: profiles.id, set: staff });
  await tx
    .update(account)
    .set({ password: passwordHash, updatedAt: now })
    .where(and(eq(account.userId, found.id), eq(account.providerId, "credential")));
  await dropWaysIn(tx, found.id);
  await tx.delete(session).where(eq(session.userId, found.id));
  return found.id;
}

interface Opened {
  email: string;
  name: string;
  passwordHash: string;
  staff: ReturnType<typeof storedRole>;
}
