import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { loadOfOrdersRun } from "#app/domain/delivery/capacity.server.ts";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import { hasLeft } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { raisedAtPacking } from "#app/domain/orders/hold.ts";
import { waitsToLeave } from "#app/domain/orders/leaving.server.ts";
import { labelGtin } from "#app/domain/packages/labels/label-gtin.ts";
import { replacedFor } from "#app/domain/packages/package-rows.server.ts";
import type { StationLine, StationOrder, StationPackage } from "#app/domain/packages/packing.ts";
import { mostPounds } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { isOfHeldLot } from "#db/schema/meat/recalls.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { openHolds, orderItems, orders } from "#db/schema/orders.ts";
import { boxes, lots, packages, packClaims } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { shopSettings } from "#db/schema/system.ts";
import type { UsualSubstitute } from "./station/questions/substitutes.ts";

/** A packer not seen for this long is considered gone. */
const claimMinutes = 2;

/** The account's name, or its email address. */
export const packerName = sql<string>`coalesce(nullif(${user.name}, ''), ${user.email})`;

/** The company's name, or else the contact's. */
export const clientName = sql<string>`coalesce(nullif(${listedName}, ''), nullif(${customers.contactName}, ''), 'Unknown Client')`;

/** The order's position among the current stops of its run, as on the run sheet (features/runs). */
export const stopOfOrder = sql<number | null>`(select place::integer from (
  select id, row_number() over (order by rank = 0, rank, created_at, id) as place
  from run_stops where run_id = ${orders.runId}) as stops where id = ${orders.stopId})`;

/**
 * Returns an order with its lines and packages for the station, without prices; null for an unknown
 * id. For staff who pack.
 */
