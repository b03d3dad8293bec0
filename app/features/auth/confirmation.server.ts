import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { profileFields } from "#app/features/clients/profile.ts";
import { confirmationMail } from "#app/features/mail/account-mails.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { account, user } from "#db/schema/accounts.ts";
import { profiles } from "#db/schema/profiles.ts";
import { isLinkGood, makeLink, takeLink } from "./secret-links.server.ts";

/**
 * What was filled in by whoever asked for the link. It comes into force with the link: somebody else
 * may have signed up with this address before, and must not be left with a password to the account.
 */
const pendingSignUp = z.object({
  userId: z.uuid(),
  passwordHash: z.string(),
  profile: profileFields.partial(),
});

type PendingSignUp = z.infer<typeof pendingSignUp>;

/** Mails a link that confirms the address and opens the account. */
export async function mailConfirmation(
  tx: Transaction,
  email: string,
  pending: PendingSignUp,
  siteUrl: string,
): Promise<void> {
  const token = await makeLink(tx, "confirm-email", JSON.stringify(pending));
  const url = `${siteUrl}/confirm-email?${new URLSearchParams({ token })}`;
  await queueMail(tx, { to: email, ...confirmationMail({ url }) });
}

/** Mails the link anew, to somebody who has just given the account's password. */
export async function mailConfirmationAgain(
  db: Database,
  email: string,
  siteUrl: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userId: user.id, passwordHash: account.password })
      .from(user)
      .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
      .where(and(eq(user.email, email), eq(user.emailVerified, false)));
    if (!found?.passwordHash) return;
    const { userId, passwordHash } = found;
    await mailConfirmation(tx, email, { userId, passwordHash, profile: {} }, siteUrl);
  });
}

/** Whether the link's page should offer to confirm at all. */
export function canConfirmEmail(db: Database, token: string): Promise<boolean> {
  return isLinkGood(db, "confirm-email", token);
}

/**
 * Confirms the address and puts what was filled in for this link into force, all or nothing.
 *
 * @returns the account's id; null when the link is expired, used or made up, or another one has
 *   confirmed the address before
 */
export function confirmEmail(db: Database, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const value = await takeLink(tx, "confirm-email", token);
    if (!value) return null;
    const { userId, passwordHash, profile } = pendingSignUp.parse(JSON.parse(value));
    const [confirmed] = await tx
      .update(user)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
      .returning({ id: user.id });
    if (!confirmed) return null;
    const ofUser = and(eq(account.userId, userId), eq(account.providerId, "credential"));
    await tx.update(account).set({ password: passwordHash, updatedAt: new Date() }).where(ofUser);
    if (Object.keys(profile).length > 0) {
      await tx.update(profiles).set(profile).where(eq(profiles.id, userId));
    }
    return userId;
  });
}
