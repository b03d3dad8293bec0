import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { desc, eq, inArray } from "drizzle-orm";
import type { Database, Log } from "#db/database.ts";
import { account, session, user, verification } from "#db/schema/accounts.ts";
import { openSession } from "./open-session.server.ts";
import { type OwnAddress, ownOrigins } from "./own-origins.ts";
import { mostSessions, sessionSeconds, sessionUpdateAge } from "./session.ts";

interface AuthOptions extends OwnAddress {
  /** Signs the session cookies; at least 32 characters. */
  secret: string;
  /** Whether an account is of use only after its address has been confirmed. */
  emailConfirmation: boolean;
  log: Log;
}

/**
 * Sessions and passwords, kept by better-auth in our own tables. Accounts are not made by it, nor
 * are addresses confirmed or passwords reset: it would do those in several steps, and a process that
 * dies in between would leave half of one (docs/decisions/0007).
 * */
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
      // Whose address it would be, only a proxy that is known to be there could say.
      ipAddress: { disableIpTracking: true },
    },
    session: { expiresIn: sessionSeconds, updateAge: sessionUpdateAge },
    databaseHooks: {
      session: { create: { after: ({ userId }) => endStaleSessions(db, userId) } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: options.emailConfirmation,
    },
    telemetry: { enabled: false },
    // Its own limit cannot tell clients apart here and would count all of them together: whoever
    // mistyped a password three times would lock out everybody else.
    rateLimit: { enabled: false },
    // A failure is thrown to whoever asked, who logs it with the request's id.
    onAPIError: { throw: true },
    logger: { log: writeTo(options.log) },
    plugins: [openSession],
  });
}

/** Of an account's sessions keeps the `mostSessions` that were used last. */
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

/** Of what better-auth would log beside its text only the error: the rest may name people. */
function writeTo(log: Log) {
  return (level: "debug" | "info" | "warn" | "error", text: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    log[level === "debug" ? "info" : level](err ? { err } : {}, `accounts: ${text}`);
  };
}

export type Auth = ReturnType<typeof createAuth>;
