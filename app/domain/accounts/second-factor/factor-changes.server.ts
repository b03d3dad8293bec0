import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Shop } from "#app/content/company.ts";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { profiles, session, user } from "#db/schema/accounts.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#db/schema/second-factor.ts";
import { shopSettings } from "#db/schema/system.ts";
import type { AccountServices } from "../account-services.server.ts";
import {
  type FactorEvent,
  passwordChangedMail,
  secondFactorMail,
} from "../mails/security-mails.ts";
import { renewRecoveryCodes } from "./recovery-codes.server.ts";

export type FactorServices = Pick<AccountServices, "db" | "auth" | "shop">;

/** Returns the subject of audit entries about an account. */
export const accountSubject = (userId: string) =>
  ({ entity: "account", entityId: userId }) as const;

/** True if an account has a second factor; for queries with the account's id in a column. */
export function hasSecondFactor(userId: AnyPgColumn | SQL): SQL<boolean> {
  return sql<boolean>`(exists (select from authenticator_apps app
      where app.user_id = ${userId} and app.secret is not null)
    or exists (select from passkeys key where key.user_id = ${userId}))`;
}

/** True if an account has a second factor. */
export async function isGuarded(db: Database | Transaction, userId: string): Promise<boolean> {
  const [found] = (
    await db.execute<{ has: boolean }>(sql`select ${hasSecondFactor(sql`${userId}::uuid`)} as has`)
  ).rows;
  return found?.has === true;
}

/** A change of an account's second factors, which are locked during it. */
export interface Change {
  tx: Transaction;
  wasGuarded: boolean;
}

/** Changes an account's second factors in a transaction, one change at a time. */
export function changeFactors<Result>(
  db: Database,
  { userId }: Pick<StaffAccount, "userId">,
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for("no key update");
    return change({ tx, wasGuarded: await isGuarded(tx, userId) });
  });
}

/**
 * Ends all other sessions and creates recovery codes if a new second factor is the first, as no
 * other session has proved it. Returns the codes, to be shown once; null if there were some
 * already.
 */
export async function factorAdded(
  { tx, wasGuarded }: Change,
  account: StaffAccount,
  what: "authenticator app added" | "passkey added",
  { shop, details }: { shop: Shop; details?: object },
): Promise<string[] | null> {
  const now = new Date();
  await tx
    .update(session)
    .set({ secondFactorAt: now, provenAt: now })
    .where(eq(session.id, account.sessionId));
  if (!wasGuarded) {
    await tx
      .delete(session)
      .where(and(eq(session.userId, account.userId), ne(session.id, account.sessionId)));
  }
  await tellOwner(tx, account.userId, what, { shop, ...(details && { after: details }) });
  return wasGuarded ? null : renewRecoveryCodes(tx, account.userId);
}

/** Deletes the recovery codes after the last factor. @throws Refusal if staff need one */
export async function factorRemoved(
  { tx }: Change,
  account: StaffAccount,
  what: "authenticator app removed" | "passkey removed",
  { shop, details }: { shop: Shop; details?: object },
): Promise<void> {
  if (!(await isGuarded(tx, account.userId))) {
    // Share lock: enabling the rule locks the row for update and checks that its user has a factor.
    const [settings] = await tx
      .select({ isNeeded: shopSettings.needsSecondFactor })
      .from(shopSettings)
      .for("share");
    if (settings?.isNeeded) {
      throw new Refusal(
        "factor",
        "Staff need a second factor here. Please set up another one before you remove this one.",
      );
    }
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, account.userId));
  }
  await tellOwner(tx, account.userId, what, { shop, ...(details && { before: details }) });
}

/** Removes all second factors and recovery codes of an account. The caller ends its sessions. */
export async function forgetFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** The actor in the audit log for events not caused by the account's owner. */
const notByOwner: Partial<Record<FactorEvent, string>> = {
  "second factor reset": "npm run reset-second-factor",
  "too many wrong codes": "somebody with the password",
  "too many wrong proofs": "somebody who is signed in",
};

/**
 * Tells an account's owner of a new password: staff always, clients only at a proved address. Call
 * it after anything that proves the address.
 */
export async function tellOfPassword(tx: Transaction, userId: string, shop: Shop): Promise<void> {
  const [found] = await tx
    .select({
      isStaff: sql<boolean>`${profiles.isAdmin} or ${profiles.staffRole} is not null`,
      email: user.email,
      isProved: user.emailVerified,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, userId));
  if (found?.isStaff) await tellOwner(tx, userId, "password changed", { shop });
  else if (found?.isProved) {
    await queueMail(tx, { to: found.email, ...passwordChangedMail(shop) });
  }
}

/** Audits an event of an account's second factors, and emails it to the account's owner. */
export async function tellOwner(
  tx: Transaction,
  userId: string,
  what: FactorEvent,
  { shop, before, after }: { shop: Shop; before?: object; after?: object },
): Promise<void> {
  const [owner] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  if (!owner) return;
  const { email } = owner;
  const entry = { ...accountSubject(userId), action: what, before, after };
  const other = notByOwner[what];
  await recordAudit(tx, other ? { userId: null, email: other } : { userId, email }, entry);
  await queueMail(tx, { to: email, ...secondFactorMail(what, after ?? {}, shop) });
}
