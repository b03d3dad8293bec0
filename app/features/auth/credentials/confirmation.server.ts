import { randomUUID } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import { and, eq, gt, like } from "drizzle-orm";
import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import { confirmationMail } from "#app/features/auth/mails/account-mails.ts";
import { adoptGuests } from "#app/features/clients/adopt-guests.server.ts";
import { profileFields } from "#app/features/clients/profile.ts";
import { queueMail, takeMail } from "#app/features/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { updateDetails } from "#db/profile.ts";
import { account, user, verification } from "#db/schema/accounts.ts";
import type { Client } from "../capability.ts";
import { tellOfAccount } from "./account-told.server.ts";
import { isLinkGood, makeLink, takeLink } from "./secret-links.server.ts";

/**
 * Sign-up data applied when the link is used. If accounts must be confirmed before signing in, the
 * data must come from the person who requested the link: someone else may have signed up with this
 * address before, and their password must not stay valid.
 */
const pendingSignUp = z.object({
  userId: z.uuid(),
  passwordHash: z.string().optional(),
  profile: profileFields.partial(),
});

type PendingSignUp = z.infer<typeof pendingSignUp>;

/**
 * Mails a link that confirms the address, unless `takeMail` refuses: the limit is one an hour and
 * three a day, whatever triggers them.
 *
 * @returns null, or the number of seconds until the address may be mailed again
 */
export async function mailConfirmation(
  tx: Transaction,
  email: string,
  pending: PendingSignUp,
  shop: Shop,
): Promise<number | null> {
  const wait = await takeMail(tx, "confirmation", email);
  if (wait !== null) return wait;
  const token = await makeLink(tx, "confirm-email", JSON.stringify(pending));
  const url = `${shop.siteUrl}/confirm-email?${new URLSearchParams({ token })}`;
  await queueMail(tx, { to: email, ...confirmationMail({ url }, shop) });
  return null;
}

/**
 * Mails a new link to someone who has just entered the account's password.
 *
 * @returns null if a link is on its way, possibly an earlier one; otherwise the number of seconds
 *   until one may be mailed
 */
export function mailConfirmationAgain(
  db: Database,
  email: string,
  shop: Shop,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userId: user.id, passwordHash: account.password })
      .from(user)
      .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
      .where(and(eq(user.email, email), eq(user.emailVerified, false)));
    if (!found?.passwordHash) return null;
    const { userId, passwordHash } = found;
    const pending = { userId, passwordHash, profile: {} };
    const wait = await mailConfirmation(tx, email, pending, shop);
    return wait === null || (await isLinkOut(tx, userId)) ? null : wait;
  });
}

/**
 * Mails a new link to a signed-in client who hasn't confirmed.
 *
 * @returns "confirmed" if already confirmed; otherwise as `mailConfirmation`
 */
export function mailOwnConfirmation(
  db: Database,
  client: Client,
  shop: Shop,
): Promise<"confirmed" | number | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ isConfirmed: user.emailVerified })
      .from(user)
      .where(eq(user.id, client.userId));
    if (found?.isConfirmed !== false) return "confirmed";
    return mailConfirmation(tx, client.email, { userId: client.userId, profile: {} }, shop);
  });
}

/** Whether the client's address is confirmed. */
export async function isEmailConfirmed(db: Database, client: Client): Promise<boolean> {
  const [found] = await db
    .select({ isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, client.userId));
  return found?.isConfirmed ?? false;
}

/** Whether the link is still valid, i.e. its page should offer to confirm. */
export function canConfirmEmail(db: Database, token: string): Promise<boolean> {
  return isLinkGood(db, "confirm-email", token);
}

/**
 * Confirms the address and applies the sign-up data stored with the link, in one transaction.
 *
 * @param shop for the mail that tells the company of a new account
 * @returns the account's id; null if the link is invalid, expired or used, or the address was
 *   already confirmed through another link
 */
export function confirmEmail(db: Database, token: string, shop: Shop): Promise<string | null> {
  return db.transaction(async (tx) => {
    const value = await takeLink(tx, "confirm-email", token);
    if (!value) return null;
    const { userId, passwordHash, profile } = pendingSignUp.parse(JSON.parse(value));
    const [confirmed] = await tx
      .update(user)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
      .returning({ email: user.email });
    if (!confirmed) return null;
    await adoptGuests(tx, confirmed.email);
    if (Object.keys(profile).length > 0) {
      // An account that nobody could sign in to yet is the owner of the customer of its own id.
      await updateDetails(tx, userId, profile);
    }
    if (passwordHash) {
      const ofUser = and(eq(account.userId, userId), eq(account.providerId, "credential"));
      await tx.update(account).set({ password: passwordHash, updatedAt: new Date() }).where(ofUser);
      // Nobody could sign in until now, so the company hasn't been told yet.
      await tellOfAccount(tx, userId, shop);
    }
    return userId;
  });
}

/**
 * Deletes confirmation links that would set a password other than the given one. Used when someone
 * signs up while the address can't be mailed again: otherwise they might use a link requested by
 * somebody else. Takes the same time whether or not there are any.
 */
export async function dropLinksOfOthers(
  tx: Transaction,
  email: string,
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<void> {
  const [found] = await tx.select({ userId: user.id }).from(user).where(eq(user.email, email));
  const links = await tx
    .select({ id: verification.id, value: verification.value })
    .from(verification)
    .where(ofAccount(found?.userId ?? randomUUID()));
  for (const { id, value } of links.length > 0 ? links : [none]) {
    const pending = value ? pendingSignUp.parse(JSON.parse(value)).passwordHash : undefined;
    const isTheirs = await verifyPassword({ hash: pending ?? passwordHash, password });
    if (!isTheirs) await tx.delete(verification).where(eq(verification.id, id));
  }
}

const none = { id: randomUUID(), value: "" };

async function isLinkOut(tx: Transaction, userId: string): Promise<boolean> {
  const links = await tx.$count(verification, ofAccount(userId));
  return links > 0;
}

function ofAccount(userId: string) {
  return and(
    like(verification.identifier, "confirm-email:%"),
    gt(verification.expiresAt, new Date()),
    like(verification.value, `%"userId":"${userId}"%`),
  );
}
