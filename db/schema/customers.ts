import { asc, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, dollars, emailAddress, filled, instant, oneOf, within } from "./columns.ts";
import {
  customerKinds,
  invoicePeriods,
  memberRoles,
  poModes,
  termsKinds,
} from "./values/customers.ts";

/**
 * Whom the shop sells to: a business, or a person. Orders, invoices and totals belong to a
 * customer; the people who sign in for it are its members. An account opened by signing up gets a
 * customer with the account's own id. Missing values are the empty string.
 */
export const customers = pgTable(
  "customers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: customerKinds }).notNull().default("business"),
    /** A person's own name. In the collation "natural_order" (a migration). */
    companyName: text("company_name").notNull().default(""),
    contactName: text("contact_name").notNull().default(""),
    phone: text("phone").notNull().default(""),
    /** The address of a guest, who has no login; lower case. Members have their own addresses. */
    guestEmail: text("guest_email").notNull().default(""),
    /** When a guest proved to read that address, by a mailed link or by paying. */
    guestProvedAt: instant("guest_proved_at"),
    /** A keyed digest of an unverified guest's network; empty once verified, or if unknown. */
    guestNetwork: text("guest_network").notNull().default(""),
    /** The account that has verified a guest's address: it sees the guest's orders. */
    adoptedBy: uuid("adopted_by").references(() => user.id, { onDelete: "set null" }),
    /** Notes that apply to every order. */
    notes: text("notes").notNull().default(""),
    /** True if we may remind them to order before their usual cut-off. */
    wantsOrderReminders: boolean("wants_order_reminders").notNull().default(true),
    /** True if they may get fresh sheets, within the law (`features/fresh-sheet`). */
    wantsFreshSheets: boolean("wants_fresh_sheets").notNull().default(true),
    /** When they asked for them; null if they did not. */
    askedForFreshSheetsAt: instant("asked_for_fresh_sheets_at"),
    termsKind: text("terms_kind", { enum: termsKinds }).notNull().default("net"),
    termsDays: integer("terms_days").notNull().default(30),
    /** The maximum it may owe, including pending orders; null for no limit. */
    creditLimit: dollars("credit_limit"),
    /** Days that debts may be overdue before orders are held; null to never hold for that. */
    graceDays: integer("grace_days"),
    /** Priority in a shortage: 1 before 2, and null last. */
    packRank: smallint("pack_rank"),
    /** Since when it can't order, and gets no reminders or offers; null while active. */
    inactiveAt: instant("inactive_at"),
    /** The record of the same business that this was merged into (`customer_merges`), if any. */
    mergedInto: uuid("merged_into").references((): AnyPgColumn => customers.id, {
      onDelete: "restrict",
    }),
    /** The account of its documents and entries: the record that it was merged into, or itself. */
    accountId: uuid("account_id").notNull().generatedAlwaysAs(sql`coalesce(merged_into, id)`),
    isHeld: boolean("is_held").notNull().default(false),
    holdNote: text("hold_note").notNull().default(""),
    poMode: text("po_mode", { enum: poModes }).notNull().default("optional"),
    poBlanket: text("po_blanket").notNull().default(""),
    poBlanketEndsOn: date("po_blanket_ends_on", { mode: "string" }),
    invoicePer: text("invoice_per", { enum: invoicePeriods }).notNull().default("order"),
    /** The minimum of an order; null for none of its own. */
    minOrder: dollars("min_order"),
    /** Its name in the accounting program; empty for the company's. */
    accountingName: text("accounting_name").notNull().default(""),
    /** True if a statement is mailed at the end of each month. */
    wantsStatements: boolean("wants_statements").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("customers_kind_known", oneOf(t.kind, customerKinds)),
    // It can't order at a desk, and gets no reminders or offers.
    check(
      "customers_counter_rests",
      sql`${t.kind} <> 'counter' or (${t.inactiveAt} is not null and ${t.mergedInto} is null)`,
    ),
    check("customers_company_name_length", atMost(t.companyName, 200)),
    check("customers_contact_name_length", atMost(t.contactName, 200)),
    check("customers_phone_length", atMost(t.phone, 50)),
    check(
      "customers_guest_email_form",
      sql`${t.guestEmail} = '' or (${emailAddress(t.guestEmail)} and ${t.kind} = 'person')`,
    ),
    check("customers_notes_length", atMost(t.notes, 5000)),
    check("customers_terms_kind_known", oneOf(t.termsKind, termsKinds)),
    check(
      "customers_terms_days_range",
      sql`case ${t.termsKind} when 'day_of_next_month' then ${t.termsDays} between 1 and 31
        else ${t.termsDays} between 0 and 365 end`,
    ),
    check("customers_credit_limit_range", within(t.creditLimit, 0, "9999999999.99")),
    check("customers_pack_rank_range", within(t.packRank, 1, 99)),
    check("customers_grace_days_range", within(t.graceDays, 0, 365)),
    check("customers_hold_note_length", atMost(t.holdNote, 1000)),
    check("customers_po_mode_known", oneOf(t.poMode, poModes)),
    check("customers_po_blanket_length", atMost(t.poBlanket, 100)),
    check(
      "customers_po_blanket_form",
      sql`${t.poMode} <> 'blanket' or ${t.poBlanket} ~ '[^[:space:]]'`,
    ),
    check("customers_invoice_per_known", oneOf(t.invoicePer, invoicePeriods)),
    check("customers_min_order_range", within(t.minOrder, 0, "9999999999.99")),
    check("customers_accounting_name_length", atMost(t.accountingName, 200)),
    index("customers_company_name").on(t.companyName, t.id),
    check(
      "customers_guest_network_of_guest",
      sql`${t.guestNetwork} = '' or (${t.guestEmail} <> '' and ${t.guestNetwork} ~ '^[A-Za-z0-9_-]{43}$')`,
    ),
    check("customers_adopted_guest", sql`${t.adoptedBy} is null or ${t.guestEmail} <> ''`),
    index("customers_guest_email").on(t.guestEmail).where(sql`guest_email <> ''`),
    check("customers_merged_elsewhere", sql`${t.mergedInto} <> ${t.id}`),
    // It can't order, and guests are never merged: they are adopted.
    check(
      "customers_merged_rests",
      sql`${t.mergedInto} is null or (${t.inactiveAt} is not null and ${t.guestEmail} = '')`,
    ),
    index("customers_account").on(t.accountId),
    index("customers_adopted_by").on(t.adoptedBy).where(sql`adopted_by is not null`),
  ],
);

