import { randomUUID } from "node:crypto";
import { verifyPassword } from "better-auth/crypto";
import { and, eq, gt, like, sql } from "drizzle-orm";
import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { adoptGuests } from "#app/domain/customers/guests.server.ts";
import { profileFields } from "#app/domain/customers/profile.ts";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { account, user, verification } from "#db/schema/accounts.ts";
import { linkMs } from "../lifetimes.ts";
import { addressChangedMail, confirmationMail, newAddressMail } from "../mails/account-mails.ts";
import { tellOfAccount } from "./account-told.server.ts";
import { dropWaysIn, makeLink, readLink, takeLink } from "./secret-links.server.ts";

/**
 * Sign-up data that the link applies. If accounts must be confirmed before signing in, it must be
 * the data of the person who requested the link: the password of anyone who signed up with this
 * address earlier must not stay valid.
 */
const pendingSignUp = z.object({
  userId: z.uuid(),
  passwordHash: z.string().optional(),
  profile: profileFields.partial(),
});

type PendingSignUp = z.infer<typeof pendingSignUp>;

/** An account's new address entered by staff, which the link applies. */
const pendingAddress = z.object({
  userId: z.uuid(),
  customerId: z.uuid(),
  from: z.string(),
  to: z.string(),
});

/**
 * Emails a link that confirms the address; returns null, or the seconds until `takeMail` allows it.
 * The limit is one an hour and three a day at sign-up, and three an hour and six a day on request.
 */
export async function mailConfirmation(
  tx: Transaction,
  email: string,
  pending: PendingSignUp,
  shop: Shop,
  cause: "confirmation" | "confirmation again" = "confirmation",
): Promise<number | null> {
  const wait = await takeMail(tx, cause, email);
  if (wait !== null) return wait;
  await sendLink(tx, email, pending, shop);
  return null;
}

/** Emails a confirmation link on behalf of staff, who vouch for the address; not rate-limited. */
export function mailConfirmationForStaff(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  shop: Shop,
): Promise<void> {
  return sendLink(tx, email, { userId, profile: {} }, shop);
}

/** Emails a link to an account's new address, which `confirmEmail` applies. */
export function mailNewAddress(
  tx: Transaction,
  change: z.infer<typeof pendingAddress>,
  shop: Shop,
): Promise<void> {
  return sendLink(tx, change.to, change, shop, newAddressMail);
}

async function sendLink(
  tx: Transaction,
  email: string,
  pending: PendingSignUp | z.infer<typeof pendingAddress>,
  shop: Shop,
  mail = confirmationMail,
): Promise<void> {
  const token = await makeLink(tx, "confirm-email", JSON.stringify(pending));
  const url = `${shop.siteUrl}/confirm-email?${new URLSearchParams({ token })}`;
  const expiresAt = new Date(Date.now() + linkMs);
  await queueMail(tx, { to: email, expiresAt, ...mail({ url }, shop) });
}

/**
 * Emails a new link to someone who has just entered the account's password. Returns null if a link
 * is on its way, possibly an earlier one, or the seconds until one may be mailed.
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
    const wait = await mailConfirmation(tx, email, pending, shop, "confirmation again");
    return wait === null || (await isLinkOut(tx, userId)) ? null : wait;
  });
}

/** Does what `mailConfirmation` does for a signed-in client; "confirmed" if there is no need. */
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
    const pending = { userId: client.userId, profile: {} };
    return mailConfirmation(tx, client.email, pending, shop, "confirmation again");
  });
}

/** True if the client's address is confirmed. */
export async function isEmailConfirmed(db: Database, client: Client): Promise<boolean> {
  const [found] = await db
    .select({ isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, client.userId));
  return found?.isConfirmed ?? false;
}

/**
 * Returns "confirms" for a link that can still confirm its address, "confirmed" if the address is
 * confirmed already, and "spent" if the link is invalid, expired or used.
 */
