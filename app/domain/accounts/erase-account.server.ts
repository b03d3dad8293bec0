import { eq, or } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import {
  account,
  profiles,
  session,
  staffInvitations,
  user,
  verification,
} from "#db/schema/accounts.ts";
import {
  authenticatorApps,
  knownBrowsers,
  passkeys,
  recoveryCodes,
} from "#db/schema/second-factor.ts";

/**
 * Takes everything from an account that says whose it is or lets anybody sign in to it. The empty account
 * stays, since the ledger and the log of changes refer to it. Who calls has checked that it is no
 * account of the staff.
 */
export async function eraseAccount(tx: Transaction, userId: string): Promise<void> {
  for (const table of [
    session,
    account,
    authenticatorApps,
    recoveryCodes,
    passkeys,
    knownBrowsers,
  ]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  const [erased] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  const named = or(
    eq(verification.value, userId),
    eq(verification.identifier, erased?.email ?? ""),
  );
  await tx.delete(verification).where(named);
  await eraseStaffInvitation(tx, erased?.email ?? "");
  await tx.update(profiles).set({ lastSignInAt: null }).where(eq(profiles.id, userId));
  await tx
    .update(user)
    .set({
      name: "",
      email: erasedAddress(userId),
      emailVerified: false,
      isVouched: false,
      image: null,
    })
    .where(eq(user.id, userId));
}

/** Withdraws the invitation to the staff of an address. */
export async function eraseStaffInvitation(tx: Transaction, email: string): Promise<void> {
  await tx.delete(staffInvitations).where(eq(staffInvitations.email, email));
}

/** An address that nobody has or can have (RFC 2606). */
export const erasedAddress = (id: string): string => `erased-${id}@erased.invalid`;
