import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { account, session } from "#db/schema/accounts.ts";
import type { Client } from "../capability.ts";
import { dropLinks } from "./secret-links.server.ts";

interface PasswordChange {
  /** As it is until now; whoever finds a signed-in browser does not know it. */
  current: string;
  next: string;
}

/**
 * Gives the client's own account another password and ends all its sessions, all or nothing: a copy
 * of the current one's token ends with the others, and the caller opens a new session. Links to choose
 * a password that are still under way are of no use after it.
 *
 * @returns whether `current` was right; nothing is changed when it was not
 */
export async function changePassword(
  db: Database,
  client: Client,
  { current, next }: PasswordChange,
): Promise<boolean> {
  const ownPassword = and(eq(account.userId, client.userId), eq(account.providerId, "credential"));
  const [own] = await db.select({ hash: account.password }).from(account).where(ownPassword);
  if (!own?.hash || !(await verifyPassword({ hash: own.hash, password: current }))) return false;
  const { hash } = own;
  const nextHash = await hashPassword(next);
  return db.transaction(async (tx) => {
    // Of two changes at once the second finds that what it verified holds no more.
    const changed = await tx
      .update(account)
      .set({ password: nextHash, updatedAt: new Date() })
      .where(and(ownPassword, eq(account.password, hash)))
      .returning({ id: account.id });
    if (changed.length === 0) return false;
    await dropLinks(tx, "reset-password", client.userId);
    await tx.delete(session).where(eq(session.userId, client.userId));
    return true;
  });
}
