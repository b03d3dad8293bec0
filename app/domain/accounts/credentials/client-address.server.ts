import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { isSameAddress } from "#app/domain/access/account-rights.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { insertMember } from "#app/domain/customers/team/team-rows.server.ts";
import { type Standing, standingOfAccount } from "#app/domain/mail/addressees.server.ts";
import { refusalOf } from "#app/domain/mail/failed-mails.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName } from "#db/locks.ts";
import { account, user } from "#db/schema/accounts.ts";
import { customers, isStaff, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { insertManyAccounts } from "../insert-account.server.ts";
import { addressChangedMail } from "../mails/account-mails.ts";
import {
  dropConfirmations,
  mailConfirmationForStaff,
  mailNewAddress,
} from "./confirmation.server.ts";
import { inviteClients } from "./invite-clients.server.ts";
import { dropWaysIn } from "./secret-links.server.ts";

export interface ClientAddress {
  email: string;
  standing: Standing;
  /** True if they have chosen a password and can sign in. */
  hasPassword: boolean;
  isStaff: boolean;
  /** Why an email to this address last failed; null if none did, or the owner has resolved it. */
  refused: string | null;
}

/** Returns a client's address; null for a client without a login. For the shop's owner. */
export async function getClientAddress(
  db: Database,
  _admin: Admin,
  customerId: string,
): Promise<ClientAddress | null> {
  const found = await ownerOf(db, customerId);
  if (!found) return null;
  const { userId: _, ...address } = found;
  return { ...address, refused: await refusalOf(db, found.email) };
}

/** Why an address was not changed, or no email was sent. */
export type AddressRefusal = "no account" | "staff" | "taken" | "proved";

/**
 * Emails a client an invitation if they have no password, otherwise a confirmation link. For the
 * shop's owner, who vouches for the address.
 */
export function askForProof(
  db: Database,
  admin: Admin,
  customerId: string,
  shop: Shop,
): Promise<AddressRefusal | null> {
  return db.transaction(async (tx) => {
    const owner = await ownerOf(tx, customerId);
    if (!owner) return "no account";
    if (owner.hasPassword && owner.standing === "proved") return "proved";
    await mailProof(tx, owner, shop);
    await recordAudit(tx, admin, {
      entity: "client",
      entityId: customerId,
      action: "proof of address asked for",
      after: { email: owner.email },
    });
    return null;
  });
}

/**
 * Changes the address of a client's account. A proved address stays until the link mailed to the
 * new one is used; any other is replaced at once. The old address is notified once it is replaced,
 * except a stranger's. For the shop's owner.
 *
 * @param email normalized
 * @param adminEmail the designated administrator's, which no client may have
 * @throws Refusal "changed" if the address was confirmed or changed meanwhile
 */
export function changeClientAddress(
  db: Database,
  admin: Admin,
  { customerId, email }: { customerId: string; email: string },
  { shop, adminEmail }: { shop: Shop; adminEmail: string },
): Promise<AddressRefusal | null> {
  return db.transaction(async (tx) => {
    const refusal = await lockAddress(tx, { customerId, email }, adminEmail);
    if (refusal) return refusal;
    const owner = await ownerOf(tx, customerId);
    if (!owner) return "no account";
    if (owner.isStaff) return "staff";
    const { userId, email: from, standing } = owner;
    const isProved = standing === "proved";
    // Links mailed before must stop working. Using a link also deletes it before it locks the
    // account: the same order avoids deadlocks.
    await dropConfirmations(tx, userId);
    if (!isProved) await dropWaysIn(tx, userId);
    const asRead = and(eq(user.id, userId), eq(user.email, from), eq(user.emailVerified, isProved));
    const [unchanged] = await tx.select().from(user).where(asRead).for("no key update");
    if (!unchanged) throw new Refusal("changed", changedMeanwhile);
    await recordAudit(tx, admin, {
      entity: "client",
      entityId: customerId,
      action: isProved ? "new email asked to confirm" : "email changed",
      before: { email: from },
      after: { email },
    });
    if (isProved) {
      await mailNewAddress(tx, { userId, customerId, from, to: email }, shop);
      return null;
    }
    await tx
      .update(user)
      .set({ email, isVouched: true, updatedAt: new Date() })
      .where(eq(user.id, userId));
    if (standing === "vouched") await queueMail(tx, { to: from, ...addressChangedMail(shop) });
    await mailProof(tx, { ...owner, email }, shop);
    return null;
  });
}

const changedMeanwhile =
  "This address was confirmed or changed meanwhile. Reload the page to see it.";

/**
 * Gives a client without a login one, and emails it an invitation. For the shop's owner.
 *
 * @param email normalized
 * @param adminEmail the designated administrator's, which no client may have
 */
export function addClientAddress(
  db: Database,
  admin: Admin,
  { customerId, email }: { customerId: string; email: string },
  { shop, adminEmail }: { shop: Shop; adminEmail: string },
): Promise<AddressRefusal | null> {
  return db.transaction(async (tx) => {
    const refusal = await lockAddress(tx, { customerId, email }, adminEmail);
    if (refusal) return refusal;
    const [client] = await tx
      .select({ name: customers.contactName })
      .from(customers)
      .where(and(eq(customers.id, customerId), eq(customers.guestEmail, "")));
    if (!client || (await ownerOf(tx, customerId))) return "no account";
    const [userId] = await insertManyAccounts(tx, [{ email, name: client.name }]);
    if (!userId) throw new Error("An account was not stored");
    await insertMember(tx, {
      customerId,
      userId,
      role: "owner",
      siteIds: null,
      approveOverCents: null,
    });
    await recordAudit(tx, admin, {
      entity: "client",
      entityId: customerId,
      action: "email added",
      after: { email },
    });
    await inviteClients(tx, [{ userId, email }], shop);
    return null;
  });
}

/** Locks a client and the address it is to get. Returns why it can't get the address, or null. */
async function lockAddress(
  tx: Transaction,
  { customerId, email }: { customerId: string; email: string },
  adminEmail: string,
): Promise<AddressRefusal | null> {
  if (!isUuid(customerId) || !(await lockCustomer(tx, customerId))) return "no account";
  await lockName(tx, `account ${email}`);
  const isTaken = (await tx.$count(user, eq(user.email, email))) > 0;
  return isTaken || isSameAddress(email, adminEmail) ? "taken" : null;
}

function mailProof(
  tx: Transaction,
  owner: { userId: string; email: string; hasPassword: boolean },
  shop: Shop,
): Promise<void> {
  return owner.hasPassword
    ? mailConfirmationForStaff(tx, owner, shop)
    : inviteClients(tx, [owner], shop);
}

async function ownerOf(db: Database | Transaction, customerId: string) {
  if (!isUuid(customerId)) return null;
  const [found] = await db
    .select({
      userId: user.id,
      email: user.email,
      standing: standingOfAccount,
      hasPassword: sql<boolean>`exists (select from ${account}
        where ${account.userId} = ${user.id} and ${account.password} is not null)`,
      isStaff: sql<boolean>`${isStaff}`,
    })
    .from(customers)
    .innerJoin(members, ownerOfCustomer)
    .innerJoin(user, eq(user.id, members.userId))
    .where(eq(customers.id, customerId));
  return found ?? null;
}
