import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import {
  atMost,
  dollars,
  dollarsPerLb,
  filled,
  instant,
  isWish,
  oneOf,
  pounds,
  wish,
  within,
} from "./columns.ts";
import { customers, shipTos } from "./customers.ts";
import { runStops, runs } from "./deliveries.ts";
import { maxPricePerLb, products } from "./products.ts";
import { deliveryKinds } from "./values/deliveries.ts";
import { linePriceSources } from "./values/money.ts";
import {
  chargeKinds,
  type HoldReason,
  holdReasons,
  orderChannels,
  orderStatuses,
  overDecisions,
  packStates,
  paymentWays,
} from "./values/orders.ts";
import { salesUnits, taxCodes } from "./values/products.ts";

/** Matches orders that lists, sums and runs count: neither cancelled nor waiting for a card. */
export const isPlaced = sql`orders.status not in ('awaiting_payment', 'cancelled')`;

export const maxQuantityLb = 10_000;

/**
 * Customers' orders. `placedBy` is the account that placed it; null for none. `shipToId` is the
 * site it goes to, one of the customer's own. The form generates one `requestId` per order, so that
 * submitting it twice places one order. `standingNotes` is a copy of the customer's notes at that
 * time. Neither a customer with orders nor an account that placed some can be deleted, since orders
 * are the company's books.
 */
