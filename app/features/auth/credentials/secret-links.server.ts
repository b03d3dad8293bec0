import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, like, lte } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { verification } from "#db/schema/accounts.ts";

/** How long a mailed link works; the mails say so too (features/mail). */
const lifetimeMs = 60 * 60_000;

/** What a link that was mailed is good for. */
type Purpose = "reset-password" | "confirm-email";

/**
 * Makes what a mailed link proves itself by. Only its digest is stored, so that whoever reads the
 * database, or a backup of it, has no link.
 *
 * @param value what the link is about; `takeLink` answers it
 * @returns 256 random bits, fit for an address
 */
export async function makeLink(tx: Transaction, purpose: Purpose, value: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await tx.delete(verification).where(lte(verification.expiresAt, new Date(now)));
  const expiresAt = new Date(now + lifetimeMs);
  await tx.insert(verification).values({ identifier: digest(purpose, token), value, expiresAt });
  return token;
}

/** Whether a link could be used now. Looking does not use it up. */
export async function isLinkGood(db: Database, purpose: Purpose, token: string): Promise<boolean> {
  const found = await db
    .select({ id: verification.id })
    .from(verification)
    .where(isGood(purpose, token));
  return found.length > 0;
}

/** Uses a link up: what it is about, or null when it is expired, used or made up. */
export async function takeLink(
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [taken] = await tx.delete(verification).where(isGood(purpose, token)).returning();
  return taken?.value ?? null;
}

/** Makes every other link about the same thing worthless. */
export async function dropLinks(tx: Transaction, purpose: Purpose, value: string): Promise<void> {
  const ofPurpose = like(verification.identifier, `${purpose}:%`);
  await tx.delete(verification).where(and(eq(verification.value, value), ofPurpose));
}

function isGood(purpose: Purpose, token: string) {
  return and(
    eq(verification.identifier, digest(purpose, token)),
    gt(verification.expiresAt, new Date()),
  );
}

function digest(purpose: Purpose, token: string): string {
  return `${purpose}:${createHash("sha256").update(token).digest("base64url")}`;
}
