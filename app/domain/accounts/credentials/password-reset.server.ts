import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { and, eq, TransactionRollbackError } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { account, session, user } from "#db/schema/accounts.ts";
import { linkMs } from "../lifetimes.ts";
import { passwordResetMail } from "../mails/account-mails.ts";
import { tellOfPassword } from "../second-factor/factor-changes.server.ts";
import { dropWaysIn, isLinkGood, makeLink, takeLink } from "./secret-links.server.ts";

/**
 * Emails a link to choose a new password, if the normalized address has an account. Neither the
 * answer nor its timing reveals whether it has: without an account the same work is done, then
 * rolled back. Returns null, or the seconds until the address may be mailed again.
 */
export async function requestPasswordReset(
  db: Database,
  email: string,
  shop: Shop,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const wait = await takeMail(tx, "link", email);
    if (wait === null)
      await tx.transaction((inner) => mailLink(inner, email, shop)).catch(ignoreRollback);
    return wait;
  });
}

async function mailLink(tx: Transaction, email: string, shop: Shop): Promise<void> {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email));
  const token = await makeLink(tx, "reset-password", found?.id ?? randomUUID());
  const url = `${shop.siteUrl}/reset-password?${new URLSearchParams({ token })}`;
  const expiresAt = new Date(Date.now() + linkMs);
  await queueMail(tx, { to: email, expiresAt, ...passwordResetMail({ url }, shop) });
  if (!found) tx.rollback();
}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof TransactionRollbackError)) throw error;
}

/** True if the link is still valid. */
export function canResetPassword(db: Database, token: string): Promise<boolean> {
  return isLinkGood(db, "reset-password", token);
}

/**
 * Sets the account's new password and ends all its sessions, in one transaction. Also confirms the
 * address, as the link was mailed there, and emails the owner if there was a password before.
 * Returns the account's id; null if the link is invalid, expired or used.
 */
export async function resetPassword(
  db: Database,
  token: string,
  password: string,
  shop: Shop,
): Promise<string | null> {
  if (!(await canResetPassword(db, token))) return null;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const userId = await takeLink(tx, "reset-password", token);
    if (!userId) return null;
    await dropWaysIn(tx, userId);
    await tx
      .update(user)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(eq(user.id, userId));
    const ofUser = and(eq(account.userId, userId), eq(account.providerId, "credential"));
    const [before] = await tx.select({ hash: account.password }).from(account).where(ofUser);
    await tx.update(account).set({ password: passwordHash, updatedAt: new Date() }).where(ofUser);
    await tx.delete(session).where(eq(session.userId, userId));
    // The first password of an invited client is not reported.
    if (before?.hash) await tellOfPassword(tx, userId, shop);
    return userId;
  });
}
