import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { customSession } from "better-auth/plugins/custom-session";
import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { account, session, user, verification } from "#db/schema/accounts.ts";
import { profiles } from "#db/schema/profiles.ts";
import { capabilitiesOf } from "./capability.server.ts";

interface AuthOptions {
  siteUrl: string;
  /** Signs the session cookies; at least 32 characters. */
  secret: string;
  /** The designated administrator address (specification, section 6). */
  adminEmail: string;
}

/**
 * Accounts and sessions, kept by better-auth in our own tables. Its endpoints live under
 * `/api/auth/`; `GET /api/auth/get-session` answers the specification's session with the profile
 * and what the account may do beside it, or null for a visitor.
 */
export function createAuth(db: Database, options: AuthOptions) {
  return betterAuth({
    baseURL: options.siteUrl,
    secret: options.secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user, session, account, verification },
    }),
    advanced: { database: { generateId: "uuid" }, cookiePrefix: "shop" },
    // Sign-up opens with the wholesale clients' screens; until then only seeded accounts exist.
    emailAndPassword: { enabled: true, disableSignUp: true },
    telemetry: { enabled: false },
    plugins: [
      customSession(async ({ user, session }) => {
        const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
        const { admin, imageEditor } = capabilitiesOf(
          { userId: user.id, email: user.email, isAdmin: profile?.isAdmin ?? false },
          options.adminEmail,
        );
        return {
          user,
          session,
          profile: profile ?? null,
          isAdmin: admin !== null,
          isImageEditor: imageEditor !== null,
        };
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
