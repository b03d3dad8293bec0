import type { Transaction } from "./database.ts";
import { insertMany } from "./many-rows.ts";
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
 * a customer of its own. All accounts are created in this file, so none lacks any of them. For the seed, for
 * sign-up and for whoever joins the staff.
 *
 * @returns its id, or undefined if the address already has an account, which is left unchanged
 */
export async function insertAccount(
  tx: Transaction,
  { email, name, emailVerified, passwordHash, ...holder }: NewAccount | NewStaffAccount,
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

/**
 * Inserts accounts that nobody can sign in to until the person has chosen a password, by a mailed
 * link; the staff answer for their addresses. Each gets a customer from the caller, of the same id and owned by it.
 *
 * @returns their ids, in this order
 */
export async function insertManyAccounts(
  tx: Transaction,
  people: readonly Pick<NewAccount, "email" | "name">[],
): Promise<string[]> {
  const ids = await insertMany(
    tx,
    user,
    people.map(({ email, name }) => ({ email, name, emailVerified: false, isVouched: true })),
  );
  await insertMany(
    tx,
    account,
    ids.map((id) => ({ userId: id, accountId: id, providerId: "credential" })),
  );
  await insertMany(
    tx,
    profiles,
    ids.map((id) => ({ id })),
  );
  return ids;
}
