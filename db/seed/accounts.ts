import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { insertAccount, type NewAccount } from "../insert-account.ts";
import { user } from "../schema/accounts.ts";

/** What to tell the person at the console. The password is to be shown once, never logged. */
export interface SeededAccount {
  /** The address as stored: trimmed and lower-case. */
  email: string;
  created: boolean;
  /** Only if this call created the account and no password was given. */
  generatedPassword: string | undefined;
}

interface WantedAccount extends Pick<NewAccount, "email" | "name" | "profile"> {
  password: string | undefined;
}

/**
 * Ensures that the administrator's account exists, so that nobody else can claim its address.
 * Called at every start, before the first request. An existing account is not changed: its password
 * is not reset, whatever the settings say.
 */
export async function ensureAdmin(
  db: Database,
  { email, password }: { email: string; password?: string | undefined },
): Promise<SeededAccount> {
  const { id: _id, ...seeded } = await ensureAccount(db, {
    email,
    password,
    name: "Administrator",
    profile: { isAdmin: true },
  });
  return seeded;
}

/** Creates a confirmed account that signs in by password, with its profile, unless there is one. */
export async function ensureAccount(
  db: Database,
  wanted: WantedAccount,
): Promise<SeededAccount & { id: string | undefined }> {
  const email = wanted.email.trim().toLowerCase();
  const existing = await db.select({ id: user.id }).from(user).where(eq(user.email, email));
  if (existing.length > 0) {
    return { id: undefined, email, created: false, generatedPassword: undefined };
  }

  const password = wanted.password ?? randomBytes(18).toString("base64url");
  const passwordHash = await hashPassword(password);
  const { name, profile } = wanted;
  // Undefined if another process was faster: its account is kept.
  const id = await db.transaction((tx) =>
    insertAccount(tx, { email, name, emailVerified: true, passwordHash, profile }),
  );
  const generatedPassword = id && !wanted.password ? password : undefined;
  return { id, email, created: id !== undefined, generatedPassword };
}
