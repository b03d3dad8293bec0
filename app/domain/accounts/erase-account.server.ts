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
 * Erases an account's personal data and every way to sign in. The empty account stays, as the
 * ledger and the audit log refer to it. The caller has checked that it isn't a staff account.
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

/** Withdraws an address's invitation to the staff. */
export async function eraseStaffInvitation(tx: Transaction, email: string): Promise<void> {
  await tx.delete(staffInvitations).where(eq(staffInvitations.email, email));
}

/** Returns an address that nobody can have (RFC 2606). */
export const erasedAddress = (id: string): string => `erased-${id}@erased.invalid`;
