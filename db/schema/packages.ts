import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, filled, instant, oneOf, pounds, within } from "./columns.ts";
import { orderItems, orders } from "./orders.ts";
import { products } from "./products.ts";
import { packageSources, weightUnits } from "./values/meat/packages.ts";

/** The minimum net weight of a package: below it, rounding to 0.01 lb exceeds the legal limits. */
export const leastNetLb = "0.05";

/**
 * Lots: where meat came from. A lot that was cut or ground from others lists them in `lotParents`.
 * Once a package was packed from it, a trigger makes its code and supplier immutable.
 */
export const lots = pgTable(
  "lots",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    code: text("code").notNull(),
    supplier: text("supplier").notNull(),
    /** The supplier's own code, if it differs. */
    supplierLot: text("supplier_lot").notNull().default(""),
    /** Animal or carcass number. */
    animalNumber: text("animal_number").notNull().default(""),
    establishment: text("establishment").notNull().default(""),
    grade: text("grade").notNull().default(""),
    slaughteredOn: date("slaughtered_on", { mode: "string" }),
    receivedAt: instant("received_at").notNull().defaultNow(),
    receivedLb: pounds("received_lb"),
    /**
     * In cents, for the whole lot, with its share of the freight or of its parents; null if
     * unknown.
     */
    costCents: bigint("cost_cents", { mode: "number" }),
    /** When a known cost per pound was last corrected, set by a trigger; null for never. */
    costCorrectedAt: instant("cost_corrected_at"),
    /** Degrees Celsius at receiving. */
    temperatureC: numeric("temperature_c", { precision: 4, scale: 1, mode: "string" }),
    expiresOn: date("expires_on", { mode: "string" }),
    note: text("note").notNull().default(""),
    /** When it was voided as a mistake: the meat doesn't exist, and isn't offered. */
    voidedAt: instant("voided_at"),
    version: integer("version").notNull().default(0),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "restrict" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("lots_code_of_supplier").on(t.supplier, t.code),
    check("lots_code_form", filled(t.code, 40)),
    check("lots_supplier_form", filled(t.supplier, 200)),
    check("lots_supplier_lot_length", atMost(t.supplierLot, 40)),
    check("lots_animal_number_length", atMost(t.animalNumber, 40)),
    check("lots_establishment_length", atMost(t.establishment, 40)),
    check("lots_grade_length", atMost(t.grade, 40)),
    check("lots_received_lb_positive", sql`${t.receivedLb} > 0`),
    check("lots_note_length", atMost(t.note, 2000)),
    check("lots_cost_not_negative", sql`${t.costCents} >= 0`),
    index("lots_newest").on(t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** A lot's parents, with the pounds if known; a trigger refuses circles. */
export const lotParents = pgTable(
  "lot_parents",
  {
    childId: uuid("child_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    parentId: uuid("parent_id")
      .notNull()
      .references(() => lots.id, { onDelete: "restrict" }),
    lb: pounds("lb"),
  },
  (t) => [
    primaryKey({ columns: [t.childId, t.parentId] }),
    check("lot_parents_lb_positive", sql`${t.lb} > 0`),
    check("lot_parents_not_itself", sql`${t.childId} <> ${t.parentId}`),
    index("lot_parents_of_parent").on(t.parentId),
  ],
);

/** An order's boxes. A removed one has no number; voided packages may still refer to it. */
export const boxes = pgTable(
  "boxes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "restrict" }),
    /** From 1 within the order. */
    number: integer("number"),
    /** Unique to this box, for its bar code; never reused. */
    labelNumber: integer("label_number")
      .notNull()
      .generatedAlwaysAsIdentity({ startWith: 100_001 })
      .unique(),
  },
  (t) => [
    unique("boxes_number_of_order").on(t.orderId, t.number),
    check("boxes_number_range", within(t.number, 1, 999)),
  ],
);

/**
 * Weighed packages of order lines. Append-only: a trigger refuses every change but voiding, and
 * everything once the order is invoiced. Another keeps the sums in `order_items`.
 */
export const packages = pgTable(
  "packages",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references((): AnyPgColumn => orderItems.id, { onDelete: "restrict" }),
    pieces: integer("pieces"),
    /** The gross reading, before the tare, and its unit. */
    readingValue: numeric("reading_value", { precision: 9, scale: 3, mode: "string" }).notNull(),
    readingUnit: text("reading_unit", { enum: weightUnits }).notNull(),
    tareG: integer("tare_g").notNull().default(0),
    netLb: pounds("net_lb").notNull(),
    /** Grams: as read in kg, converted only from a reading in lb. */
    netG: integer("net_g").notNull(),
    source: text("source", { enum: packageSources }).notNull(),
    rawScan: text("raw_scan").notNull().default(""),
    /** From a label that has one; with the product's number, unique among live packages. */
    serial: text("serial"),
    lotId: uuid("lot_id").references(() => lots.id, { onDelete: "restrict" }),
    /** The user who corrected its lot after it was stored; null for none. */
    lotBy: uuid("lot_by").references(() => user.id, { onDelete: "restrict" }),
    boxId: uuid("box_id"),
    requestId: uuid("request_id").notNull().unique().defaultRandom(),
    /** Unique to this package, for its label's bar code; never reused. */
    labelNumber: integer("label_number")
      .notNull()
      .generatedAlwaysAsIdentity({ startWith: 100_001 })
      .unique(),
    /** Null for those assumed by a migration. */
    packedBy: uuid("packed_by").references(() => user.id, { onDelete: "restrict" }),
    packedAt: instant("packed_at").notNull().defaultNow(),
    voidedAt: instant("voided_at"),
    voidedBy: uuid("voided_by").references(() => user.id, { onDelete: "restrict" }),
    voidReason: text("void_reason").notNull().default(""),
  },
  (t) => [
    foreignKey({
      name: "packages_box_fk",
      columns: [t.boxId],
      foreignColumns: [boxes.id],
    }).onDelete("restrict"),
    check("packages_pieces_range", within(t.pieces, 1, 10_000)),
    check("packages_reading_unit_known", oneOf(t.readingUnit, weightUnits)),
    check("packages_reading_positive", sql`${t.readingValue} > 0`),
    check("packages_tare_not_negative", sql`${t.tareG} >= 0`),
    check(
      "packages_net_least",
      sql`${t.netLb} >= case ${t.source} when 'assumed' then 0.01 else ${sql.raw(leastNetLb)} end`,
    ),
    check("packages_net_g_positive", sql`${t.netG} > 0`),
    check("packages_source_known", oneOf(t.source, packageSources)),
    check("packages_raw_scan_length", atMost(t.rawScan, 512)),
    check("packages_serial_form", filled(t.serial, 100)),
    check("packages_void_reason_length", atMost(t.voidReason, 200)),
    check("packages_voided_wholly", sql`(${t.voidedAt} is null) = (${t.voidedBy} is null)`),
    uniqueIndex("packages_serial_once")
      .on(t.serial)
      .where(sql`serial is not null and voided_at is null`),
    index("packages_of_item").on(t.orderItemId, t.packedAt),
    index("packages_of_lot").on(t.lotId),
  ],
);

/**
 * The scale's label price of a product by its unit, from a day on. A label with only a price gives
 * the weight by it; clients' prices are unrelated.
 */
export const labelPrices = pgTable(
  "label_prices",
  {
    productId: uuid("product_id")
      .notNull()
      .references((): AnyPgColumn => products.id, { onDelete: "cascade" }),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    price: numeric("price", { precision: 8, scale: 2, mode: "string" }).notNull(),
    unit: text("unit", { enum: weightUnits }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.startsOn] }),
    check("label_prices_price_positive", sql`${t.price} > 0`),
    check("label_prices_unit_known", oneOf(t.unit, weightUnits)),
  ],
);

/** Who is packing an order, seen within the last two minutes. Advisory only: nobody is kept out. */
export const packClaims = pgTable(
  "pack_claims",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    packerId: uuid("packer_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.packerId] })],
);
