import type { Admin } from "#app/domain/access/capability.ts";
import {
  endWaysIn,
  type RoleChange,
  setRole,
  staffSubject,
} from "#app/domain/accounts/staff/staff.server.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { revokeRunLinksOf } from "#app/domain/delivery/runs/run-links.server.ts";
import type { Database } from "#db/database.ts";

/**
 * Changes a staff member's role. Removing it ends all their access, including links to runs. For
 * owners.
 *
 * @throws Refusal
 */
export function changeRole(
  db: Database,
  admin: Admin,
  change: RoleChange,
  designatedEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const gone = await setRole(tx, admin, change, designatedEmail);
    if (gone) await revokeRunLinksOf(tx, admin, gone);
  });
}

/**
 * Signs a staff member out everywhere, for example after a tablet was stolen: ends sessions, mailed
 * links that open the account, and links to runs. They can sign in again. For owners.
 *
 * @throws Refusal
 */
export function signOutMember(
  db: Database,
  admin: Admin,
  userId: string,
  designatedEmail: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { member, sessions } = await endWaysIn(tx, admin, userId, designatedEmail);
    const runLinks = await revokeRunLinksOf(tx, admin, member);
    await recordAudit(tx, admin, {
      ...staffSubject,
      action: "staff signed out",
      after: { email: member.email, sessions, runLinks },
    });
  });
}
