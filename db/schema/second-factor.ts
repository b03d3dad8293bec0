import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { filled, instant } from "./columns.ts";

// Staff's proofs besides the password (docs/decisions/0043). All are deleted with the user.

/**
 * An account's authenticator app (RFC 6238). Secrets are encrypted with AUTH_SECRET. A new one
 * counts once one of its codes was entered; until then the previous one does.
 */
export const authenticatorApps = pgTable(
  "authenticator_apps",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Null until one was confirmed. */
    secret: text("secret"),
    confirmedAt: instant("confirmed_at"),
    /** The time step of the last accepted code; that one and earlier ones are refused. */
    lastStep: bigint("last_step", { mode: "number" }),
    /** Shown, but not confirmed yet. */
    newSecret: text("new_secret"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "authenticator_apps_confirmed",
      sql`(${t.secret} is null) = (${t.confirmedAt} is null) and (${t.secret} is null) = (${t.lastStep} is null)`,
    ),
    check("authenticator_apps_some", sql`${t.secret} is not null or ${t.newSecret} is not null`),
  ],
);

/** Recovery codes for users who have lost everything else: digests, each used once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    digest: text("digest").notNull(),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [unique("recovery_codes_digest").on(t.userId, t.digest)],
);

/** Passkeys (W3C Web Authentication): public keys of devices and password managers. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The device's id for it; base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE; base64url. */
    publicKey: text("public_key").notNull(),
    /** The signature counter, if the device has one; it never decreases. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How browsers reach it, e.g. "internal"; separated by spaces. */
    transports: text("transports").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    check("passkeys_name_form", filled(t.name, 100)),
    check("passkeys_credential_form", filled(t.credentialId, 2000)),
    index("passkeys_user").on(t.userId),
  ],
);

/** Browsers that have signed in to an account, by the digest of the id in their cookie. */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    digest: text("digest").notNull(),
    lastSignedInAt: instant("last_signed_in_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
);
