import { type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { erasedName } from "#app/domain/customers/erase-customer.server.ts";
import { isJoining } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehindOf } from "#app/domain/delivery/runs/left-behind.server.ts";
import { hundredthsLb, lbLess, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay, startOfDay } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isStandingEvent } from "#db/schema/stop-events.ts";
import type { RunState, StopState } from "#db/schema/values/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { leftLb, sumsOfLots } from "./lot-left.server.ts";
import { lotMeat } from "./lot-products.server.ts";
import {
  backByLot,
  type LotBalance,
  placeOfOrder,
  type TracedCustomer,
  type TracedLine,
  type UnnamedMeat,
} from "./lot-trace.ts";
import { awaitedOf, isSlight } from "./refused-at-door.ts";

/** Staff who may trace lots to clients: those who pack, or who call clients. */
export type Tracer = Staff<"pack"> | Staff<"sell">;

interface FoundLine extends Record<string, unknown> {
  item_id: string;
  product_id: string | null;
  product_name: string;
  line_lb: string;
  /** Credited as bad or wrong without being weighed. */
  credited_lb: string | null;
  /** Refused at the door; `truck_lb` is the part weighed since. */
  refused_lb: string | null;
  truck_lb: string | null;
  run_state: RunState | null;
  stop_state: StopState | null;
  is_left_behind: boolean;
  order_id: string;
  order_number: number;
  is_retail: boolean;
  is_over_counter: boolean;
  status: OrderStatus;
  placed_at: string;
  delivery_day: string | null;
  delivered_at: string | null;
  site: string;
  address: string;
  postal_code: string;
  phone: string;
  customer_id: string;
  customer_phone: string;
  company_name: string;
  contact_name: string;
  email: string;
  is_guest: boolean;
  is_counter: boolean;
}

/** A line's part of a lot; id and code are empty for meat packed without a lot. */
interface FoundLot extends Record<string, unknown> {
  item_id: string;
  lot_id: string;
  lot_code: string;
  packages: number;
  lb: string;
  packed_at: string;
  /**
   * The part that came back; `ours` is the part of it that its client never had in hand, and
   * `counter` the part of that which never left the counter.
   */
  weighed_lb: string | null;
  weighed_ours_lb: string | null;
  weighed_counter_lb: string | null;
}

const ids = (lotIds: readonly string[]): SQL => sql`${sql.param([...lotIds])}::uuid[]`;

/**
 * Returns all recipients of lots: every package not voided in one line, by customer, sorted by
 * name. A merged record counts under the one that replaced it; for an erased customer, the contact
 * comes from the order's document.
 */
