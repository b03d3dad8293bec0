import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { insertAccount, type NewAccount } from "#app/domain/accounts/insert-account.server.ts";
import { isOfClient, takeOver } from "#app/domain/accounts/take-over.server.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";

/** An account to report at the console. Show the password once, and never log it. */
export interface SeededAccount {
  /** The address as stored: trimmed and lower-case. */
  email: string;
  created: boolean;
  /** Set only if this call created the account, or took it over, and no password was given. */
  generatedPassword: string | undefined;
}

interface WantedAccount extends Pick<NewAccount, "email" | "name" | "profile"> {
  password: string | undefined;
}

/**
 * Ensures that the administrator's account exists, so that nobody else can claim its address.
 * Called at every start, before the first request. A staff account is not changed: its password is
 * not reset, whatever the settings say. A client's account, which anybody may have opened before
 * the settings named its address, gets a new password, and its sessions and links end.
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
  if (seeded.created || !(await isOfClient(db, seeded.email))) return seeded;
  const chosen = password ?? generatedPassword();
  const passwordHash = await hashPassword(chosen);
  const isTaken = await db.transaction((tx) => takeOver(tx, seeded.email, passwordHash));
  return { ...seeded, generatedPassword: isTaken && !password ? chosen : undefined };
}

/** Infeasible to guess. */
export const generatedPassword = () => randomBytes(18).toString("base64url");

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

  const password = wanted.password ?? generatedPassword();
  const passwordHash = await hashPassword(password);
  const { name, profile } = wanted;
  // Undefined if another process was faster: its account is kept.
  const id = await db.transaction((tx) =>
    insertAccount(tx, { email, name, emailVerified: true, passwordHash, profile }),
  );
  const generated = id && !wanted.password ? password : undefined;
  return { id, email, created: id !== undefined, generatedPassword: generated };
}
