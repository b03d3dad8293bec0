import { and, eq, inArray, isNull, not } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { account, profiles, session, user, verification } from "#db/schema/accounts.ts";

/** True without a staff role; roles are given only to somebody who has proved the address. */
const isNoStaff = and(not(profiles.isAdmin), isNull(profiles.staffRole));

/** True if an address has an account, and it is a client's. */
export async function isOfClient(db: Database, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(and(eq(user.email, email), isNoStaff));
  return found !== undefined;
}

/**
 * Makes a client's account the administrator's. Anybody may have opened it before the settings
 * named its address, so its password, sessions and links end. Returns true if this process did it.
 */
export async function takeOver(
  tx: Transaction,
  email: string,
  passwordHash: string,
): Promise<boolean> {
  const id = tx.select({ id: user.id }).from(user).where(eq(user.email, email));
  const [taken] = await tx
    .update(profiles)
    .set({ isAdmin: true })
    .where(and(inArray(profiles.id, id), isNoStaff))
    .returning({ id: profiles.id });
  if (!taken) return false;
  await giveToItsAddress(tx, taken.id, passwordHash);
  return true;
}

/**
 * Gives an account to the person who has just proved its address. A stranger may have opened it
 * before, so its former password, sessions and links end.
 */
export async function giveToItsAddress(
  tx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx.update(user).set({ emailVerified: true }).where(eq(user.id, userId));
  await tx
    .update(account)
    .set({ password: passwordHash })
    .where(and(eq(account.userId, userId), eq(account.providerId, "credential")));
  await tx.delete(verification).where(eq(verification.value, userId));
  await tx.delete(session).where(eq(session.userId, userId));
}
