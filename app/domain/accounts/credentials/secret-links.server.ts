import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, like, lte } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { verification } from "#db/schema/accounts.ts";
import { linkMs } from "../lifetimes.ts";

/** The purpose of a token: a mailed link, or a step of signing in. */
type Purpose =
  | "reset-password"
  | "confirm-email"
  | "staff-invitation"
  | "client-invitation"
  | "team-invitation"
  | "second-factor"
  | "passkey";

/**
 * Creates a token, e.g. for a mailed link. Only its digest is stored: access to the database or a
 * backup doesn't reveal usable links.
 *
 * @param value the link's subject, returned by `takeLink`
 * @returns 256 random bits, URL-safe
 */
export async function makeLink(
  tx: Transaction | Database,
  purpose: Purpose,
  value: string,
  lastsMs = linkMs,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await tx.delete(verification).where(lte(verification.expiresAt, new Date(now)));
  const expiresAt = new Date(now + lastsMs);
  await tx.insert(verification).values({ identifier: digest(purpose, token), value, expiresAt });
  return token;
}

/** Returns the value of a valid link, else null. Doesn't use it up. */
export async function readLink(
  db: Database | Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [found] = await db
    .select({ value: verification.value })
    .from(verification)
    .where(isGood(purpose, token));
  return found?.value ?? null;
}

/** True if a link is valid now. Doesn't use it up. */
export async function isLinkGood(db: Database, purpose: Purpose, token: string): Promise<boolean> {
  return (await readLink(db, purpose, token)) !== null;
}

/** Uses up a link and returns its value; null if it is invalid, expired or used. */
export async function takeLink(
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [taken] = await tx.delete(verification).where(isGood(purpose, token)).returning();
  return taken?.value ?? null;
}

/** Invalidates all links with the same purpose and value. */
export async function dropLinks(tx: Transaction, purpose: Purpose, value: string): Promise<void> {
  const ofPurpose = like(verification.identifier, `${purpose}:%`);
  await tx.delete(verification).where(and(eq(verification.value, value), ofPurpose));
}

/** Invalidates an account's reset links, and its sign-ins that wait for the second factor. */
export async function dropWaysIn(tx: Transaction, userId: string): Promise<void> {
  await dropLinks(tx, "reset-password", userId);
  await dropLinks(tx, "second-factor", userId);
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