export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The number people use, "Order 1042". Never reused. */
    number: integer("number").notNull().generatedAlwaysAsIdentity({ startWith: 1_001 }).unique(),
    customerId: uuid("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "restrict" }),
    placedBy: uuid("placed_by").references(() => user.id, { onDelete: "restrict" }),
    shipToId: uuid("ship_to_id"),
    requestId: uuid("request_id").unique(),
    status: text("status", { enum: orderStatuses }).notNull().default("pending"),
    channel: text("channel", { enum: orderChannels }).notNull().default("wholesale"),
    /** Null for wholesale orders, which are invoiced on the customer's terms. */
    paymentWay: text("payment_way", { enum: paymentWays }),
    /** The deadline for its card, or for a guest to confirm the address; cancelled after that. */
    awaitsUntil: instant("awaits_until"),
    /** When its card was first accepted and it was placed. */
    cardAcceptedAt: instant("card_accepted_at"),
    placedAt: instant("placed_at").notNull().defaultNow(),
    /** The order's cost with taxes: the estimate (`order_costs`), later the invoice's total. */
    totalPrice: dollars("total_price").notNull(),
    /** The estimate with charges and taxes, as placed or changed before packing began. */
    estimatedTotal: dollars("estimated_total").notNull().default("0.00"),
    /** True if we may send something similar for unavailable products. */
    allowsSubstitutes: boolean("allows_substitutes").notNull().default(false),
    callFirst: boolean("call_first").notNull().default(false),
    /** Incremented by every change to lines and packages; finalizing names the version it saw. */
    version: integer("version").notNull().default(0),
    notes: text("notes").notNull().default(""),
    standingNotes: text("standing_notes").notNull().default(""),
    poNumber: text("po_number").notNull().default(""),
    /**
     * True if the owner has not confirmed any of the account's orders yet. Such an order counts in
     * no total and cannot be fulfilled.
     */
    isNewClient: boolean("is_new_client").notNull().default(false),
    /** Null for orders without a day, from before there were zones. */
    runId: uuid("run_id").references((): AnyPgColumn => runs.id, { onDelete: "restrict" }),
    stopId: uuid("stop_id").references((): AnyPgColumn => runStops.id, { onDelete: "restrict" }),
    deliveryKind: text("delivery_kind", { enum: deliveryKinds }),
    deliveryDay: date("delivery_day", { mode: "string" }),
    deliveryFrom: time("delivery_from", { precision: 0 }),
    deliveryTo: time("delivery_to", { precision: 0 }),
    /** Copies of the destination, so that later changes of the site don't affect it. */
    deliveryName: text("delivery_name").notNull().default(""),
    deliveryAddress: text("delivery_address").notNull().default(""),
    deliveryPostalCode: text("delivery_postal_code").notNull().default(""),
    deliveryPhone: text("delivery_phone").notNull().default(""),
    deliveryNotes: text("delivery_notes").notNull().default(""),
    /** Pounds booked on the run, at the promised maximum. */
    bookedLb: pounds("booked_lb").notNull().default("0.00"),
    /** Boxes booked on the run: the expected number for its pounds, or the real one once packed. */
    bookedBoxes: integer("booked_boxes").notNull().default(0),
    /**
     * When it was packed, if its run had left by then; null again if it was loaded anyway. For an
     * order still to be packed: when it was put on a run that had left, which waits for it.
     */
    leftBehindAt: instant("left_behind_at"),
    deliveredAt: instant("delivered_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: "orders_ship_to_fk",
      columns: [t.customerId, t.shipToId],
      foreignColumns: [shipTos.customerId, shipTos.id],
    }).onDelete("restrict"),
    check("orders_call_first", sql`${t.allowsSubstitutes} or not ${t.callFirst}`),
    check("orders_status_known", oneOf(t.status, orderStatuses)),
    check("orders_total_not_negative", within(t.totalPrice, 0, "9999999999.99")),
    check("orders_notes_length", atMost(t.notes, 5000)),
    check("orders_standing_notes_length", atMost(t.standingNotes, 5000)),
    check("orders_delivery_kind_known", oneOf(t.deliveryKind, deliveryKinds)),
    check(
      "orders_delivery_whole",
      sql`num_nulls(${t.runId}, ${t.stopId}, ${t.deliveryKind}, ${t.deliveryDay}, ${t.deliveryFrom}, ${t.deliveryTo}) in (0, 6)`,
    ),
    check("orders_delivery_name_length", atMost(t.deliveryName, 200)),
    check("orders_delivery_address_length", atMost(t.deliveryAddress, 500)),
    check("orders_delivery_postal_code_length", atMost(t.deliveryPostalCode, 6)),
    check("orders_delivery_phone_length", atMost(t.deliveryPhone, 50)),
    check("orders_delivery_notes_length", atMost(t.deliveryNotes, 2000)),
    check("orders_booked_not_negative", sql`${t.bookedLb} >= 0`),
    check("orders_booked_boxes_not_negative", sql`${t.bookedBoxes} >= 0`),
    check("orders_delivered_at_when", sql`${t.deliveredAt} is null or ${t.status} = 'delivered'`),
    index("orders_run").on(t.runId),
    index("orders_stop").on(t.stopId),
    index("orders_delivery_day").on(t.deliveryDay, t.status),
    check("orders_po_number_length", atMost(t.poNumber, 100)),
    check(
      "orders_new_client_unsettled",
      sql`not ${t.isNewClient} or ${t.status} in ('awaiting_payment', 'pending', 'cancelled')`,
    ),
    check("orders_channel_known", oneOf(t.channel, orderChannels)),
    check("orders_payment_way_known", oneOf(t.paymentWay, paymentWays)),
    check(
      "orders_payment_way_of_retail",
      sql`(${t.channel} = 'retail') = (${t.paymentWay} is not null)`,
    ),
    check(
      "orders_awaits_until",
      sql`case ${t.status}
        when 'awaiting_payment' then ${t.awaitsUntil} is not null and ${t.paymentWay} is not distinct from 'card'
        when 'pending' then ${t.awaitsUntil} is null or ${t.paymentWay} is not distinct from 'etransfer'
        else ${t.awaitsUntil} is null end`,
    ),
    check(
      "orders_card_accepted_of_card",
      sql`${t.cardAcceptedAt} is null or ${t.paymentWay} is not distinct from 'card'`,
    ),
    index("orders_awaiting").on(t.awaitsUntil).where(sql`awaits_until is not null`),
    // For the back office's search by any part of an id, with or without hyphens.
    index("orders_id_parts")
      .using("gin", sql`replace(id::text, '-', '') gin_trgm_ops`)
      .with({ fastupdate: false }),
    // For searches by the last three digits of the number.
    index("orders_number_ends").on(sql`(number % 1000)`),
    // Newest first, paginated. nullsFirst() matches a plain "desc" in a query; without it the
    // planner sorts instead of using the index.
    index("orders_newest").on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("orders_customer_newest").on(
      t.customerId,
      t.placedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // For the overview's sums and counts, which read nothing else (domain/orders/lists).
    index("orders_sums").on(t.placedAt, t.status, t.isNewClient, t.customerId, t.totalPrice, t.id),
    index("orders_counted").on(t.status).where(sql`not is_new_client`),
    index("orders_po_number").on(t.customerId, t.poNumber).where(sql`po_number <> ''`),
    index("orders_new_client").on(t.customerId).where(sql`is_new_client and status = 'pending'`),
    index("orders_status_newest").on(
      t.status,
      t.placedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);

/**
 * Present and past holds of an order, one row per reason: triggers refuse to pack or finish an
 * order with an open one, and ending one ends no other. A released row is immutable.
 */
export const orderHolds = pgTable(
  "order_holds",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    reason: text("reason", { enum: holdReasons }).notNull(),
    since: instant("since").notNull().defaultNow(),
    note: text("note").notNull().default(""),
    releasedAt: instant("released_at"),
    /** Null while it is open, or if it ended automatically. */
    releasedBy: uuid("released_by").references(() => user.id, { onDelete: "restrict" }),
    releaseNote: text("release_note").notNull().default(""),
  },
  (t) => [
    check("order_holds_reason_known", oneOf(t.reason, holdReasons)),
    check("order_holds_note_length", atMost(t.note, 1000)),
    check("order_holds_release_note_length", atMost(t.releaseNote, 1000)),
    check(
      "order_holds_released_wholly",
      sql`${t.releasedAt} is not null or (${t.releasedBy} is null and ${t.releaseNote} = '')`,
    ),
    uniqueIndex("order_holds_open").on(t.orderId, t.reason).where(sql`released_at is null`),
    index("order_holds_of_order").on(t.orderId, t.since),
  ],
);

