import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, instant } from "./columns.ts";

/**
 * The business behind an account, same id. Missing values are the empty string. Deleted with its
 * user, and so not deletable while that user has orders.
 */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /** In the collation "natural_order" (a migration). */
    companyName: text("company_name").notNull().default(""),
    contactName: text("contact_name").notNull().default(""),
    phone: text("phone").notNull().default(""),
    address: text("address").notNull().default(""),
    notes: text("notes").notNull().default(""),
    isAdmin: boolean("is_admin").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("profiles_company_name_length", atMost(t.companyName, 200)),
    check("profiles_contact_name_length", atMost(t.contactName, 200)),
    check("profiles_phone_length", atMost(t.phone, 50)),
    check("profiles_address_length", atMost(t.address, 500)),
    check("profiles_notes_length", atMost(t.notes, 5000)),
    index("profiles_company_name").on(t.companyName, t.id),
  ],
);

/**
 * What lists call the account behind an order: the company, or "Staff" for an administrator without
 * one. Empty for any other account without a company, null if no profile is joined.
 */
export const listedName = sql<string | null>`case
  when ${profiles.isAdmin} and ${profiles.companyName} = ''
  then concat('Staff', ' (' || nullif(${profiles.contactName}, '') || ')')
  else ${profiles.companyName}
end`;
