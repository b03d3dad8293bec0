import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "../accounts.ts";
import { atMost, dollarsPerLb, filled, instant, oneOf, pounds } from "../columns.ts";
import { lots } from "../packages.ts";
import { products } from "../products.ts";
import { costBases } from "../values/meat/cuttings.ts";

/** The rows of a reversed sheet, as they were; `pieces` only where they are kept in pieces. */
export interface TakenBackCutting {
  inputs: { lotId: string; lb: string; pieces?: number | null }[];
  outputs: { lotId: string; productName: string; lb: string; pieces?: number | null }[];
  wastes: { reason: string; lb: string }[];
}

/** Cuttings and grindings: input lots, output lots, and waste. */
export const cuttings = pgTable(
  "cuttings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** "Cutting 12". Output lots are cut later, so parents come before children. */
    number: integer("number").notNull().generatedAlwaysAsIdentity().unique(),
    requestId: uuid("request_id").notNull().unique(),
    /** The kind of input, by which yields are compared: "Carcass", "Chuck", "Trim". */
    kind: text("kind").notNull(),
    cutAt: instant("cut_at").notNull().defaultNow(),
    cutBy: uuid("cut_by").references(() => user.id, { onDelete: "set null" }),
    costBy: text("cost_by", { enum: costBases }).notNull(),
    /** Why it is off by more than 0.5 %; empty if it isn't. */
    differenceReason: text("difference_reason").notNull().default(""),
    /** When it was reversed as a mistake; its rows are then only in `takenBack`, uncounted. */
    takenBackAt: instant("taken_back_at"),
    takenBackBy: uuid("taken_back_by").references(() => user.id, { onDelete: "set null" }),
    takenBackReason: text("taken_back_reason").notNull().default(""),
    takenBack: jsonb("taken_back").$type<TakenBackCutting>(),
  },
  (t) => [
    check("cuttings_kind_form", filled(t.kind, 60)),
    check("cuttings_cost_by_known", oneOf(t.costBy, costBases)),
    check("cuttings_difference_reason_length", atMost(t.differenceReason, 500)),
    check("cuttings_taken_back_reason_length", atMost(t.takenBackReason, 500)),
    check("cuttings_taken_back_wholly", sql`(${t.takenBackAt} is null) = (${t.takenBack} is null)`),
    index("cuttings_newest").on(t.cutAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** An input lot of a cutting. */
export const cuttingInputs = pgTable(
  "cutting_inputs",
  {
    cuttingId: uuid("cutting_id")
      .notNull()
      .references(() => cuttings.id, { onDelete: "restrict" }),
    lotId: uuid("lot_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    lb: pounds("lb").notNull(),
    /** Its share of the waste. */
    wasteLb: pounds("waste_lb").notNull(),
    /** True if its stock is counted, so that the waste is entered there too. */
    isInStock: boolean("is_in_stock").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cuttingId, t.lotId] }),
    check("cutting_inputs_lb_positive", sql`${t.lb} > 0`),
    check("cutting_inputs_waste_range", sql`${t.wasteLb} >= 0 and ${t.wasteLb} <= ${t.lb}`),
    index("cutting_inputs_of_lot").on(t.lotId),
  ],
);

/** An output lot of a cutting. Name and price are copies, so that the cost stays as allocated. */
export const cuttingOutputs = pgTable(
  "cutting_outputs",
  {
    cuttingId: uuid("cutting_id")
      .notNull()
      .references(() => cuttings.id, { onDelete: "restrict" }),
    position: integer("position").notNull(),
    lotId: uuid("lot_id")
      .notNull()
      .unique()
      .references(() => lots.id, { onDelete: "restrict" }),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    /** Null if it is not a product of the shop, such as trim. */
    pricePerLb: dollarsPerLb("price_per_lb"),
    lb: pounds("lb").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cuttingId, t.position] }),
    check("cutting_outputs_lb_positive", sql`${t.lb} > 0`),
    check("cutting_outputs_price_positive", sql`${t.pricePerLb} > 0`),
    check("cutting_outputs_product_name_form", filled(t.productName, 200)),
  ],
);

/** The waste of a cutting, with its reason. */
export const cuttingWastes = pgTable(
  "cutting_wastes",
  {
    cuttingId: uuid("cutting_id")
      .notNull()
      .references(() => cuttings.id, { onDelete: "restrict" }),
    position: integer("position").notNull(),
    lb: pounds("lb").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cuttingId, t.position] }),
    check("cutting_wastes_lb_positive", sql`${t.lb} > 0`),
    check("cutting_wastes_reason_form", filled(t.reason, 200)),
  ],
);
