import type { Transaction } from "./database.ts";
import { insertProfile, type NewProfile } from "./profile.ts";
import { account, user } from "./schema/accounts.ts";

export interface NewAccount {
  /** Normalised: trimmed and lower-case. */
  email: string;
  name: string;
  /** Whether the address is confirmed. */
  emailVerified: boolean;
  /** From better-auth's `hashPassword`; hash before the transaction, because it is slow. */
  passwordHash: string;
  profile: NewProfile;
}

/**
 * Inserts an account that signs in by password, with its profile and a customer of its own. All
 * accounts are created here, so none lacks any of them. For the seed and for sign-up.
 *
 * @returns its id, or undefined if the address already has an account, which is left unchanged
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
  // How better-auth itself stores a password.
  await tx.insert(account).values({
    userId: created.id,
    accountId: created.id,
    providerId: "credential",
    password: passwordHash,
  });
  await insertProfile(tx, created.id, profile);
  return created.id;
}
