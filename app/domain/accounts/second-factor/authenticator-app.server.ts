import { randomBytes, timingSafeEqual } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import type { Database, Transaction } from "#db/database.ts";
import { authenticatorApps } from "#db/schema/second-factor.ts";
import type { Auth } from "../session/auth.server.ts";
import {
  changeFactors,
  type FactorServices,
  factorAdded,
  factorRemoved,
} from "./factor-changes.server.ts";
import { appCodeOf, inGroups, type PendingApp } from "./second-factor.ts";

// Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which all apps know.

const stepMs = 30_000;

/** Accepted clock drift of an app, in steps of 30 seconds either way. */
const drift = 1;

/** Starts setting up an app, or starts over. A confirmed app stays valid until it is replaced. */
export async function beginApp({ db, auth }: FactorServices, account: StaffAccount): Promise<void> {
  // 128 bits as required by RFC 4226, section 4; as text, because the library takes text keys.
  const newSecret = await sealed(auth, randomBytes(16).toString("base64url"));
  await db
    .insert(authenticatorApps)
    .values({ userId: account.userId, newSecret })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: { newSecret } });
}

/** Returns the app being set up; null if there is none. */
export async function pendingApp(
  { db, auth, shop }: FactorServices,
  { userId, email }: StaffAccount,
): Promise<PendingApp | null> {
  const app = await appOf(db, userId);
  const secret = app?.newSecret ? await opened(auth, app.newSecret) : null;
  if (secret === null) return null;
  const { qrImage } = await import("#app/domain/papers/codes.ts");
  const text = createOTP(secret).url(shop.company.name, email);
  return {
    letters: inGroups(base32.encode(secret, { padding: false }), " "),
    qr: qrImage(text),
  };
}

/** Cancels setting up an app; an earlier one stays. */
export function cancelApp({ db }: FactorServices, account: StaffAccount): Promise<void> {
  return changeFactors(db, account, async ({ tx }) => {
    const own = eq(authenticatorApps.userId, account.userId);
    const app = await appOf(tx, account.userId);
    if (app?.secret) await tx.update(authenticatorApps).set({ newSecret: null }).where(own);
    else await tx.delete(authenticatorApps).where(own);
  });
}

/**
 * Confirms the app being set up with one of its codes. It replaces any earlier one. Returns whether
 * the code was right, and recovery codes, to be shown once, if these are the first.
 */
export function confirmApp(
  { db, auth, shop }: FactorServices,
  account: StaffAccount,
  typed: string,
): Promise<{ isRight: boolean; codes?: string[] | null }> {
  return changeFactors(db, account, async (change) => {
    const app = await appOf(change.tx, account.userId);
    const secret = app?.newSecret ? await opened(auth, app.newSecret) : null;
    const step = secret === null ? null : await stepOf(secret, typed);
    if (step === null) return { isRight: false };
    await change.tx
      .update(authenticatorApps)
      .set({
        secret: app?.newSecret,
        newSecret: null,
        confirmedAt: new Date(),
        lastStep: step,
      })
      .where(eq(authenticatorApps.userId, account.userId));
    const codes = await factorAdded(change, account, "authenticator app added", { shop });
    return { isRight: true, codes };
  });
}

/** Removes the app. @throws Refusal if the account needs it */
export function removeApp({ db, shop }: FactorServices, account: StaffAccount): Promise<void> {
  return changeFactors(db, account, async (change) => {
    const removed = await change.tx
      .delete(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, account.userId), isNotNull(authenticatorApps.secret)))
      .returning({ userId: authenticatorApps.userId });
    if (removed.length > 0) {
      await factorRemoved(change, account, "authenticator app removed", { shop });
    }
  });
}

/** True if a code of the account's app is right. Each counts once, and no older ones after it. */
export async function acceptAppCode(
  tx: Transaction,
  auth: Auth,
  userId: string,
  typed: string,
): Promise<boolean> {
  const app = await appOf(tx, userId);
  const secret = app?.secret ? await opened(auth, app.secret) : null;
  const step = secret === null ? null : await stepOf(secret, typed);
  if (step === null) return false;
  // The second of two requests with the same code finds the step used.
  const accepted = await tx
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.lastStep, step)))
    .returning({ userId: authenticatorApps.userId });
  return accepted.length > 0;
}

/** Returns the time step of a code; null if it is wrong or outside the drift. */
async function stepOf(secret: string, typed: string): Promise<number | null> {
  const code = appCodeOf(typed);
  if (code === null) return null;
  const now = Math.floor(Date.now() / stepMs);
  const otp = createOTP(secret);
  let found: number | null = null;
  for (let step = now - drift; step <= now + drift; step++) {
    if (timingSafeEqual(Buffer.from(await otp.hotp(step)), Buffer.from(code))) found = step;
  }
  return found;
}

async function appOf(db: Database | Transaction, userId: string) {
  const [app] = await db
    .select({ secret: authenticatorApps.secret, newSecret: authenticatorApps.newSecret })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId));
  return app ?? null;
}

/** Encrypts the key, so that a backup without AUTH_SECRET can't generate codes. */
async function sealed(auth: Auth, data: string): Promise<string> {
  return symmetricEncrypt({ key: (await auth.$context).secret, data });
}

/** Null if AUTH_SECRET has changed since: no code is right then, and only recovery codes work. */
async function opened(auth: Auth, data: string): Promise<string | null> {
  return symmetricDecrypt({ key: (await auth.$context).secret, data }).catch(() => null);
}