export async function confirmationLink(
  db: Database,
  token: string,
): Promise<"confirms" | "confirmed" | "spent"> {
  const value = await readLink(db, "confirm-email", token);
  if (value === null) return "spent";
  const changed = pendingAddress.safeParse(JSON.parse(value)).data;
  const { userId } = changed ?? pendingSignUp.parse(JSON.parse(value));
  const confirmable = changed ? canTakeAddress(changed) : isUnconfirmed(userId);
  if ((await db.$count(user, confirmable)) > 0) return "confirms";
  const confirmed = and(
    eq(user.id, userId),
    eq(user.emailVerified, true),
    changed && eq(user.email, changed.to),
  );
  return (await db.$count(user, confirmed)) > 0 ? "confirmed" : "spent";
}

/**
 * Confirms the address and applies the sign-up data stored with the link, in one transaction.
 * Returns the account's id; null if the link is invalid, expired or used, or the address was
 * already confirmed through another link.
 */
export function confirmEmail(db: Database, token: string, shop: Shop): Promise<string | null> {
  return db.transaction(async (tx) => {
    const value = await takeLink(tx, "confirm-email", token);
    if (!value) return null;
    const changed = pendingAddress.safeParse(JSON.parse(value));
    if (changed.success) return takeNewAddress(tx, changed.data, shop);
    const { userId, passwordHash, profile } = pendingSignUp.parse(JSON.parse(value));
    const [confirmed] = await tx
      .update(user)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(isUnconfirmed(userId))
      .returning({ email: user.email });
    if (!confirmed) return null;
    await adoptGuests(tx, confirmed.email);
    if (Object.keys(profile).length > 0) {
      // An account that couldn't sign in yet owns the customer with its own id.
      await updateCustomer(tx, userId, profile);
    }
    if (passwordHash) {
      const ofUser = and(eq(account.userId, userId), eq(account.providerId, "credential"));
      await tx.update(account).set({ password: passwordHash, updatedAt: new Date() }).where(ofUser);
      // Nobody could sign in until now, and the company wasn't told yet.
      await tellOfAccount(tx, userId, shop);
    }
    return userId;
  });
}

async function takeNewAddress(
  tx: Transaction,
  pending: z.infer<typeof pendingAddress>,
  shop: Shop,
): Promise<string | null> {
  const { userId, customerId, from, to } = pending;
  const [changed] = await tx
    .update(user)
    .set({ email: to, emailVerified: true, updatedAt: new Date() })
    .where(canTakeAddress(pending))
    .returning({ id: user.id });
  if (!changed) return null;
  await dropWaysIn(tx, userId);
  await queueMail(tx, { to: from, ...addressChangedMail(shop) });
  await recordAudit(
    tx,
    { userId, email: to },
    {
      entity: "client",
      entityId: customerId,
      action: "email confirmed",
      before: { email: from },
      after: { email: to },
    },
  );
  await adoptGuests(tx, to);
  return userId;
}

/** Matches the account of a sign-up's link while its address is unconfirmed. */
function isUnconfirmed(userId: string) {
  return and(eq(user.id, userId), eq(user.emailVerified, false));
}

/** Matches the account of a new address while it has its old one and nobody has the new one. */
function canTakeAddress({ userId, from, to }: z.infer<typeof pendingAddress>) {
  const isFree = sql`not exists (select from ${user} taken where taken.email = ${to})`;
  return and(eq(user.id, userId), eq(user.email, from), isFree);
}

/** Invalidates an account's confirmation links. */
export async function dropConfirmations(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verification).where(ofAccount(userId));
}

/**
 * Deletes confirmation links that would set a password other than the given one. For a sign-up
 * whose address can't be mailed again yet: its owner might otherwise use a link that somebody else
 * requested. Takes the same time whether or not there is such a link.
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
    const pending = value
      ? pendingSignUp.safeParse(JSON.parse(value)).data?.passwordHash
      : undefined;
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
