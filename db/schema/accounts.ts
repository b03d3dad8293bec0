import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { emailAddress, filled, instant, oneOf } from "./columns.ts";
import { lesserStaffRoles, staffRoles } from "./values/staff.ts";

// The exports have the names under which better-auth looks up tables, so this whole module is the
// adapter's schema: drizzleAdapter(db, { provider: "pg", schema: accounts }).

/** Users who can sign in. Written by better-auth; addresses are stored lower-case. */
export const user = pgTable(
  "users",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    /** True if staff typed or imported the address, and so vouch for it. */
    isVouched: boolean("is_vouched").notNull().default(false),
    image: text("image"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [check("users_email_form", emailAddress(t.email))],
);

/** Sign-in sessions. Deleted with the user. */
export const session = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The network it was opened from, roughly; empty if unknown. */
    network: text("network").notNull().default(""),
    /** The customer chosen by a user of several; null for the first that they joined. */
    customerId: uuid("customer_id"),
    /** When the password or a second factor was last proven. */
    provenAt: instant("proven_at").notNull().defaultNow(),
    /** When a second factor was proven; null if never. */
    secondFactorAt: instant("second_factor_at"),
    /** When it was last used in the back office, to within some minutes. */
    seenAt: instant("seen_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

/** Sign-in methods: `providerId` "credential" holds the password hash. Deleted with the user. */
export const account = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("accounts_provider_account").on(t.providerId, t.accountId),
    index("accounts_user").on(t.userId),
  ],
);

/** Pending verifications: address confirmation, password reset. */
export const verification = pgTable(
  "verifications",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [index("verifications_identifier").on(t.identifier)],
);

/**
 * An account's permissions besides acting for its customer; same id. The business details of an
 * account are the customer's (customers.ts).
 */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /** True for owners; the other staff roles are in `staffRole`. */
    isAdmin: boolean("is_admin").notNull().default(false),
    staffRole: text("staff_role", { enum: lesserStaffRoles }),
    lastSignInAt: instant("last_sign_in_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("profiles_staff_role_known", oneOf(t.staffRole, lesserStaffRoles)),
    check("profiles_one_staff_role", sql`not (${t.isAdmin} and ${t.staffRole} is not null)`),
    index("profiles_admins").on(t.id).where(sql`is_admin`),
    index("profiles_staff").on(t.id).where(sql`staff_role is not null`),
  ],
);

/** Unanswered invitations to join the staff. Their links are in `verifications`; may be expired. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    role: text("role", { enum: staffRoles }).notNull(),
    invitedBy: uuid("invited_by").references(() => user.id, { onDelete: "set null" }),
    invitedAt: instant("invited_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    check("staff_invitations_email_form", emailAddress(t.email)),
    check("staff_invitations_name_form", filled(t.name, 200)),
    check("staff_invitations_role_known", oneOf(t.role, staffRoles)),
    index("staff_invitations_invited_by").on(t.invitedBy),
  ],
);
