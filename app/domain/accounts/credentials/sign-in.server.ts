import { isAPIError } from "better-auth/api";
import { verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import { rightsOf } from "#app/domain/access/account-rights.ts";
import { adoptGuests } from "#app/domain/customers/guests.server.ts";
import type { Database } from "#db/database.ts";
import { account, profiles, user } from "#db/schema/accounts.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import type { AccountServices } from "../account-services.server.ts";
import { makeChallenge } from "../second-factor/challenge.server.ts";
import { hasSecondFactor, isGuarded } from "../second-factor/factor-changes.server.ts";
import { rememberDevice } from "../session/known-device.server.ts";
import { landingOf, nextParameter, secondFactorPath } from "../session/landing.ts";
import { noteOpened } from "../session/opened-session.server.ts";
import type { SignInForm } from "./auth-forms.ts";

type Needed = Pick<AccountServices, "db" | "auth" | "adminEmail" | "shop" | "clientAddress">;

export interface Entrance {
  /** Response headers that set the session and known-device cookies, or the challenge's. */
  headers: Headers;
  /** The address to redirect to; the second factor's page if the account has one. */
  landing: string;
  /** True if there is no session yet, because the second factor is still required. */
  isHalf: boolean;
}

export type Refusal = "wrong-credentials" | "unconfirmed";

/**
 * Signs in by address and password; throws only on unexpected errors. An account with a second
 * factor gets a challenge instead of a session.
 */
export async function signIn(
  services: Needed,
  request: Request,
  { email, password }: SignInForm,
): Promise<Entrance | Refusal> {
  const guarded = await tryGuarded(services, { email, password });
  if (typeof guarded === "string") return guarded;
  if (guarded) return halfEntrance(services, guarded.userId);
  try {
    const { headers, response } = await services.auth.api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    });
    const opened = { userId: response.user.id, token: response.token, isProven: false };
    return await entranceOf(services, request, headers, opened);
  } catch (error) {
    const code = isAPIError(error) ? error.body?.code : undefined;
    if (code === "INVALID_EMAIL_OR_PASSWORD") return "wrong-credentials";
    if (code === "EMAIL_NOT_VERIFIED") return "unconfirmed";
    throw error;
  }
}

/**
 * Checks the password of an account with a second factor, for which better-auth would open a
 * session at once. Returns null, without checking, if the account has no second factor or doesn't
 * exist.
 */
export async function tryGuarded(
  { db, auth }: Pick<Needed, "db" | "auth">,
  { email, password }: SignInForm,
): Promise<{ userId: string } | Refusal | null> {
  const [found] = await db
    .select({ userId: user.id, isVerified: user.emailVerified, hash: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
    .where(and(eq(user.email, email), hasSecondFactor(user.id)));
  if (!found) return null;
  const { userId, isVerified, hash } = found;
  if (!hash || !(await verifyPassword({ hash, password }))) return "wrong-credentials";
  const mustConfirm = auth.options.emailAndPassword.requireEmailVerification;
  return mustConfirm && !isVerified ? "unconfirmed" : { userId };
}

/**
 * Signs in someone who has proved, by a mailed link or the password, that they own the account. A
 * second factor, if the account has one, is still required.
 */
export async function openSession(
  services: Needed,
  request: Request,
  userId: string,
): Promise<Entrance> {
  if (await isGuarded(services.db, userId)) return halfEntrance(services, userId);
  return openWith(services, request, { userId, isProven: false });
}

/** Signs in someone who has also proved the second factor. */
export function openProven(services: Needed, request: Request, userId: string): Promise<Entrance> {
  return openWith(services, request, { userId, isProven: true });
}

async function openWith(
  services: Needed,
  request: Request,
  { userId, isProven }: { userId: string; isProven: boolean },
): Promise<Entrance> {
  const { headers, response } = await services.auth.api.openSession({
    body: { userId },
    headers: request.headers,
    returnHeaders: true,
  });
  return entranceOf(services, request, headers, { userId, token: response.token, isProven });
}

async function halfEntrance({ auth, db }: Needed, userId: string): Promise<Entrance> {
  const headers = new Headers({ "Set-Cookie": await makeChallenge(auth, db, userId) });
  return { headers, landing: secondFactorPath, isHalf: true };
}

async function entranceOf(
  services: Needed,
  request: Request,
  headers: Headers,
  opened: { userId: string; token: string; isProven: boolean },
): Promise<Entrance> {
  const entered = await noteEntered(services, request, opened);
  if (entered) headers.append("Set-Cookie", entered.cookie);
  return { headers, landing: landingOf(entered?.staff ?? null), isHalf: false };
}

/**
 * Records a sign-in, remembers the browser, and adopts guest orders placed since the last time.
 * Returns a `Set-Cookie` header for the browser; null if the account is gone.
 */
export async function noteEntered(
  { db, auth, adminEmail, shop, clientAddress }: Needed,
  { headers }: Request,
  opened: { userId: string; token: string; isProven: boolean },
): Promise<{ cookie: string; staff: { staffRole: StaffRole } | null } | null> {
  const owner = await accountOf(db, opened.userId);
  if (!owner) return null;
  const { email } = owner;
  const { staffRole } = rightsOf(owner, adminEmail);
  await db.transaction((tx) => adoptGuests(tx, email));
  const { id: deviceId, cookie } = await rememberDevice(auth, headers, email);
  const browser = { deviceId, userAgent: headers.get("user-agent"), clientAddress };
  await noteOpened(db, { ...opened, ...browser, email, isStaff: staffRole !== null, shop });
  return { cookie, staff: staffRole && { staffRole } };
}

/** Returns where to go after signing in: the requested page, but the second factor first. */
export function wayOn({ landing, isHalf }: Entrance, next: string | null): string {
  if (!isHalf) return next ?? landing;
  return next ? `${landing}?${new URLSearchParams({ [nextParameter]: next })}` : landing;
}

async function accountOf(db: Database, userId: string) {
  const [found] = await db
    .select({ email: user.email, isAdmin: profiles.isAdmin, staffRole: profiles.staffRole })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, userId));
  return found ?? null;
}
