import type { Transaction } from "./database.ts";
import { account, user } from "./schema/accounts.ts";
import { profiles } from "./schema/profiles.ts";

export interface NewAccount {
  /** Normalised: trimmed and lower-case. */
  email: string;
  /** What the person is called. */
  name: string;
  /** Whether the address is known to be theirs. */
  emailVerified: boolean;
  /** As better-auth's `hashPassword` makes it; before the transaction, because it takes its time. */
  passwordHash: string;
  profile: Omit<typeof profiles.$inferInsert, "id">;
}

/**
 * Writes an account that signs in by password, with its profile: the only place where accounts come
 * from, so that none is without either. For the seed and for sign-up.
 *
 * @returns its id, or undefined when the address has an account, which stays as it is
 */
export async function insertAccount(
  tx: Transaction,
  { email, name, emailVerified, passwordHash, profile }: NewAccount,
): Promise<string | undefined> {
  const [created] = await tx
    .insert(user)
    .values({ email, name, emailVerified })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id });
  if (!created) return undefined;
  // The form in which better-auth itself keeps a password.
  await tx.insert(account).values({
    userId: created.id,
    accountId: created.id,
    providerId: "credential",
    password: passwordHash,
  });
  await tx.insert(profiles).values({ ...profile, id: created.id });
  return created.id;
}
