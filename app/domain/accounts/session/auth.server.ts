import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database, Log } from "#db/database.ts";
import { account, profiles, session, user, verification } from "#db/schema/accounts.ts";
import { sessionSeconds, sessionUpdateAge } from "../lifetimes.ts";
import { type OwnAddress, ownOrigins } from "./session.ts";

/** Maximum sessions per account; a new one replaces the least recently used. */
const mostSessions = 20;

interface AuthOptions extends OwnAddress {
  /** Signs the session cookies; at least 32 characters. */
  secret: string;
  /** True if accounts must confirm their address before they can be used. */
  emailConfirmation: boolean;
  log: Log;
}

/**
 * Sessions and passwords, managed by better-auth in our own tables. We create accounts, confirm
 * addresses and reset passwords ourselves: better-auth takes several steps for each, and a crash in
 * between would leave inconsistent data (docs/decisions/0007).
 */
export function createAuth(db: Database, options: AuthOptions) {
  return betterAuth({
    baseURL: options.siteUrl,
    trustedOrigins: (request) => (request ? ownOrigins(request.url, options) : []),
    secret: options.secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user, session, account, verification },
    }),
    advanced: {
      database: { generateId: "uuid" },
      cookiePrefix: "shop",
      // Only a trusted proxy could tell us the client's address.
      ipAddress: { disableIpTracking: true },
    },
    session: { expiresIn: sessionSeconds, updateAge: sessionUpdateAge },
    databaseHooks: {
      session: { create: { after: ({ userId }) => afterSignIn(db, userId) } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: options.emailConfirmation,
    },
    telemetry: { enabled: false },
    // Its own limit counts all clients together here: three mistyped passwords would lock everyone
    // out.
    rateLimit: { enabled: false },
    // Throw errors to the caller, who logs them with the request id.
    onAPIError: { throw: true },
    logger: { log: writeTo(options.log) },
    plugins: [openSession],
  });
}

async function afterSignIn(db: Database, userId: string): Promise<void> {
  await db.update(profiles).set({ lastSignInAt: new Date() }).where(eq(profiles.id, userId));
  await endStaleSessions(db, userId);
}

async function endStaleSessions(db: Database, userId: string): Promise<void> {
  const ofUser = eq(session.userId, userId);
  const stale = db
    .select({ id: session.id })
    .from(session)
    .where(ofUser)
    .orderBy(desc(session.updatedAt), desc(session.createdAt))
    .offset(mostSessions);
  await db.delete(session).where(inArray(session.id, stale));
}

/** Logs only the text and the error: better-auth's other details may contain personal data. */
function writeTo(log: Log) {
  return (level: "debug" | "info" | "warn" | "error", text: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    log[level === "debug" ? "info" : level](err ? { err } : {}, `accounts: ${text}`);
  };
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Adds `auth.api.openSession({ body: { userId }, returnHeaders: true })`, which signs in someone
 * who has proved that they own the account. It has no HTTP endpoint.
 */
const openSession = {
  id: "open-session",
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.uuid() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw ctx.error("NOT_FOUND");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ token: session.token });
      },
    ),
  },
};