/** A customer's sites, where orders are delivered. Exactly one is the default. */
export const shipTos = pgTable(
  "ship_tos",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Distinguishes sites; empty for a customer's only one. */
    name: text("name").notNull().default(""),
    address: text("address").notNull().default(""),
    /** In British Columbia, upper case without a space: "V2S1A2". Empty if not known. */
    postalCode: text("postal_code").notNull().default(""),
    contactName: text("contact_name").notNull().default(""),
    phone: text("phone").notNull().default(""),
    notes: text("notes").notNull().default(""),
    /** Opens the gate or the door. Drivers see it while their run is open; it is never logged. */
    gateCode: text("gate_code").notNull().default(""),
    /** ISO weekdays (Monday is 1) on which nobody is there to take a delivery. */
    closedOn: integer("closed_on").array().notNull().default([]),
    /** The wall-clock hours for taking a delivery; both null for the whole day. */
    receivesFrom: time("receives_from"),
    receivesTo: time("receives_to"),
    /** The site of another record that replaces this one while they are merged. */
    mergedInto: uuid("merged_into").references((): AnyPgColumn => shipTos.id, {
      onDelete: "set null",
    }),
    /** Its rank among the stops of a run; lower comes first. */
    routeRank: integer("route_rank").notNull().default(0),
    isDefault: boolean("is_default").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("ship_tos_name_length", atMost(t.name, 200)),
    check("ship_tos_address_length", atMost(t.address, 500)),
    check(
      "ship_tos_postal_code_form",
      sql`${t.postalCode} ~ '^(V[0-9][ABCEGHJ-NPRSTV-Z][0-9][ABCEGHJ-NPRSTV-Z][0-9])?$'`,
    ),
    check("ship_tos_contact_name_length", atMost(t.contactName, 200)),
    check("ship_tos_phone_length", atMost(t.phone, 50)),
    check("ship_tos_notes_length", atMost(t.notes, 2000)),
    check("ship_tos_gate_code_length", atMost(t.gateCode, 50)),
    check(
      "ship_tos_closed_on_weekdays",
      sql`${t.closedOn} <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(${t.closedOn}) <= 6`,
    ),
    check(
      "ship_tos_receives",
      sql`(${t.receivesFrom} is null) = (${t.receivesTo} is null) and (${t.receivesFrom} is null or ${t.receivesFrom} < ${t.receivesTo})`,
    ),
    // For the orders' foreign key: a customer's order goes to one of its own sites.
    unique("ship_tos_of_customer").on(t.customerId, t.id),
    uniqueIndex("ship_tos_default").on(t.customerId).where(sql`is_default`),
  ],
);

