import { type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { erasedName } from "#app/domain/customers/erase-customer.server.ts";
import { hundredthsLb, lbLess, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { RunState } from "#db/schema/values/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { sumsOfLots } from "./lot-left.server.ts";
import {
  backByLot,
  type LotBalance,
  placeOfOrder,
  type TracedCustomer,
  type TracedLine,
} from "./lot-trace.ts";

/** Who follows lots to clients: whoever packs, or calls clients. */
export type Tracer = Staff<"pack"> | Staff<"sell">;

interface FoundLine extends Record<string, unknown> {
  lot_id: string;
  lot_code: string;
  item_id: string;
  product_name: string;
  line_lb: string;
  back_lb: string | null;
  weighed_lb: string | null;
  run_state: RunState | null;
  order_id: string;
  order_number: number;
  is_retail: boolean;
  status: OrderStatus;
  packages: number;
  lb: string;
  packed_at: string;
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
}

const ids = (lotIds: readonly string[]): SQL => sql`${sql.param([...lotIds])}::uuid[]`;

/**
 * Who got what of lots: each live package in one line, by customer, in the order of names. A customer's
 * record that was merged counts to the one that stands for it; of one who was erased, the contact is what
 * the order's document says.
 */
export function traceLots(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<TracedCustomer[]> {
  return tracedLots(db, lotIds);
}

/**
 * The same of one customer, the record that stands for it. For the feature, whose callers hold a capability
 * or the customer's own link.
 */
export async function traceCustomer(
  db: Database | Transaction,
  lotIds: readonly string[],
  customerId: string,
): Promise<TracedCustomer | undefined> {
  const [found] = await tracedLots(db, lotIds, customerId);
  return found;
}

async function tracedLots(
  db: Database | Transaction,
  lotIds: readonly string[],
  customerId?: string,
): Promise<TracedCustomer[]> {
  const ofCustomer = customerId
    ? sql`and packages.order_item_id in (select order_items.id from order_items
        join orders on orders.id = order_items.order_id
        join customers on customers.id = orders.customer_id
        where customers.account_id = ${customerId})`
    : sql``;
  const { rows } = await db.execute<FoundLine>(sql`
    with found as materialized (
      select packages.order_item_id, packages.lot_id, count(*)::integer as packages,
        sum(packages.net_lb) as lb, max(packages.packed_at) as packed_at
      from packages
      where packages.lot_id = any(${ids(lotIds)}) and packages.voided_at is null ${ofCustomer}
      group by packages.order_item_id, packages.lot_id
    ), back as materialized (
      select order_item_id, sum(lb) as lb from (
        select stop_events.order_item_id, stop_events.refused_lb as lb from stop_events
        where stop_events.kind = 'refused' and not exists (select from returned_goods
            where returned_goods.order_item_id = stop_events.order_item_id and place = 'truck')
          and stop_events.order_item_id in (select order_item_id from found)
          and not exists (select from stop_events as later
            where later.stop_id = stop_events.stop_id and later.kind = 'undone'
              and later.recorded_at >= stop_events.recorded_at)
        union all
        select credit_request_lines.order_item_id, credit_request_lines.lb from credit_request_lines
          join credit_requests on credit_requests.id = credit_request_lines.credit_request_id
        where credit_request_lines.order_item_id in (select order_item_id from found)
          and credit_requests.status = 'approved' and credit_requests.source <> 'door'
          and credit_request_lines.lb is not null
          and credit_request_lines.reason in ('quality', 'wrong_item')
          and not exists (select from returned_goods
            where returned_goods.credit_request_id = credit_requests.id)
      ) as each_back group by order_item_id
    ), weighed as materialized (
      select order_item_id, lot_id, sum(lb) as lb from returned_goods
      where order_item_id in (select order_item_id from found) group by order_item_id, lot_id
    )
    select weighed.lb::text as weighed_lb,
      (select runs.state from runs where runs.id = orders.run_id) as run_state,
      found.lot_id, lots.code as lot_code, found.order_item_id as item_id,
      order_items.product_name, order_items.packed_lb::text as line_lb, back.lb::text as back_lb,
      orders.id as order_id, orders.number as order_number, orders.channel = 'retail' as is_retail,
      orders.status, found.packages, found.lb::text as lb, found.packed_at,
      orders.placed_at, orders.delivery_day::text as delivery_day, orders.delivered_at,
      coalesce(nullif(orders.delivery_name, ''), ship_tos.name, '') as site,
      coalesce(nullif(orders.delivery_address, ''), nullif(ship_tos.address, ''),
        document.buyer_address, '') as address,
      coalesce(nullif(orders.delivery_postal_code, ''), ship_tos.postal_code, '') as postal_code,
      coalesce(nullif(orders.delivery_phone, ''), ship_tos.phone, '') as phone,
      account.id as customer_id, account.phone as customer_phone,
      case when account.company_name in ('', ${erasedName})
        then coalesce(nullif(document.buyer_company, ''), account.company_name)
        else account.company_name end as company_name,
      coalesce(nullif(account.contact_name, ''), document.buyer_contact, '') as contact_name,
      coalesce(nullif(case when account.guest_email like 'erased-%@erased.invalid' then ''
        else account.guest_email end, ''),
        (select users.email from members join users on users.id = members.user_id
          where members.customer_id = account.id and members.role = 'owner'),
        document.buyer_email, '') as email,
      account.guest_email <> '' as is_guest
    from found
    join lots on lots.id = found.lot_id
    join order_items on order_items.id = found.order_item_id
    join orders on orders.id = order_items.order_id
    join customers as own on own.id = orders.customer_id
    join customers as account on account.id = own.account_id
    left join ship_tos on ship_tos.id = orders.ship_to_id
    left join back on back.order_item_id = found.order_item_id
    left join weighed on weighed.order_item_id = found.order_item_id
      and weighed.lot_id = found.lot_id
    left join lateral (
      select documents.buyer_company, documents.buyer_contact, documents.buyer_address,
        documents.buyer_email
      from document_orders join documents on documents.id = document_orders.document_id
      where document_orders.order_id = orders.id and account.contact_name = ''
      order by documents.issued_at desc limit 1
    ) as document on true
    order by company_name, contact_name, account.id, orders.number desc, order_items.position,
      lots.code`);
  return customersOf(withBack(rows));
}

/**
 * Adds what came back of each row: what was weighed, of its own lot; what was only reported or credited, shared
 * out where a line is of several lots.
 */
function withBack(rows: readonly FoundLine[]): (FoundLine & { backLb: string })[] {
  const byItem = Map.groupBy(rows, ({ item_id }) => item_id);
  const back = new Map<FoundLine, string>();
  for (const ofItem of byItem.values()) {
    const [first] = ofItem;
    if (!first?.back_lb) continue;
    const here = ofItem.map(({ lb }) => lb);
    const elsewhere = Number(first.line_lb) - here.reduce((sum, lb) => sum + Number(lb), 0);
    const shares = backByLot(first.back_lb, here, Math.max(0, elsewhere).toFixed(2));
    for (const [index, row] of ofItem.entries()) back.set(row, shares[index] ?? "0.00");
  }
  return rows.map((row) => {
    const all = sumLb([back.get(row) ?? "0", row.weighed_lb ?? "0"]);
    return { ...row, backLb: toPounds(hundredthsLb(Math.min(all, toHundredthsLb(row.lb)))) };
  });
}

function customersOf(rows: readonly (FoundLine & { backLb: string })[]): TracedCustomer[] {
  const today = pacificDay(new Date());
  const found = new Map<string, TracedCustomer>();
  for (const row of rows) {
    const line: TracedLine = {
      lotId: row.lot_id,
      lotCode: row.lot_code,
      itemId: row.item_id,
      productName: row.product_name,
      orderId: row.order_id,
      orderNumber: row.order_number,
      isRetail: row.is_retail,
      status: row.status,
      place: placeOfOrder(
        { status: row.status, runState: row.run_state, deliveryDay: row.delivery_day },
        today,
      ),
      packages: row.packages,
      lb: row.lb,
      backLb: row.backLb,
      packedAt: new Date(row.packed_at),
      placedAt: new Date(row.placed_at),
      deliveryDay: row.delivery_day,
      deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
      site: row.site,
      address: placeOf(row),
      phone: row.phone,
    };
    const known = found.get(row.customer_id);
    if (known) {
      known.lines.push(line);
      known.phone ||= row.phone;
      known.contactName ||= row.contact_name;
      known.email ||= row.email;
      continue;
    }
    found.set(row.customer_id, {
      id: row.customer_id,
      companyName: row.company_name,
      contactName: row.contact_name,
      email: row.email,
      phone: row.phone || row.customer_phone,
      isGuest: row.is_guest,
      lines: [line],
    });
  }
  return [...found.values()];
}

function placeOf({ address, postal_code: code }: FoundLine): string {
  const place = address.replace(/\s+/g, " ").trim();
  const shown = code && formatPostalCode(code);
  return shown && !place.replaceAll(" ", "").toUpperCase().includes(code)
    ? [place, shown].filter(Boolean).join(", ")
    : place;
}

/** Where the pounds of lots went, for the balance, in the order of codes. */
export async function balanceLots(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<LotBalance[]> {
  const { rows } = await db.execute<{
    id: string;
    code: string;
    supplier: string;
    into_lb: string | null;
    outside_lb: string;
    from_inside_lb: string | null;
    from_outside_lb: string;
    has_parents_inside: boolean;
  }>(sql`
    select lots.id, lots.code, lots.supplier,
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
        ...{ id: row.id, code: row.code, supplier: row.supplier, receivedLb: own.receivedLb },
        packedLb: toPounds(lbLess(own.packedLb, own.backLb)),
        ...{ intoLb: row.into_lb, outsideLb: row.outside_lb },
        ...{ fromInsideLb: row.from_inside_lb, fromOutsideLb: row.from_outside_lb },
        hasParentsInside: row.has_parents_inside,
        wastedLb: toPounds(sumLb([own.wastedLb, own.cutWasteLb])),
        countedLb: own.countedLb,
        onHandLb: own.isInStock ? (left ?? "0.00") : null,
        uncountedLb: own.isInStock ? null : left,
      },
    ];
  });
}
