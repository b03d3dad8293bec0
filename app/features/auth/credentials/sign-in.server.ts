import { isAPIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { Services } from "#app/context.server.ts";
import { adoptGuests } from "#app/features/clients/adopt-guests.server.ts";
import type { Database } from "#db/database.ts";
import { profiles, user } from "#db/schema/accounts.ts";
import { rightsOf } from "../capability.server.ts";
import { rememberDevice } from "../session/known-device.server.ts";
import { landingOf } from "../session/landing.ts";
import type { SignInForm } from "./auth-forms.ts";

type Needed = Pick<Services, "db" | "auth" | "adminEmail">;

/** A successful sign-in. */
export interface Entrance {
  /** Response headers that set the session and known-device cookies. */
  headers: Headers;
  /** Where this role is redirected. */
  landing: string;
}

/** Why signing in failed. */
export type Refusal = "wrong-credentials" | "unconfirmed";

/**
 * Signs in by address and password; returns the reason if refused, and throws only on unexpected
 * errors.
 */
export async function signIn(
  services: Needed,
  request: Request,
  { email, password }: SignInForm,
): Promise<Entrance | Refusal> {
  try {
    const { headers, response } = await services.auth.api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    });
    return await entranceOf(services, request, headers, response.user.id);
  } catch (error) {
    const code = isAPIError(error) ? error.body?.code : undefined;
    if (code === "INVALID_EMAIL_OR_PASSWORD") return "wrong-credentials";
    if (code === "EMAIL_NOT_VERIFIED") return "unconfirmed";
    throw error;
  }
}

/** Signs in someone who has proven to own the account, by a mailed link or its password. */
export async function openSession(
  services: Needed,
  request: Request,
  userId: string,
): Promise<Entrance> {
  const { headers } = await services.auth.api.openSession({
    body: { userId },
    headers: request.headers,
    returnHeaders: true,
  });
  return entranceOf(services, request, headers, userId);
}

async function entranceOf(
  services: Needed,
  request: Request,
  headers: Headers,
  userId: string,
): Promise<Entrance> {
  const account = await accountOf(services.db, userId);
  if (account) {
    // What was ordered without signing in since the last time.
    await services.db.transaction((tx) => adoptGuests(tx, account.email));
    headers.append(
      "Set-Cookie",
      await rememberDevice(services.auth, request.headers, account.email),
    );
  }
  const staffRole = account && rightsOf(account, services.adminEmail).staffRole;
  return { headers, landing: landingOf(staffRole && { staffRole }) };
}

async function accountOf(db: Database, userId: string) {
  const [found] = await db
    .select({ email: user.email, isAdmin: profiles.isAdmin, staffRole: profiles.staffRole })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, userId));
  return found ?? null;
}
