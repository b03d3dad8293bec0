import { randomUUID } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import { and, eq, gt, like } from "drizzle-orm";
import { z } from "zod";
import { confirmationMail } from "#app/features/auth/mails/account-mails.ts";
import { profileFields } from "#app/features/clients/profile.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { takeMail } from "#app/features/mail/recipient-limits.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { account, user, verification } from "#db/schema/accounts.ts";
import { profiles } from "#db/schema/profiles.ts";
import type { Client } from "../capability.ts";
import { tellOfAccount } from "./account-told.server.ts";
import { isLinkGood, makeLink, takeLink } from "./secret-links.server.ts";

/**
 * What a link brings into force beside the confirmation. Where nobody can sign in without one, that
 * is what was filled in by whoever asked for the link: somebody else may have signed up with this
 * address before, and must not be left with a password to the account.
 */
const pendingSignUp = z.object({
  userId: z.uuid(),
  passwordHash: z.string().optional(),
  profile: profileFields.partial(),
});

type PendingSignUp = z.infer<typeof pendingSignUp>;

/**
 * Mails a link that confirms the address, unless `takeMail` refuses: one an hour and three a day,
 * whatever asks for them.
 *
 * @returns null, or in how many seconds the address may be mailed again
 */
export async function mailConfirmation(
  tx: Transaction,
  email: string,
  pending: PendingSignUp,
  siteUrl: string,
): Promise<number | null> {
  const wait = await takeMail(tx, "confirmation", email);
  if (wait !== null) return wait;
  const token = await makeLink(tx, "confirm-email", JSON.stringify(pending));
  const url = `${siteUrl}/confirm-email?${new URLSearchParams({ token })}`;
  await queueMail(tx, { to: email, ...confirmationMail({ url }) });
  return null;
}

/**
 * Mails the link anew to somebody who has just given the account's password.
 *
 * @returns null when a link is on its way, be it an earlier one; else in how many seconds one may be
 *   mailed
 */
export function mailConfirmationAgain(
  db: Database,
  email: string,
  siteUrl: string,
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
    const wait = await mailConfirmation(tx, email, pending, siteUrl);
    return wait === null || (await isLinkOut(tx, userId)) ? null : wait;
  });
}

/**
 * Mails the link anew to a client who is signed in without having confirmed.
 *
 * @returns "confirmed" when there is nothing left to confirm; else as `mailConfirmation`
 */
export function mailOwnConfirmation(
  db: Database,
  client: Client,
  siteUrl: string,
): Promise<"confirmed" | number | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ isConfirmed: user.emailVerified })
      .from(user)
      .where(eq(user.id, client.userId));
    if (found?.isConfirmed !== false) return "confirmed";
    return mailConfirmation(tx, client.email, { userId: client.userId, profile: {} }, siteUrl);
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

/** Whether the link's page should offer to confirm at all. */
export function canConfirmEmail(db: Database, token: string): Promise<boolean> {
  return isLinkGood(db, "confirm-email", token);
}

/**
 * Confirms the address and puts what was filled in for this link into force, all or nothing.
 *
 * @param siteUrl the shop's public origin, for the mail that tells the company of a new account
 * @returns the account's id; null when the link is expired, used or made up, or another one has
 *   confirmed the address before
 */
export function confirmEmail(db: Database, token: string, siteUrl: string): Promise<string | null> {
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
    if (Object.keys(profile).length > 0) {
      await tx.update(profiles).set(profile).where(eq(profiles.id, userId));
    }
    if (passwordHash) {
      const ofUser = and(eq(account.userId, userId), eq(account.providerId, "credential"));
      await tx.update(account).set({ password: passwordHash, updatedAt: new Date() }).where(ofUser);
      // Nobody could sign in before: the account is new only now.
      await tellOfAccount(tx, userId, siteUrl);
    }
    return userId;
  });
}

/**
 * Drops links to confirm an address that would bring another password into force than the given one:
 * for somebody who signs up while the address cannot be mailed again, and would otherwise press a link
 * that somebody else has caused. Takes as long where there is none.
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
