import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, filled, within } from "../columns.ts";
import { products } from "../products.ts";

/** Percent with two decimals, as text. */
const perCent = (name: string) => numeric(name, { precision: 5, scale: 2, mode: "string" });

/** A piece or kind of meat that the shop buys to cut: a rib, a chuck, trim to grind. */
export const primals = pgTable(
  "primals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    /** The product under which it is received and counted; null if it isn't. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    /** The share of trim that falls off in cutting, for grinding; null for none. */
    trimPct: perCent("trim_pct"),
    /** True for the primal that is ground, to which the others' trim goes. */
    isTrim: boolean("is_trim").notNull().default(false),
    /** True if its figures are the sample's, not reviewed yet. */
    isSample: boolean("is_sample").notNull().default(false),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("primals_name_form", filled(t.name, 60)),
    check("primals_trim_range", within(t.trimPct, "0.01", 100)),
    check("primals_trim_of_others", sql`not ${t.isTrim} or ${t.trimPct} is null`),
    uniqueIndex("primals_name").on(sql`lower(${t.name})`),
    uniqueIndex("primals_one_trim").on(t.isTrim).where(sql`is_trim`),
    uniqueIndex("primals_product").on(t.productId),
  ],
);

/** A product cut from a primal, and its usual share of it. */
export const primalCuts = pgTable(
  "primal_cuts",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    primalId: uuid("primal_id")
      .notNull()
      .references(() => primals.id, { onDelete: "cascade" }),
    /** Cuts of one part come from the same pounds, as alternatives; empty for a part of its own. */
    part: text("part").notNull().default(""),
    yieldPct: perCent("yield_pct").notNull(),
  },
  (t) => [
    check("primal_cuts_part_length", atMost(t.part, 40)),
    check("primal_cuts_yield_range", within(t.yieldPct, "0.01", 100)),
    index("primal_cuts_of_primal").on(t.primalId),
  ],
);
