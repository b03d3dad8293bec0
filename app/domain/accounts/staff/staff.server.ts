import { and, asc, desc, eq, inArray, isNotNull, or } from "drizzle-orm";
import { rightsOf } from "#app/domain/access/account-rights.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { profiles, session, staffInvitations, user } from "#db/schema/accounts.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { dropLinks, dropWaysIn } from "../credentials/secret-links.server.ts";
import { forgetFactors, hasSecondFactor } from "../second-factor/factor-changes.server.ts";
import { type StaffMember, staffRefusal } from "./staff.ts";

/** The subject of audit entries: all staff, so that one list shows who joined, changed and left. */
export const staffSubject = { entity: "staff", entityId: "team" } as const;

/** Returns the columns that store a role. */
export function storedRole(role: StaffRole | null) {
  return { isAdmin: role === "owner", staffRole: role === "owner" ? null : role };
}

const memberColumns = {
  userId: user.id,
  name: user.name,
  email: user.email,
  isAdmin: profiles.isAdmin,
  staffRole: profiles.staffRole,
  lastSignInAt: profiles.lastSignInAt,
  hasSecondFactor: hasSecondFactor(profiles.id),
};

/** Returns everybody on the staff, owners first, then by name. For owners. */
export async function listStaff(
  db: Database,
  _admin: Admin,
  designatedEmail: string,
): Promise<StaffMember[]> {
  const rows = await db
    .select(memberColumns)
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(or(profiles.isAdmin, isNotNull(profiles.staffRole), isDesignated(designatedEmail)))
    .orderBy(desc(profiles.isAdmin), asc(user.name), asc(user.email));
  return rows.flatMap((row) => asMember(row, designatedEmail) ?? []);
}

/** Returns a staff member, or null for anybody else. For owners. */
export async function getStaffMember(
  db: Database,
  _admin: Admin,
  userId: string,
  designatedEmail: string,
): Promise<StaffMember | null> {
  if (!isUuid(userId)) return null;
  const [row] = await db
    .select(memberColumns)
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, userId));
  return row ? asMember(row, designatedEmail) : null;
}

function isDesignated(designatedEmail: string) {
  return eq(user.email, designatedEmail.trim().toLowerCase());
}

interface MemberRow
  extends Pick<StaffMember, "userId" | "name" | "email" | "lastSignInAt" | "hasSecondFactor"> {
  isAdmin: boolean;
  staffRole: Exclude<StaffRole, "owner"> | null;
}

function asMember({ isAdmin, staffRole, ...row }: MemberRow, designatedEmail: string) {
  const rights = rightsOf({ email: row.email, isAdmin, staffRole }, designatedEmail);
  const { staffRole: role, isImageEditor } = rights;
  return role && { ...row, role, isDesignated: isImageEditor };
}

export interface RoleChange {
  userId: string;
  role: StaffRole | null;
  seen: StaffRole;
}

/**
 * Changes a staff member's role. Removing a member from the staff ends their sessions and mailed
 * links and removes their second factors. A member who is no longer an owner loses the invitations
 * that they sent. The database notifies every process, which ends the member's event streams.
 * Nobody can change their own role, so an owner always remains. For owners.
 *
 * @returns a member no longer on the staff, who should have no other access either
 * @throws Refusal
 */