/** Only buyers have a limit, above which their orders wait for an approver. */
const limitOfBuyers = (t: { role: AnyPgColumn; approveOverCents: AnyPgColumn }) =>
  sql`${t.approveOverCents} is null or (${t.role} = 'buyer' and ${t.approveOverCents} >= 0)`;

/** The logins of a customer. A person may have several. */
export const members = pgTable(
  "members",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role", { enum: memberRoles }).notNull(),
    /** The sites they may see and order for; null for all of them. */
    siteIds: uuid("site_ids").array(),
    /** In cents: a buyer's order above this needs an approval; 0 for every order, null for none. */
    approveOverCents: bigint("approve_over_cents", { mode: "number" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.userId] }),
    check("members_limit_of_buyers", limitOfBuyers(t)),
    check("members_role_known", oneOf(t.role, memberRoles)),
    check("members_owner_everywhere", sql`${t.role} <> 'owner' or ${t.siteIds} is null`),
    // Lists show a customer by its owner's address.
    uniqueIndex("members_owner").on(t.customerId).where(sql`role = 'owner'`),
    index("members_of_user").on(t.userId, t.createdAt),
  ],
);

/** Additional email addresses of a customer: its bookkeeper's, its kitchens'. Not logins. */
export const contacts = pgTable(
  "contacts",
  {
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    /** Order emails: totals, delivery and changes. */
    getsOrders: boolean("gets_orders").notNull(),
    /** Invoices, credit notes, receipts and reminders. */
    getsInvoices: boolean("gets_invoices").notNull(),
    /** Monthly statements, for customers who get them. */
    getsStatements: boolean("gets_statements").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.email] }),
    check("contacts_email_form", emailAddress(t.email)),
    check("contacts_name_length", atMost(t.name, 200)),
    check(
      "contacts_get_something",
      sql`${t.getsOrders} or ${t.getsInvoices} or ${t.getsStatements}`,
    ),
  ],
);

/** Everything moved from a record to the one it was merged into, to undo the merge. */
export interface Moved {
  /** When the record was made inactive before the merge; null if it was not. */
  inactiveAt: string | null;
  /** The record's sites, each with its replacement; `isAdded` if that was added. */
  sites: { from: string; to: string; isAdded: boolean }[];
  /** Its members with their rights; members of both before are not listed. */
  members: {
    userId: string;
    role: (typeof memberRoles)[number];
    siteIds: string[] | null;
    approveOverCents: number | null;
    wasThere: boolean;
  }[];
  contacts: string[];
  /** Open orders, and their former sites. */
  orders: { id: string; shipToId: string | null }[];
  standingOrders: { id: string; siteId: string }[];
}

