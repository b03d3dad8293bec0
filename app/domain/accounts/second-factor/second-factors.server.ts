import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { session, user } from "#db/schema/accounts.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#db/schema/second-factor.ts";
import { acceptAppCode } from "./authenticator-app.server.ts";
import {
  changeFactors,
  type FactorServices,
  forgetFactors,
  tellOwner,
} from "./factor-changes.server.ts";
import { acceptPasskey } from "./passkeys.server.ts";
import { acceptRecoveryCode, renewRecoveryCodes } from "./recovery-codes.server.ts";
import type { SecondFactors, SentProof } from "./second-factor.ts";

/** Returns the account's second factors. */
export async function readSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const [[app], keys, [codes]] = await Promise.all([
    db
      .select({ since: authenticatorApps.confirmedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId)),
    db
      .select(pick(passkeys, "id", "name", "createdAt", "lastUsedAt"))
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt)),
    db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ]);
  return { appSince: app?.since ?? null, passkeys: keys, codesLeft: codes?.left ?? 0 };
}

/**
 * Checks a second factor. Codes and passkey signatures count once: pass the transaction of the
 * action they allow, so that neither is used up if it fails. If the proof is wrong, roll back
 * anything else done in it. Rate-limit attempts beforehand.
 */
export async function acceptProof(
  tx: Transaction,
  services: FactorServices,
  userId: string,
  { code = "", passkey = "" }: SentProof,
): Promise<boolean> {
  if (passkey) return acceptPasskey(tx, services.shop, userId, passkey);
  if (await acceptAppCode(tx, services.auth, userId, code)) return true;
  const left = await acceptRecoveryCode(tx, userId, code);
  if (left === null) return false;
  const { shop } = services;
  await tellOwner(tx, userId, "recovery code used", { shop, after: { codesLeft: left } });
  return true;
}

/** Replaces all recovery codes, and returns the new ones to be shown once. */
export function makeRecoveryCodes(
  { db, shop }: FactorServices,
  account: StaffAccount,
): Promise<string[]> {
  return changeFactors(db, account, async ({ tx, wasGuarded }) => {
    if (!wasGuarded) {
      throw new Refusal("factor", "Please set up an authenticator app or a passkey first.");
    }
    await tellOwner(tx, account.userId, "recovery codes made", { shop });
    return renewRecoveryCodes(tx, account.userId);
  });
}

/**
 * Removes all second factors of an account and ends its sessions: recovery for somebody who lost
 * them all. For `npm run reset-second-factor`, which needs access to the machine. Returns false if
 * the normalized address has no account.
 */
export async function resetSecondFactor(db: Database, email: string, shop: Shop): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ userId: user.id })
      .from(user)
      .where(eq(user.email, email))
      .for("no key update");
    if (!found) return false;
    const { userId } = found;
    await forgetFactors(tx, userId);
    await tx.delete(session).where(eq(session.userId, userId));
    await tellOwner(tx, userId, "second factor reset", { shop });
    return true;
  });
}
