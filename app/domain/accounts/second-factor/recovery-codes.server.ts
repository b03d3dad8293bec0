import { createHash, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { recoveryCodes } from "#db/schema/second-factor.ts";
import { inGroups, recoveryCodeCount, recoveryCodeOf } from "./second-factor.ts";

/**
 * Creates new recovery codes, which can't be read again; earlier ones stop working. Only unsalted
 * digests are stored, as 80 random bits can't be brute-forced.
 */
export async function renewRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => base32.encode(randomBytes(10)));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: digestOf(code) })));
  return codes.map((code) => inGroups(code, "-"));
}

/** Uses up an account's code; returns the number left, or null if the code is wrong or was used. */
export async function acceptRecoveryCode(
  tx: Transaction,
  userId: string,
  typed: string,
): Promise<number | null> {
  const code = recoveryCodeOf(typed);
  if (code === null) return null;
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(unused, eq(recoveryCodes.digest, digestOf(code))))
    .returning({ id: recoveryCodes.id });
  if (used.length === 0) return null;
  const [rest] = await tx.select({ left: count() }).from(recoveryCodes).where(unused);
  return rest?.left ?? 0;
}

function digestOf(code: string): string {
  return createHash("sha256").update(`recovery-code\0${code}`).digest("base64url");
}