export async function setRole(
  tx: Transaction,
  admin: Admin,
  { userId, role, seen }: RoleChange,
  designatedEmail: string,
): Promise<StaffMember | null> {
  if (!isUuid(userId)) throw staffRefusal("gone");
  if (userId.toLowerCase() === admin.userId) throw staffRefusal("self");
  if (role !== seen) await withdrawInvitationOf(tx, userId);
  const member = await lockMember(tx, admin, userId.toLowerCase(), designatedEmail);
  if (!member) throw staffRefusal("gone");
  if (member.isDesignated) throw staffRefusal("designated");
  if (member.role !== seen) throw staffRefusal("changed");
  if (role === seen) return null;
  await tx.update(profiles).set(storedRole(role)).where(eq(profiles.id, member.userId));
  if (seen === "owner") await withdrawInvitationsOf(tx, member.userId);
  if (role === null) {
    await endSessions(tx, member);
    // Clients have no page to manage second factors.
    await forgetFactors(tx, member.userId);
  }
  const { email } = member;
  await recordAudit(tx, admin, {
    ...staffSubject,
    action: role === null ? "staff removed" : "role changed",
    before: { email, role: seen },
    after: role === null ? null : { email, role },
  });
  return role === null ? member : null;
}

/**
 * Ends a member's sessions and the mailed links that open the account; returns the member and the
 * number of sessions ended. For owners.
 *
 * @throws Refusal
 */
export async function endWaysIn(
  tx: Transaction,
  admin: Admin,
  userId: string,
  designatedEmail: string,
): Promise<{ member: StaffMember; sessions: number }> {
  if (!isUuid(userId)) throw staffRefusal("gone");
  await withdrawInvitationOf(tx, userId);
  const member = await lockMember(tx, admin, userId.toLowerCase(), designatedEmail);
  if (!member) throw staffRefusal("gone");
  return { member, sessions: await endSessions(tx, member) };
}

async function endSessions(tx: Transaction, { userId }: StaffMember): Promise<number> {
  const { rowCount } = await tx.delete(session).where(eq(session.userId, userId));
  await dropWaysIn(tx, userId);
  return rowCount ?? 0;
}

/** Locks member and owner in a fixed order: of two owners demoting each other, one is refused. */
export async function lockMember(
  tx: Transaction,
  admin: Admin,
  userId: string,
  designatedEmail: string,
) {
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(inArray(profiles.id, [admin.userId, userId]))
    .orderBy(asc(profiles.id))
    .for("update");
  const rows = await tx
    .select(memberColumns)
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(inArray(user.id, [admin.userId, userId]));
  const members = rows.flatMap((row) => asMember(row, designatedEmail) ?? []);
  const actor = members.find((member) => member.userId === admin.userId);
  if (actor?.role !== "owner") throw staffRefusal("not an owner");
  return members.find((member) => member.userId === userId);
}

/**
 * Withdraws the invitation that was sent to a member again, if any, as accepting it later would
 * restore the role. Call it before locking the member, as accepting an invitation takes its link
 * first.
 */
export async function withdrawInvitationOf(tx: Transaction, userId: string): Promise<void> {
  const invited = await tx
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .innerJoin(user, eq(user.email, staffInvitations.email))
    .where(eq(user.id, userId));
  for (const { id } of invited) {
    await dropLinks(tx, "staff-invitation", id);
    await tx.delete(staffInvitations).where(eq(staffInvitations.id, id));
  }
}

/** Withdraws the invitations sent by an owner who leaves. */
async function withdrawInvitationsOf(tx: Transaction, userId: string): Promise<void> {
  const sent = await tx
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(eq(staffInvitations.invitedBy, userId));
  for (const { id } of sent) await dropLinks(tx, "staff-invitation", id);
  await tx.delete(staffInvitations).where(eq(staffInvitations.invitedBy, userId));
}

/** Throws unless the acting owner still is one; locks their row until the transaction ends. */
export async function refuseFormerOwner(
  tx: Transaction,
  admin: Admin,
  designatedEmail: string,
): Promise<void> {
  await lockMember(tx, admin, admin.userId, designatedEmail);
}

/** Returns the id of the staff member with an address; undefined if there is none. */
export async function onStaff(
  tx: Transaction,
  email: string,
  designatedEmail: string,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: user.id })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(
      and(
        eq(user.email, email),
        or(profiles.isAdmin, isNotNull(profiles.staffRole), isDesignated(designatedEmail)),
      ),
    );
  return found?.id;
}
