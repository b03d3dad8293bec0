import { eq } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import type { AccountServices } from "../account-services.server.ts";
import { makeLink, readLink, takeLink } from "../credentials/secret-links.server.ts";
import { secondFactorMs } from "../lifetimes.ts";
import type { Auth } from "../session/auth.server.ts";

// Between the password and the second factor there is no session, only a cookie with a token that
// gives access to the page that asks for the factor. The token's digest is stored with the account.

export interface Challenge {
  token: string;
  userId: string;
  email: string;
}

/** Returns a `Set-Cookie` header for somebody who entered the account's password. */
export async function makeChallenge(auth: Auth, db: Database, userId: string): Promise<string> {
  const token = await makeLink(db, "second-factor", userId, secondFactorMs);
  return serialized(auth, token, secondFactorMs / 1000);
}

/** Returns the request's challenge; null if there is none, or it is used or expired. */
export async function challengeOf(
  { auth, db }: Pick<AccountServices, "auth" | "db">,
  headers: Headers,
): Promise<Challenge | null> {
  const { name } = await cookieOf(auth);
  const token = parse(headers.get("cookie") ?? "", name)[name];
  if (!token || !/^[\w-]{43}$/.test(token)) return null;
  const userId = await readLink(db, "second-factor", token);
  if (userId === null) return null;
  const [owner] = await db.select({ email: user.email }).from(user).where(eq(user.id, userId));
  return owner ? { token, userId, email: owner.email } : null;
}

/** Uses up a challenge; returns true if this request did. */
export async function takeChallenge(tx: Transaction, { token }: Challenge): Promise<boolean> {
  return (await takeLink(tx, "second-factor", token)) !== null;
}

/** Returns a `Set-Cookie` header that removes the challenge. */
export function forgetChallenge(auth: Auth): Promise<string> {
  return serialized(auth, "", 0);
}

async function serialized(auth: Auth, value: string, maxAge: number): Promise<string> {
  const { name, secure } = await cookieOf(auth);
  return serialize(name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge });
}

async function cookieOf(auth: Auth) {
  const { name, attributes } = (await auth.$context).authCookies.sessionToken;
  return { name: name.replace("session_token", "challenge"), secure: attributes.secure ?? false };
}