export function traceLots(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<TracedCustomer[]> {
  return traced(db, ofLots(lotIds));
}

/** Traces for one customer, by the surviving record. Callers hold a capability or their link. */
export async function traceCustomer(
  db: Database | Transaction,
  lotIds: readonly string[],
  customerId: string,
): Promise<TracedCustomer | undefined> {
  const [found] = await traced(
    db,
    ofLots(lotIds),
    sql`and packages.order_item_id in (select order_items.id from order_items
      join orders on orders.id = order_items.order_id
      join customers on customers.id = orders.customer_id
      where customers.account_id = ${customerId})`,
  );
  return found;
}

/** Returns one order's lines from lots. Callers have checked the capability. */
export async function traceOrder(
  db: Database | Transaction,
  lotIds: readonly string[],
  orderId: string,
): Promise<TracedLine[]> {
  const ofOrder = sql`and packages.order_item_id in (
    select order_items.id from order_items where order_items.order_id = ${orderId})`;
  const found = await traced(db, ofLots(lotIds), ofOrder);
  return found.flatMap(({ lines }) => lines);
}

/** Returns customers by their surviving records, without lines. Callers as for `traceCustomer`. */
export async function customersWithout(
  db: Database | Transaction,
  customerIds: readonly string[],
): Promise<TracedCustomer[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await db.execute<TracedCustomer & Record<string, unknown>>(sql`
    select account.id, account.company_name as "companyName",
      account.contact_name as "contactName", account.phone,
      coalesce(nullif(account.guest_email, ''), users.email, '') as email,
      account.guest_email <> '' as "isGuest", account.kind = 'counter' as "isCounter"
    from customers as account
    left join members on members.customer_id = account.id and members.role = 'owner'
    left join users on users.id = members.user_id
    where account.id = any(${ids(customerIds)})
    order by account.company_name, account.contact_name, account.id`);
  return rows.map((row) => ({ ...row, lines: [] }));
}

interface Here extends Record<string, unknown> {
  product_id: string;
  name: string;
  since: string;
  until: string;
}

/**
 * Returns what was packed without a lot of the lots' products, from the day the first lot came in
 * to the day the last was used up: nobody knows which lot it came from. A lot that may have
 * something left counts as here until now.
 */
export async function traceUnnamed(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<UnnamedMeat> {
  if (lotIds.length === 0) return { products: [], customers: [] };
  const { rows: found } = await db.execute<Here>(sql`
    with ours as (
      select lots.id, lots.received_at as since, coalesce(${leftLb}::numeric > 0, true) as is_here, (
        select max(at) from (
          select max(packages.packed_at) as at from packages
            where packages.lot_id = lots.id and packages.voided_at is null
          union all
          select max(cuttings.cut_at) from cutting_inputs
            join cuttings on cuttings.id = cutting_inputs.cutting_id
            where cutting_inputs.lot_id = lots.id
          union all
          select max(stock_entries.entered_at) from stock_entries where stock_entries.lot_id = lots.id
          union all
          select lots.received_at
        ) as used) as used_at
      from lots where lots.id = any(${ids(lotIds)}) and lots.voided_at is null
    ), said (lot_id, product_id) as (
      select lot_id, product_id from receipt_lines where lot_id = any(${ids(lotIds)})
      union
      select lot_id, product_id from cutting_outputs where lot_id = any(${ids(lotIds)})
      union
      select packages.lot_id, order_items.product_id from packages
        join order_items on order_items.id = packages.order_item_id
        where packages.lot_id = any(${ids(lotIds)}) and packages.voided_at is null
    )
    select products.id as product_id, products.name,
      min(ours.since) as since,
      max(case when ours.is_here then now() else ours.used_at end) as until
    from said join ours on ours.id = said.lot_id join products on products.id = said.product_id
    group by products.id, products.name`);
  if (found.length === 0) return { products: [], customers: [] };
  const here = found.map(({ product_id: productId, name, since, until }) => ({
    productId,
    name,
    from: pacificDay(new Date(since)),
    until: pacificDay(new Date(until)),
  }));
  const windows = here.map(({ productId, from, until }) => ({
    product: productId,
    since: startOfDay(from).toISOString(),
    until: startOfDay(daysAfter(until, 1)).toISOString(),
  }));
  const customers = await traced(db, {
    packed: sql`packages.lot_id is null and exists (
      select from order_items as unnamed_item
        join jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
          as here(product uuid, since timestamptz, until timestamptz)
          on here.product = unnamed_item.product_id
      where unnamed_item.id = packages.order_item_id
        and packages.packed_at >= here.since and packages.packed_at < here.until)`,
    weighed: sql`lot_id is null`,
  });
  const lines = customers.flatMap((customer) => customer.lines);
  const products = here.flatMap((product) => {
    const own = lines.filter((line) => line.productId === product.productId);
    const lb = toPounds(sumLb(own.map((line) => line.lb)));
    return own.length > 0 ? [{ ...product, lb }] : [];
  });
  return { products: products.toSorted((a, b) => a.name.localeCompare(b.name, "en")), customers };
}

interface Which {
  packed: SQL;
  weighed: SQL;
}

const ofLots = (lotIds: readonly string[]): Which => ({
  packed: sql`packages.lot_id = any(${ids(lotIds)})`,
  weighed: sql`lot_id = any(${ids(lotIds)})`,
});

async function traced(
  db: Database | Transaction,
  { packed, weighed }: Which,
  more = sql``,
): Promise<TracedCustomer[]> {
  const live = sql`from packages
    where ${packed} and packages.voided_at is null ${more}`;
  // Read lines and their lots separately, and each customer and document once: as joined rows, a
  // hundred thousand packages took seconds.
  const { rows: parts } = await db.execute<FoundLot>(sql`
    select packed.order_item_id as item_id, coalesce(lots.id::text, '') as lot_id,
      coalesce(lots.code, '') as lot_code, packed.packages,
      packed.lb::text as lb, packed.packed_at, weighed.lb::text as weighed_lb,
      weighed.ours_lb::text as weighed_ours_lb, weighed.counter_lb::text as weighed_counter_lb
    from (select packages.order_item_id, packages.lot_id, count(*)::integer as packages,
        sum(packages.net_lb) as lb, max(packages.packed_at) as packed_at
      ${live} group by packages.order_item_id, packages.lot_id
    ) as packed left join lots on lots.id = packed.lot_id
    left join (select order_item_id, lot_id, sum(lb) as lb,
        sum(lb) filter (where place <> 'client') as ours_lb,
        sum(lb) filter (where place = 'counter') as counter_lb from returned_goods
      where ${weighed} group by order_item_id, lot_id
    ) as weighed on weighed.order_item_id = packed.order_item_id
      and weighed.lot_id is not distinct from packed.lot_id
    order by lots.code, lots.id`);
  const { rows: lines } = await db.execute<FoundLine>(sql`
    with found as materialized (
      select distinct packages.order_item_id ${live}
    ), refused as materialized (
      select order_item_id, sum(refused_lb) as lb from stop_events
      where kind in ('refused', 'kept') and order_item_id in (select order_item_id from found)
        and ${isStandingEvent}
      group by order_item_id
    ), on_truck as materialized (
      select order_item_id, sum(lb) as lb from returned_goods
      where place = 'truck' and order_item_id in (select order_item_id from found)
      group by order_item_id
    ), credited as materialized (
      select order_item_id, sum(lb) as lb from (
        select credit_request_lines.order_item_id, credit_request_lines.lb from credit_request_lines
          join credit_requests on credit_requests.id = credit_request_lines.credit_request_id
        where credit_request_lines.order_item_id in (select order_item_id from found)
          and credit_requests.status = 'approved' and credit_requests.source <> 'door'
          and credit_request_lines.lb is not null
          and credit_request_lines.reason in ('quality', 'warm', 'wrong_item')
          and not exists (select from returned_goods
            where returned_goods.credit_request_id = credit_requests.id)
      ) as each_credited group by order_item_id
    ), lines as materialized (
      select order_items.id as order_item_id, order_items.order_id, order_items.product_id,
        order_items.product_name,
        order_items.packed_lb, order_items.position, own.account_id, orders.ship_to_id, orders.number,
        orders.run_id, orders.stop_id, orders.left_behind_at,
        orders.channel, orders.status, orders.placed_at, orders.delivery_day, orders.delivered_at,
        orders.delivery_name, orders.delivery_address, orders.delivery_postal_code,
        orders.delivery_phone
      from found
      join order_items on order_items.id = found.order_item_id
      join orders on orders.id = order_items.order_id
      join customers as own on own.id = orders.customer_id
    ), joined as materialized (
      -- A report says nothing of an order that came to its stop later.
      select entity_id as order_id, max(at) as at from audit_log
      where ${isJoining} and entity_id in (
        select order_id::text from lines where stop_id is not null and status = 'fulfilled')
      group by entity_id
    ), documented as materialized (
      select distinct on (lines.order_id) lines.order_id, lines.account_id, documents.issued_at,
        documents.buyer_company, documents.buyer_contact, documents.buyer_address,
        documents.buyer_email
      from lines
      join customers as nameless on nameless.id = lines.account_id and nameless.contact_name = ''
      join document_orders on document_orders.order_id = lines.order_id
      join documents on documents.id = document_orders.document_id
      order by lines.order_id, documents.issued_at desc
    ), named as (
      select account_id,
        (array_agg(buyer_company order by issued_at desc) filter (where buyer_company <> ''))[1] as company,
        (array_agg(buyer_contact order by issued_at desc) filter (where buyer_contact <> ''))[1] as contact,
        (array_agg(buyer_email order by issued_at desc) filter (where buyer_email <> ''))[1] as email
      from documented group by account_id
    ), accounts as (
      select account.id, account.phone,
        case when account.company_name in ('', ${erasedName})
          then coalesce(named.company, account.company_name)
          else account.company_name end as company_name,
        coalesce(nullif(account.contact_name, ''), named.contact, '') as contact_name,
        coalesce(nullif(case when account.guest_email like 'erased-%@erased.invalid' then ''
          else account.guest_email end, ''), users.email, named.email, '') as email,
        account.guest_email <> '' as is_guest, account.kind = 'counter' as is_counter
      from customers as account
      left join members on members.customer_id = account.id and members.role = 'owner'
      left join users on users.id = members.user_id
      left join named on named.account_id = account.id
      where account.id in (select account_id from lines)
    ), buyers as materialized (
      select *, row_number() over (order by company_name, contact_name, id) as place from accounts
    )
    select lines.order_item_id as item_id, lines.product_id, lines.product_name, runs.state as run_state,
      case when joined.at > run_stops.visited_at then 'waiting' else run_stops.state end as stop_state,
      ${isLeftBehindOf("lines")} as is_left_behind,
      lines.packed_lb::text as line_lb, credited.lb::text as credited_lb,
      refused.lb::text as refused_lb, on_truck.lb::text as truck_lb,
      lines.order_id, lines.number as order_number, lines.channel = 'retail' as is_retail,
      lines.channel = 'counter' as is_over_counter,
      lines.status, lines.placed_at, lines.delivery_day::text as delivery_day, lines.delivered_at,
      coalesce(nullif(lines.delivery_name, ''), ship_tos.name, '') as site,
      coalesce(nullif(lines.delivery_address, ''), nullif(ship_tos.address, ''),
        documented.buyer_address, '') as address,
      case when lines.delivery_address <> '' then lines.delivery_postal_code
        else coalesce(nullif(lines.delivery_postal_code, ''), ship_tos.postal_code, '')
      end as postal_code,
      coalesce(nullif(lines.delivery_phone, ''), ship_tos.phone, '') as phone,
      buyers.id as customer_id, buyers.phone as customer_phone, buyers.company_name,
      buyers.contact_name, buyers.email, buyers.is_guest, buyers.is_counter
    from lines
    join buyers on buyers.id = lines.account_id
    left join runs on runs.id = lines.run_id
    left join run_stops on run_stops.id = lines.stop_id
    left join joined on joined.order_id = lines.order_id::text
    left join ship_tos on ship_tos.id = lines.ship_to_id
    left join credited on credited.order_item_id = lines.order_item_id
    left join refused on refused.order_item_id = lines.order_item_id
    left join on_truck on on_truck.order_item_id = lines.order_item_id
    left join documented on documented.order_id = lines.order_id
    order by buyers.place, lines.number desc, lines.position`);
  const lotsOf = Map.groupBy(parts, ({ item_id }) => item_id);
  return customersOf(
    lines.filter(({ item_id }) => lotsOf.has(item_id)),
    lotsOf,
  );
}

function customersOf(
  rows: readonly FoundLine[],
  lotsOf: ReadonlyMap<string, readonly FoundLot[]>,
): TracedCustomer[] {
  const today = pacificDay(new Date());
  const found = new Map<string, TracedCustomer>();
  for (const row of rows) {
    const lines = linesOf(row, lotsOf.get(row.item_id) ?? [], today);
    const known = found.get(row.customer_id);
    if (known) {
      known.lines.push(...lines);
      known.phone ||= row.phone;
      continue;
    }
    found.set(row.customer_id, {
      id: row.customer_id,
      companyName: row.company_name,
      contactName: row.contact_name,
      email: row.email,
      phone: row.phone || row.customer_phone,
      isGuest: row.is_guest,
      isCounter: row.is_counter,
      lines,
    });
  }
  return [...found.values()];
}

/** Returns a line's part of each lot, with returns split between several lots. */
function linesOf(row: FoundLine, lots: readonly FoundLot[], today: string): TracedLine[] {
  const { status, run_state: runState, delivery_day: deliveryDay, stop_state: stopState } = row;
  const line = {
    itemId: row.item_id,
    productId: row.product_id,
    productName: row.product_name,
    orderId: row.order_id,
    orderNumber: row.order_number,
    isRetail: row.is_retail,
    isOverCounter: row.is_over_counter,
    status,
    place: placeOfOrder(
      { status, runState, deliveryDay, stopState, isLeftBehind: row.is_left_behind },
      today,
    ),
    placedAt: new Date(row.placed_at),
    deliveryDay,
    deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
    site: row.site,
    address: placeOf(row),
    phone: row.phone,
  };
  const credited = sharedOver(row, lots, row.credited_lb);
  const awaited = sharedOver(row, lots, awaitedIn(row));
  return lots.map((lot, index) => {
    const { lb, weighed_lb: weighed, weighed_ours_lb: weighedOurs } = lot;
    const { weighed_counter_lb: stayedLb } = lot;
    const backLb = atMost(sumLb([credited?.[index] ?? "0", weighed ?? "0"]), lb);
    const notBackLb = toPounds(lbLess(lb, backLb));
    const awaitedLb = atMost(toHundredthsLb(awaited?.[index] ?? "0"), notBackLb);
    // The meat of an order that nobody took is no longer packed once all was weighed back.
    const isBack = status === "fulfilled" && isAllBack(lb, weighedOurs);
    return {
      ...line,
      ...(isBack && { place: "client" as const }),
      lotId: lot.lot_id,
      lotCode: lot.lot_code,
      packages: lot.packages,
      lb,
      packedAt: new Date(lot.packed_at),
      backLb,
      awaitedLb,
      refusedLb: atMost(sumLb([weighedOurs ?? "0", awaitedLb]), lb),
      ...(stayedLb !== null && { stayedLb }),
    };
  });
}

/** True if all of a line's part of a lot was weighed back, allowing for a slight loss. */
const isAllBack = (lb: string, weighed: string | null) =>
  weighed !== null && isSlight(lbLess(lb, weighed), { refusedLb: lb });

const atMost = (lb: number, most: string) =>
  toPounds(hundredthsLb(Math.min(lb, toHundredthsLb(most))));

/** Returns how much of a line was refused at the door and not weighed since. */
function awaitedIn({ refused_lb: refusedLb, truck_lb: truckLb }: FoundLine): string | null {
  if (!refusedLb) return null;
  return toPounds(hundredthsLb(awaitedOf({ refusedLb, truckLb: truckLb ?? "0.00" })));
}

/** Splits an amount known only for the whole line between its lots; undefined for none. */
function sharedOver({ line_lb: lineLb }: FoundLine, lots: readonly FoundLot[], lb: string | null) {
  if (!lb) return undefined;
  const here = lots.map((lot) => lot.lb);
  const elsewhere = Math.max(0, toHundredthsLb(lineLb) - sumLb(here));
  return backByLot(lb, here, toPounds(hundredthsLb(elsewhere)));
}

function placeOf({ address, postal_code: code }: FoundLine): string {
  const place = address.replace(/\s+/g, " ").trim();
  const shown = code && formatPostalCode(code);
  return shown && !place.replaceAll(" ", "").toUpperCase().includes(code)
    ? [place, shown].filter(Boolean).join(", ")
    : place;
}

/** Returns where the pounds of lots went, for the balance, by code. */
export async function balanceLots(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<LotBalance[]> {
  const { rows } = await db.execute<{
    id: string;
    code: string;
    supplier: string;
    meat: string;
    into_lb: string | null;
    outside_lb: string;
    from_inside_lb: string | null;
    from_outside_lb: string;
    has_parents_inside: boolean;
  }>(sql`
    select lots.id, lots.code, lots.supplier, ${lotMeat} as meat,
      case when coalesce(went.is_known, true) then coalesce(went.lb, 0.00) end::text as into_lb,
      coalesce(went.outside, 0.00)::text as outside_lb,
      case when coalesce(came.is_known, true) then coalesce(came.inside, 0.00) end::text as from_inside_lb,
      coalesce(came.outside, 0.00)::text as from_outside_lb,
      coalesce(came.is_inside, false) as has_parents_inside
    from lots
    left join lateral (select sum(lot_parents.lb) as lb, bool_and(lot_parents.lb is not null) as is_known,
        sum(lot_parents.lb) filter (where lot_parents.child_id <> all(${ids(lotIds)})) as outside
      from lot_parents where lot_parents.parent_id = lots.id
    ) as went on true
    left join lateral (select bool_or(lot_parents.parent_id = any(${ids(lotIds)})) as is_inside,
        bool_and(lot_parents.lb is not null) as is_known,
        sum(lot_parents.lb) filter (where lot_parents.parent_id = any(${ids(lotIds)})) as inside,
        sum(lot_parents.lb) filter (where lot_parents.parent_id <> all(${ids(lotIds)})) as outside
      from lot_parents where lot_parents.child_id = lots.id
    ) as came on true
    where lots.id = any(${ids(lotIds)})
    order by lots.code, lots.supplier, lots.id`);
  const sums = await sumsOfLots(db, lotIds);
  return rows.flatMap((row) => {
    const own = sums.get(row.id);
    if (!own) return [];
    const left = own.leftLb === null || own.leftLb.startsWith("-") ? null : own.leftLb;
    return [
      {
        id: row.id,
        code: row.code,
        supplier: row.supplier,
        meat: row.meat,
        receivedLb: own.receivedLb,
        packedLb: own.packedLb,
        backLb: own.backLb,
        intoLb: row.into_lb,
        outsideLb: row.outside_lb,
        fromInsideLb: row.from_inside_lb,
        fromOutsideLb: row.from_outside_lb,
        hasParentsInside: row.has_parents_inside,
        wastedLb: toPounds(sumLb([own.wastedLb, own.cutWasteLb])),
        cutLossLb: own.cutLossLb,
        countedLb: own.countedLb,
        onHandLb: own.countedAt ? (left ?? "0.00") : null,
        countedAt: own.countedAt,
        uncountedLb: own.countedAt ? null : left,
      },
    ];
  });
}
