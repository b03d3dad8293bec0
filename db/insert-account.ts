import type { Transaction } from "./database.ts";
import { insertProfile, type NewProfile } from "./profile.ts";
import { account, profiles, user } from "./schema/accounts.ts";

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

/** One of ours, who has a role in place of a customer. */
interface NewStaffAccount extends Omit<NewAccount, "profile"> {
  staff: Pick<typeof profiles.$inferInsert, "isAdmin" | "staffRole">;
}

/**
 * Inserts an account that signs in by password, with its profile and, unless it is opened for staff,
 * a customer of its own. All accounts are created here, so none lacks any of them. For the seed, for
 * sign-up and for whoever joins the staff.
 *
 * @param passwordHash null for an account whose owner has yet to choose one, by a mailed link
 * @returns its id, or undefined if the address already has an account, which is left unchanged
 */
export async function insertAccount(
  tx: Transaction,
  {
    email,
    name,
    emailVerified,
    passwordHash,
    ...holder
  }: NewAccount | NewStaffAccount | (Omit<NewAccount, "passwordHash"> & { passwordHash: null }),
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
  if ("profile" in holder) await insertProfile(tx, created.id, holder.profile);
  else await tx.insert(profiles).values({ id: created.id, ...holder.staff });
  return created.id;
}
