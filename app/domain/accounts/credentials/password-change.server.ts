import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { account, session } from "#db/schema/accounts.ts";
import { tellOfPassword } from "../second-factor/factor-changes.server.ts";
import { dropWaysIn } from "./secret-links.server.ts";

interface PasswordChange {
  current: string;
  next: string;
}

/**
 * Changes the client's own password and ends all their sessions, in one transaction; the caller
 * limits attempts and opens a new session. Invalidates pending reset links and half-finished
 * sign-ins, and emails staff, and clients with a proved address. Returns false, and changes
 * nothing, if `current` was wrong.
 */
export async function changePassword(
  db: Database,
  client: Client,
  { current, next }: PasswordChange,
  shop: Shop,
): Promise<boolean> {
  const ownPassword = and(eq(account.userId, client.userId), eq(account.providerId, "credential"));
  const [own] = await db.select({ hash: account.password }).from(account).where(ownPassword);
  if (!own?.hash || !(await verifyPassword({ hash: own.hash, password: current }))) return false;
  const { hash } = own;
  const nextHash = await hashPassword(next);
  return db.transaction(async (tx) => {
    // Compare-and-set: the second of two concurrent changes no longer finds the hash it verified.
    const changed = await tx
      .update(account)
      .set({ password: nextHash, updatedAt: new Date() })
      .where(and(ownPassword, eq(account.password, hash)))
      .returning({ id: account.id });
    if (changed.length === 0) return false;
    await dropWaysIn(tx, client.userId);
    await tx.delete(session).where(eq(session.userId, client.userId));
    await tellOfPassword(tx, client.userId, shop);
    return true;
  });
}