export async function getStationOrder(
  db: Database,
  staff: Staff<"pack">,
  id: string,
): Promise<StationOrder | null> {
  if (!isUuid(id)) return null;
  const [[order], lines, others, boxesOfOrder, [self]] = await Promise.all([
    db
      .select({
        id: orders.id,
        number: orders.number,
        status: orders.status,
        version: orders.version,
        placedAt: orders.placedAt,
        companyName: listedName,
        contactName: customers.contactName,
        phone: customers.phone,
        // The copy on the order; older orders have none.
        address: sql<string>`coalesce(nullif(concat_ws(', ', nullif(${orders.deliveryAddress}, ''),
          case when replace(upper(${orders.deliveryAddress}), ' ', '') not like '%' || ${orders.deliveryPostalCode} || '%'
            then regexp_replace(${orders.deliveryPostalCode}, '^(...)', '\\1 ') end), ''),
          (select address from ship_tos
          where customer_id = ${customers.id} and (ship_tos.id = ${orders.shipToId} or is_default)
          order by ship_tos.id = ${orders.shipToId} desc nulls last limit 1), '')`,
        deliveryKind: orders.deliveryKind,
        deliveryDay: orders.deliveryDay,
        deliveryFrom: orders.deliveryFrom,
        deliveryTo: orders.deliveryTo,
        zoneName: sql<
          string | null
        >`(select zones.name from runs join zones on zones.id = runs.zone_id
          where runs.id = ${orders.runId})`,
        stop: stopOfOrder,
        runLoad: loadOfOrdersRun,
        notes: orders.notes,
        standingNotes: orders.standingNotes,
        isNewClient: orders.isNewClient,
        poNumber: orders.poNumber,
        holds: openHolds,
        isCardShort: sql<boolean>`exists (select from payments
          where payments.order_id = ${orders.id} and is_current and state = 'held')
          and 'card' = any(${openHolds})`,
        isRaised: sql<boolean>`coalesce((select bool_and(note = ${raisedAtPacking}) from order_holds
          where order_holds.order_id = ${orders.id} and released_at is null), false)`,
        allowsSubstitutes: orders.allowsSubstitutes,
        callFirst: orders.callFirst,
        isMailed: isOrderMailed,
        waitsToLeave,
        hasLeft,
        isCounter: sql<boolean>`${orders.channel} = 'counter'`,
        invoiceNumber: sql<string | null>`(
          select document_number from ${documents}
            join ${documentOrders} on document_orders.document_id = documents.id
          where document_orders.order_id = ${orders.id} and documents.kind in ('invoice', 'delivery_note')
            and ${isStandingDocument}
          order by issued_at limit 1)`,
        firstFinishedAt: sql<Date | null>`(
          select min(issued_at) from ${documents}
            join ${documentOrders} on document_orders.document_id = documents.id
          where document_orders.order_id = ${orders.id}
            and documents.kind in ('invoice', 'delivery_note'))`.mapWith(orders.placedAt),
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(eq(orders.id, id)),
    stationLines(db, staff, eq(orderItems.orderId, id)),
    db
      .select({ name: packerName })
      .from(packClaims)
      .innerJoin(user, eq(user.id, packClaims.packerId))
      .where(
        and(
          eq(packClaims.orderId, id),
          ne(packClaims.packerId, staff.userId),
          gt(packClaims.seenAt, sql`now() - make_interval(mins => ${claimMinutes})`),
        ),
      )
      .orderBy(asc(packerName)),
    db
      .select({
        id: boxes.id,
        number: sql<number>`${boxes.number}`,
        labelNumber: boxes.labelNumber,
      })
      .from(boxes)
      .where(and(eq(boxes.orderId, id), isNotNull(boxes.number)))
      .orderBy(asc(boxes.number)),
    db.select({ name: packerName }).from(user).where(eq(user.id, staff.userId)),
  ]);
  if (!order) return null;
  const { deliveryKind: kind, deliveryDay: day, deliveryFrom, deliveryTo, ...shown } = order;
  const { zoneName, stop, ...facts } = shown;
  const isWhole = kind && day && deliveryFrom && deliveryTo && zoneName && stop;
  const window = { from: deliveryFrom?.slice(0, 5) ?? "", to: deliveryTo?.slice(0, 5) ?? "" };
  return {
    ...facts,
    delivery: isWhole ? { kind, day, ...window, zoneName, stop } : null,
    lines: lines.map(({ orderId: _, ...line }) => line),
    boxes: boxesOfOrder,
    packers: others.map(({ name }) => name),
    packer: self?.name ?? staff.email,
  };
}

/** Returns earlier substitutes for the order's products, and their counts. For staff who pack. */
export async function usualSubstitutes(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
): Promise<UsualSubstitute[]> {
  if (!isUuid(orderId)) return [];
  const { rows } = await db.execute<{ askedId: string; sentId: string; times: number }>(sql`
    select asked.product_id as "askedId", sent.product_id as "sentId", count(*)::integer as times
    from order_items sent join order_items asked on asked.id = sent.substitutes_item_id
    where asked.product_id in (select product_id from order_items where order_id = ${orderId})
      and sent.pack_state <> 'dropped'
    group by 1, 2`);
  return rows;
}

/** Returns lines of orders with their packages, by order and position. For staff who pack. */
export async function stationLines(
  db: Database,
  staff: Staff<"pack">,
  matching: SQL | undefined,
): Promise<(StationLine & { orderId: string })[]> {
  const [lines, found, takenBack, [settings]] = await Promise.all([
    linesOf(db, matching),
    packagesOf(db, staff, matching),
    voidedOf(db, matching),
    db.select({ prefix: shopSettings.gtinCompanyPrefix }).from(shopSettings),
  ]);
  const byLine = Map.groupBy(found, ({ orderItemId }) => orderItemId);
  const voidedByLine = Map.groupBy(takenBack, ({ orderItemId }) => orderItemId);
  return lines.map(({ pricePerLb, promisedAmount, ...line }) => {
    const own = byLine.get(line.id) ?? [];
    const gtinOfLabel = labelGtin(settings?.prefix ?? "", line);
    return {
      ...line,
      mostLb: mostPounds(toCents(pricePerLb), toCents(promisedAmount)),
      labelGtin: gtinOfLabel,
      packages: own.map(({ orderItemId: _, ...one }): StationPackage => one),
      voided: (voidedByLine.get(line.id) ?? []).map(({ orderItemId: _, ...one }) => one),
    };
  });
}

function linesOf(db: Database, matching: SQL | undefined) {
  return db
    .select({
      id: orderItems.id,
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      productName: orderItems.productName,
      category: products.category,
      soldBy: orderItems.soldBy,
      orderedPieces: orderItems.orderedPieces,
      typicalPieceLb: orderItems.typicalPieceLb,
      quantity: orderItems.quantity,
      wish: orderItems.wish,
      pricePerLb: orderItems.pricePerLb,
      overCapPct: orderItems.overCapPct,
      promisedAmount: orderItems.promisedAmount,
      packState: orderItems.packState,
      packedLb: orderItems.packedLb,
      packedPieces: orderItems.packedPieces,
      packNote: orderItems.packNote,
      overDecision: orderItems.overDecision,
      shareLb: orderItems.shareLb,
      sharePieces: orderItems.sharePieces,
      substitutesItemId: orderItems.substitutesItemId,
      tareG: sql<number>`coalesce(${products.tareG}, 0)`,
      isTraced: sql<boolean>`coalesce(${products.isTraced}, false)`,
      storage: sql<StationLine["storage"]>`coalesce(${products.storage}, 'refrigerated')`,
      itemNumber: products.itemNumber,
      gtin: products.gtin,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(matching)
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
}

function packagesOf(db: Database, staff: Staff<"pack">, matching: SQL | undefined) {
  const items = db.select({ id: orderItems.id }).from(orderItems).where(matching);
  return db
    .select({
      id: packages.id,
      requestId: packages.requestId,
      labelNumber: packages.labelNumber,
      orderItemId: packages.orderItemId,
      pieces: packages.pieces,
      netLb: packages.netLb,
      netG: packages.netG,
      unit: packages.readingUnit,
      lotId: packages.lotId,
      lotCode: lots.code,
      isHeld: isOfHeldLot,
      boxNumber: boxes.number,
      packedBy: sql<string>`coalesce(${packerName}, '')`,
      isOwn: sql<boolean>`coalesce(${packages.packedBy} = ${staff.userId}, false)`,
      packedAt: packages.packedAt,
    })
    .from(packages)
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .leftJoin(boxes, eq(boxes.id, packages.boxId))
    .leftJoin(user, eq(user.id, packages.packedBy))
    .where(and(inArray(packages.orderItemId, items), isNull(packages.voidedAt)))
    .orderBy(asc(packages.packedAt), asc(packages.id));
}

function voidedOf(db: Database, matching: SQL | undefined) {
  const items = db.select({ id: orderItems.id }).from(orderItems).where(matching);
  const { id, requestId, labelNumber, pieces, netLb, netG, orderItemId, lotId } = packages;
  return db
    .select({
      id,
      requestId,
      labelNumber,
      pieces,
      netLb,
      netG,
      orderItemId,
      lotId,
      lotCode: lots.code,
      unit: packages.readingUnit,
      boxNumber: boxes.number,
      packedAt: packages.packedAt,
      replaced: replacedFor,
      voidedAt: sql<Date>`${packages.voidedAt}`.mapWith(packages.voidedAt),
    })
    .from(packages)
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .leftJoin(boxes, eq(boxes.id, packages.boxId))
    .where(and(inArray(packages.orderItemId, items), isNotNull(packages.voidedAt)))
    .orderBy(asc(packages.packedAt), asc(packages.id));
}

/**
 * Records for two minutes that someone is packing an order, and notifies its pages if that is news.
 * For staff who pack.
 */
export async function claimOrder(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
): Promise<void> {
  await db.execute(sql`
    with before as (
      select seen_at > now() - make_interval(mins => ${claimMinutes}) as is_known
      from pack_claims where order_id = ${orderId} and packer_id = ${staff.userId}
    ), claimed as (
      insert into pack_claims (order_id, packer_id)
      select id, ${staff.userId} from orders where id = ${orderId} and status = 'pending'
      on conflict (order_id, packer_id) do update set seen_at = now()
      returning order_id
    )
    select pg_notify('orders_changed', json_build_object(
      'order_id', orders.id, 'customer_id', orders.customer_id, 'ship_to_id', orders.ship_to_id
    )::text)
    from claimed join orders on orders.id = claimed.order_id
    where not coalesce((select is_known from before), false)`);
}
