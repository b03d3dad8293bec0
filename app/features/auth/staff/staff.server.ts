import { and, asc, desc, eq, inArray, isNotNull, or } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { revokeRunLinksOf } from "#app/features/runs/links/run-links.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { profiles, session, staffInvitations, user } from "#db/schema/accounts.ts";
import { rightsOf } from "../capability.server.ts";
import type { Admin } from "../capability.ts";
import { dropLinks, dropWaysIn } from "../credentials/secret-links.server.ts";
import { forgetFactors, hasSecondFactor } from "../second-factor/factor-changes.server.ts";
import type { StaffRole } from "../staff-roles.ts";
import { type StaffMember, StaffRefusedError } from "./staff.ts";

/** The audited thing: the staff as a whole, so that one list tells who came, changed and went. */
export const staffSubject = { entity: "staff", entityId: "team" } as const;

/** The columns that hold a role. */
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

/** Everybody on the staff, owners first, then by name. For owners. */
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

/** A member of the staff, or null for anybody else. For owners. */
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

/** Addresses are stored normalised. */
function isDesignated(designatedEmail: string) {
  return eq(user.email, designatedEmail.trim().toLowerCase());
}

interface MemberRow {
  userId: string;
  name: string;
  email: string;
  isAdmin: boolean;
  staffRole: Exclude<StaffRole, "owner"> | null;
  lastSignInAt: Date | null;
  hasSecondFactor: boolean;
}

function asMember({ isAdmin, staffRole, ...row }: MemberRow, designatedEmail: string) {
  const rights = rightsOf({ email: row.email, isAdmin, staffRole }, designatedEmail);
  const { staffRole: role, isImageEditor } = rights;
  return role && { ...row, role, isDesignated: isImageEditor };
}

interface RoleChange {
  userId: string;
  /** Null removes them from the staff. */
  role: StaffRole | null;
  /** The role that the owner saw. */
  seen: StaffRole;
}

/**
 * Gives a member of the staff another role, or takes the last one: then all their ways in end and
 * their second factors are forgotten, and with an owner's role go the invitations that they sent. The
 * database tells every process, which ends their event streams. Nobody changes their own role, so an
 * owner always stays. For owners.
 *
 * @throws StaffRefusedError
 */
export function changeRole(
  db: Database,
  admin: Admin,
  { userId, role, seen }: RoleChange,
  designatedEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(userId)) throw new StaffRefusedError("gone");
    if (userId.toLowerCase() === admin.userId) throw new StaffRefusedError("self");
    const member = await lockMember(tx, admin, userId.toLowerCase(), designatedEmail);
    if (!member) throw new StaffRefusedError("gone");
    if (member.isDesignated) throw new StaffRefusedError("designated");
    if (member.role !== seen) throw new StaffRefusedError("changed");
    if (role === seen) return;
    await tx.update(profiles).set(storedRole(role)).where(eq(profiles.id, member.userId));
    if (seen === "owner") await withdrawInvitationsOf(tx, member.userId);
    if (role === null) {
      await endWaysIn(tx, admin, member);
      // Clients have no page on which to change one.
      await forgetFactors(tx, member.userId);
    }
    const { email } = member;
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: role === null ? "staff removed" : "role changed",
      before: { email, role: seen },
      after: role === null ? null : { email, role },
    });
  });
}

/**
 * Signs a member of the staff out everywhere, as for a stolen tablet: sessions, mailed links that open
 * the account, and links to runs. They stay on the staff and can sign in again. For owners.
 *
 * @throws StaffRefusedError
 */
export function signOutMember(
  db: Database,
  admin: Admin,
  userId: string,
  designatedEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(userId)) throw new StaffRefusedError("gone");
    const member = await lockMember(tx, admin, userId.toLowerCase(), designatedEmail);
    if (!member) throw new StaffRefusedError("gone");
    const ended = await endWaysIn(tx, admin, member);
    const { email } = member;
    await recordAudit(tx, admin, {
      ...{ ...staffSubject, action: "staff signed out" },
      after: { email, ...ended },
    });
  });
}

/** @returns how many of each ended */
async function endWaysIn(tx: Transaction, admin: Admin, member: StaffMember) {
  const sessions = await tx.delete(session).where(eq(session.userId, member.userId));
  await dropWaysIn(tx, member.userId);
  const runLinks = await revokeRunLinksOf(tx, admin, member);
  return { sessions: sessions.rowCount ?? 0, runLinks };
}

/**
 * Locks the member and the acting owner, in one order, so that of two owners who demote each other
 * one finds that they no longer may.
 */
async function lockMember(tx: Transaction, admin: Admin, userId: string, designatedEmail: string) {
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
  if (actor?.role !== "owner") throw new StaffRefusedError("not an owner");
  return members.find((member) => member.userId === userId);
}

/** An owner who goes leaves nobody behind whom only they wanted. */
async function withdrawInvitationsOf(tx: Transaction, userId: string): Promise<void> {
  const sent = await tx
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(eq(staffInvitations.invitedBy, userId));
  for (const { id } of sent) await dropLinks(tx, "staff-invitation", id);
  await tx.delete(staffInvitations).where(eq(staffInvitations.invitedBy, userId));
}

/** Throws unless the acting owner still is one, and keeps it so until the transaction ends. */
export async function refuseFormerOwner(
  tx: Transaction,
  admin: Admin,
  designatedEmail: string,
): Promise<void> {
  await lockMember(tx, admin, admin.userId, designatedEmail);
}

/** Whether an address belongs to somebody on the staff. */
export async function isOnStaff(
  tx: Transaction,
  email: string,
  designatedEmail: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: user.id })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(
      and(
        eq(user.email, email),
        or(profiles.isAdmin, isNotNull(profiles.staffRole), isDesignated(designatedEmail)),
      ),
    );
  return found.length > 0;
}
