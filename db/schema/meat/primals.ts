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

/** Per cent with two decimals, as text. */
const perCent = (name: string) => numeric(name, { precision: 5, scale: 2, mode: "string" });

/** What the shop buys to cut: a rib, a chuck, trim to grind. */
export const primals = pgTable(
  "primals",
  {
    /** Made by the form, so that one sent twice is one. */
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    /** As which product it is received and counted; null where it isn't. */
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    /** What falls off it, when it is cut, for the one that is ground; null for none. */
    trimPct: perCent("trim_pct"),
    /** The one that is ground, to which the trim of the others goes. */
    isTrim: boolean("is_trim").notNull().default(false),
    /** Its figures are those of the sample, which nobody has looked at. */
    isSample: boolean("is_sample").notNull().default(false),
    /** Rises with every change; whoever changes it names the one that was seen. */
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

/** A product that is cut of a primal, and how much of the primal it usually is. */
export const primalCuts = pgTable(
  "primal_cuts",
  {
    productId: uuid("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    primalId: uuid("primal_id")
      .notNull()
      .references(() => primals.id, { onDelete: "cascade" }),
    /** Cuts of the same part are cut of the same pounds, one instead of the other; empty for a part of its own. */
    part: text("part").notNull().default(""),
    yieldPct: perCent("yield_pct").notNull(),
  },
  (t) => [
    check("primal_cuts_part_length", atMost(t.part, 40)),
    check("primal_cuts_yield_range", within(t.yieldPct, "0.01", 100)),
    index("primal_cuts_of_primal").on(t.primalId),
  ],
);