/** Merged records of one business, each once until it is undone. */
export const customerMerges = pgTable(
  "customer_merges",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    intoId: uuid("into_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    moved: jsonb("moved").$type<Moved>().notNull(),
    mergedBy: uuid("merged_by").references(() => user.id, { onDelete: "set null" }),
    mergedAt: instant("merged_at").notNull().defaultNow(),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    uniqueIndex("customer_merges_once").on(t.customerId).where(sql`undone_at is null`),
    index("customer_merges_into").on(t.intoId),
  ],
);

/** Unanswered invitations by members to join their customer. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: memberRoles }).notNull(),
    siteIds: uuid("site_ids").array(),
    approveOverCents: bigint("approve_over_cents", { mode: "number" }),
    invitedBy: uuid("invited_by").references(() => user.id, { onDelete: "set null" }),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check("invitations_role_known", oneOf(t.role, memberRoles)),
    check("invitations_email_form", emailAddress(t.email)),
    check("invitations_name_form", filled(t.name, 200)),
    check("invitations_not_as_owner", sql`${t.role} <> 'owner'`),
    check("invitations_limit_of_buyers", limitOfBuyers(t)),
    unique("invitations_once").on(t.customerId, t.email),
  ],
);

/**
 * A profile's business details, for queries of `customers`; the address is the default site's.
 * Tables are named in full, because Drizzle omits them in a select from a single table.
 */
export const customerDetails = {
  companyName: customers.companyName,
  contactName: customers.contactName,
  phone: customers.phone,
  address: sql<string>`coalesce((select address from ship_tos
    where ship_tos.customer_id = customers.id and ship_tos.is_default), '')`.as("address"),
  notes: customers.notes,
};

/** An account that is a member of several customers acts for the first that it joined. */
export const firstMembership = [asc(members.createdAt), asc(members.customerId)];

/** Joins the member whose address lists show and who gets the customer's emails. */
export const ownerOfCustomer = sql`members.customer_id = customers.id and members.role = 'owner'`;

/** True if a customer's owner is on the staff. For queries of `customers`. */
export const isStaff = sql<boolean>`customers.id in (select members.customer_id from members
  join profiles on profiles.id = members.user_id
  where members.role = 'owner' and (profiles.is_admin or profiles.staff_role is not null))`;

/**
 * The customer's name in lists: the company, or "Staff" for a member of staff without one. Empty
 * for any other customer without a company.
 */
export const listedName = sql<string>`case
  when ${customers.companyName} = '' and ${isStaff}
  then concat('Staff', ' (' || nullif(${customers.contactName}, '') || ')')
  else ${customers.companyName}
end`;

/**
 * Matches rows of a customer and of all records merged with it, whichever is given: entries and
 * documents stay with the record that they were for, and are read as one account.
 */
export const ofAccount = (column: AnyPgColumn | SQL, customerId: AnyPgColumn | SQL | string): SQL =>
  sql`${column} in (select record.id from customers as record
    join customers as named on named.account_id = record.account_id where named.id = ${customerId})`;

/** The ids of a main customer record and of the records merged into it. For queries. */
export const recordsOf = (accountId: AnyPgColumn | SQL | string): SQL<string[]> =>
  sql`array(select record.id from customers as record where record.account_id = ${accountId}
    order by record.merged_into is not null, record.id)`;

/** The main record of a customer, for queries of tables that only it has, such as `members`. */
export const accountOf = (customerId: AnyPgColumn | SQL | string): SQL<string> =>
  sql`(select named.account_id from customers as named where named.id = ${customerId})`;

/** True if the customer is a guest: a customer of a single order without an account. */
export const ofGuest = sql<boolean>`${customers.guestEmail} <> ''`;
