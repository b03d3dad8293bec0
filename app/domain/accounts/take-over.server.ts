import { and, eq, inArray, isNull, not } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { account, profiles, session, user, verification } from "#db/schema/accounts.ts";

/** No role of staff, which is given only to whoever has proven the address. */
const isNoStaff = and(not(profiles.isAdmin), isNull(profiles.staffRole));

/** Whether an address has an account, and a client's. */
export async function isOfClient(db: Database, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(and(eq(user.email, email), isNoStaff));
  return found !== undefined;
}

/**
 * Makes a client's account the administrator's: anybody may have opened it before the settings named its
 * address, so its password, sessions and links end. Whether this process was the one that did.
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
  await tx.update(user).set({ emailVerified: true }).where(eq(user.id, taken.id));
  await tx
    .update(account)
    .set({ password: passwordHash })
    .where(and(eq(account.userId, taken.id), eq(account.providerId, "credential")));
  await tx.delete(verification).where(eq(verification.value, taken.id));
  await tx.delete(session).where(eq(session.userId, taken.id));
  return true;
}
