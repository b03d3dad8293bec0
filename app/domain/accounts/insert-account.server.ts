import {
  type CustomerFields,
  deleteCustomers,
  insertCustomers,
  insertOwners,
} from "#app/domain/customers/save-customers.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertMany } from "#db/many-rows.ts";
import { account, profiles, user } from "#db/schema/accounts.ts";

/** The account's profile; missing details become the empty string. */
export interface NewProfile extends CustomerFields {
  isAdmin?: boolean | undefined;
}

export interface NewAccount {
  /** Normalized: trimmed and lower-case. */
  email: string;
  name: string;
  emailVerified: boolean;
  /** From better-auth's `hashPassword`; hash before the transaction, because it is slow. */
  passwordHash: string;
  profile: NewProfile;
}

interface NewStaffAccount extends Omit<NewAccount, "profile"> {
  staff: Pick<typeof profiles.$inferInsert, "isAdmin" | "staffRole">;
}

/**
 * Inserts an account that signs in by password, with its profile and, unless it is for staff, a
 * customer of its own. All accounts are created in this file, which keeps them complete. Returns
 * the id; undefined if the address already has an account, which is left unchanged.
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
  await insertPassword(tx, created.id, passwordHash);
  if ("profile" in holder) await insertProfile(tx, created.id, holder.profile);
  else await tx.insert(profiles).values({ id: created.id, ...holder.staff });
  return created.id;
}

/** Inserts an account's password. A seeded account has a null hash until one is chosen. */
export async function insertPassword(tx: Database, userId: string, passwordHash: string | null) {
  const credential = { accountId: userId, providerId: "credential", password: passwordHash };
  await tx.insert(account).values({ userId, ...credential });
}

/** Inserts an account's profile, and the customer it owns, with the same id and one site. */
export async function insertProfile(
  tx: Database,
  id: string,
  { isAdmin, address, postalCode, ...details }: NewProfile,
): Promise<void> {
  await tx.insert(profiles).values({ id, isAdmin });
  await insertCustomers(tx, [{ ...details, id, site: { address, postalCode } }]);
  await insertOwners(tx, [id]);
}

/**
 * Inserts accounts that can't sign in until a password is chosen through a mailed link; staff vouch
 * for their addresses. Returns the ids in the same order. The caller adds a customer with the same
 * id for each, owned by it.
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

/** Deletes customers that nothing refers to, with their accounts; returns the deleted ids. */
export function deleteManyAccounts(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  return deleteCustomers(tx, ids, [user]);
}
