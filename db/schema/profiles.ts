import { boolean, pgTable, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { instant } from "./columns.ts";

/**
 * What an account may do besides acting for its customer; same id. The business details that the
 * specification keeps in this table are the customer's (customers.ts).
 */
export const profiles = pgTable("profiles", {
  id: uuid("id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  isAdmin: boolean("is_admin").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