/** True if an order is on hold. For queries of `orders`. */
export const isOrderHeld = sql<boolean>`exists (select from order_holds
  where order_holds.order_id = orders.id and order_holds.released_at is null)`;

/** The reasons of an order's open holds, in index order, which saves lists a sort. */
export const openHolds = sql<HoldReason[]>`array(select order_holds.reason from order_holds
  where order_holds.order_id = orders.id and order_holds.released_at is null
  order by order_holds.reason)`;

/**
 * The lines of an order, `position` 0 first. Name, price and selling unit are copied when it is
 * placed: later catalogue changes do not affect it, and deleting a product only sets `productId` to
 * null. `quantity` and `subtotal` are the estimate; packing never changes them.
 */
export const orderItems = pgTable(
  "order_items",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    soldBy: text("sold_by", { enum: salesUnits }).notNull().default("lb"),
    /** Null if sold by the pound. */
    orderedPieces: integer("ordered_pieces"),
    typicalPieceLb: numeric("typical_piece_lb", { precision: 6, scale: 2, mode: "string" }),
    /** Pounds; pieces count at their typical weight. */
    quantity: pounds("quantity").notNull(),
    wish: wish(),
    pricePerLb: dollarsPerLb("price_per_lb").notNull(),
    /**
     * The source of this price (a list's name or staff's reason), and the catalogue's price then.
     */
    priceSource: text("price_source", { enum: linePriceSources }).notNull().default("base"),
    priceSourceName: text("price_source_name").notNull().default(""),
    /** Null for lines from before there were customer prices. */
    basePricePerLb: dollarsPerLb("base_price_per_lb"),
    /** Percent by which the promised maximum exceeds the estimate. */
    overCapPct: integer("over_cap_pct").notNull().default(10),
    taxCode: text("tax_code", { enum: taxCodes }).notNull().default("Z"),
    /** The estimate, in dollars. */
    subtotal: dollars("subtotal")
      .notNull()
      .generatedAlwaysAs(sql`round(quantity * price_per_lb, 2)`),
    /** The promised maximum, in dollars. */
    promisedAmount: dollars("promised_amount")
      .notNull()
      .generatedAlwaysAs(
        sql`round(round(quantity * price_per_lb, 2) * (100 + over_cap_pct) / 100, 2)`,
      ),
    packState: text("pack_state", { enum: packStates }).notNull().default("open"),
    /** Sums of the line's packages, written by their trigger. */
    packedLb: pounds("packed_lb").notNull().default("0.00"),
    packedPieces: integer("packed_pieces").notNull().default(0),
    /**
     * Its share in a shortage, decided before it is packed; null for all that was ordered. Pieces
     * for products sold by the piece, with their approximate pounds.
     */
    shareLb: pounds("share_lb"),
    sharePieces: integer("share_pieces"),
    /** Null while the packed weight is within the promise. */
    overDecision: text("over_decision", { enum: overDecisions }),
    /** Who agreed for the customer and how; or why a line is short, replaced or dropped. */
    packNote: text("pack_note").notNull().default(""),
    substitutesItemId: uuid("substitutes_item_id"),
    /** Pounds as far as known: as packed once the line is done, else as ordered. */
    knownLb: pounds("known_lb")
      .notNull()
      .generatedAlwaysAs(sql`case when pack_state = 'open' then quantity else packed_lb end`),
    /** The packed amount, in dollars. */
    finalAmount: dollars("final_amount")
      .notNull()
      .generatedAlwaysAs(sql`round(packed_lb * price_per_lb, 2)`),
  },
  (t) => [
    unique("order_items_line").on(t.orderId, t.position),
    check("order_items_position_not_negative", sql`${t.position} >= 0`),
    check("order_items_product_name_form", filled(t.productName, 200)),
    check("order_items_quantity_range", within(t.quantity, "0.01", maxQuantityLb)),
    check("order_items_price_positive", within(t.pricePerLb, "0.01", maxPricePerLb)),
    check("order_items_price_source_known", oneOf(t.priceSource, linePriceSources)),
    check("order_items_price_source_name_length", atMost(t.priceSourceName, 200)),
    check("order_items_base_price_positive", within(t.basePricePerLb, "0.01", maxPricePerLb)),
    foreignKey({
      name: "order_items_substitutes_fk",
      columns: [t.substitutesItemId],
      foreignColumns: [t.id],
    }).onDelete("cascade"),
    check("order_items_wish_form", isWish(t.wish)),
    check("order_items_sold_by_known", oneOf(t.soldBy, salesUnits)),
    check("order_items_pieces_range", within(t.orderedPieces, 1, 10_000)),
    check("order_items_share_range", within(t.shareLb, 0, maxQuantityLb)),
    check("order_items_share_pieces_range", within(t.sharePieces, 0, 10_000)),
    check(
      "order_items_pieces_weight",
      sql`case when ${t.soldBy} = 'piece'
        then ${t.quantity} is not distinct from round(${t.orderedPieces} * ${t.typicalPieceLb}, 2)
        else ${t.orderedPieces} is null end`,
    ),
    check("order_items_over_cap_range", within(t.overCapPct, 0, 30)),
    check("order_items_tax_code_known", oneOf(t.taxCode, taxCodes)),
    check("order_items_pack_state_known", oneOf(t.packState, packStates)),
    check("order_items_packed_not_negative", sql`${t.packedLb} >= 0 and ${t.packedPieces} >= 0`),
    check("order_items_over_decision_known", oneOf(t.overDecision, overDecisions)),
    check(
      "order_items_promise_kept",
      sql`${t.packState} not in ('packed', 'short', 'substituted')
        or ${t.finalAmount} <= ${t.promisedAmount}
        or ${t.overDecision} is not null`,
    ),
    check("order_items_pack_note_length", atMost(t.packNote, 500)),
    index("order_items_product").on(t.productId),
    // For a product's reserved stock.
    index("order_items_open").on(t.productId).where(sql`pack_state = 'open'`),
    index("order_items_sums").on(t.orderId, t.productId, t.knownLb),
    index("order_items_substitutes").on(t.substitutesItemId),
  ],
);

/**
 * Charges of an order, included in its totals and billed as lines of their own: the delivery fee,
 * and what staff add to an order below the minimum.
 */
export const orderCharges = pgTable(
  "order_charges",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: chargeKinds }).notNull(),
    description: text("description").notNull(),
    amount: dollars("amount").notNull(),
    taxCode: text("tax_code", { enum: taxCodes }).notNull().default("Z"),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    check("order_charges_kind_known", oneOf(t.kind, chargeKinds)),
    check("order_charges_description_form", filled(t.description, 200)),
    check("order_charges_amount_range", within(t.amount, "0.01", 100_000)),
    check("order_charges_tax_code_known", oneOf(t.taxCode, taxCodes)),
  ],
);

/** The pounds to pack of an order's line: for a replaced one, only what is packed already. */
export const lbToPack = sql<string>`case when ${orderItems.packState} = 'substituted'
  then ${orderItems.packedLb} else ${orderItems.quantity} end`;

/** The pounds left to pack: none for a line that is done or replaced. */
export const lbLeftToPack = sql<string>`case when ${orderItems.packState} = 'open'
  then greatest(${orderItems.quantity} - ${orderItems.packedLb}, 0) else 0 end`;
