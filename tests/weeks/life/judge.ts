import { type SQL, sql } from "drizzle-orm";
import type { ContactKind } from "#app/domain/customers/contacts/contact.ts";
import { exposureCentsOf, exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { approversOf } from "../acts/approvals.ts";
import { judgeOrderPage } from "../acts/before/previews.ts";
import { judgeCards } from "../acts/cards.ts";
import { judgeTills } from "../acts/counter.ts";
import { judgeCardMoney } from "../acts/money/card-desk.ts";
import { judgeCopies } from "../acts/people/contacts.ts";
import { lineBill, packedLb } from "../pencil/order.ts";
import { Finding, same } from "./act.ts";
import { judgeLots, judgeStock } from "./judge-stock.ts";
import { judgeWays } from "./ways.ts";
import { inHundredths, known, personOf, todayOf, type World } from "./world.ts";

/** Compares what the last act changed in the shop with the pencil. */
export async function judgeTouched(world: World): Promise<void> {
  const { orders, buyers } = world.touched;
  const touched = [...orders].filter((key) => world.orders.has(key));
  // The fee of a stop may have moved to another of its orders.
  const stops = new Set(touched.map((key) => stopOf(world, key)));
  const beside = [...world.orders.keys()].filter((key) => stops.has(stopOf(world, key)));
  const all = new Set([...touched, ...beside]);
  await judgeCards(world, all);
  const runs = new Set(touched.map((key) => runOf(world, key)));
  await judgeFigures(world, { orders: all, buyers, runs });
  await judgeExposures(world, buyers);
  for (const key of touched) await judgeOrderPage(world, key);
  await judgeStock(world);
}

/** Compares everything in the shop with the pencil. */
export async function judgeAll(world: World): Promise<void> {
  await judgeCards(world, world.orders.keys());
  const buyers = new Set([...world.buyers.keys(), ...world.guests.keys()]);
  await judgeFigures(world, { orders: new Set(world.orders.keys()), buyers, runs: null });
  await judgeExposures(world, buyers);
  await judgePrices(world);
  await judgeDocuments(world);
  await judgeUnchanged(world);
  await judgeLines(world);
  await judgeMails(world);
  await judgeLedger(world);
  await judgeLots(world);
  await judgeWays(world);
  await judgeCardMoney(world);
  await judgeTills(world);
  const broken = world.pencil.brokenPromises();
  if (broken.length > 0) throw new Finding(broken.join("; "));
}

const stopOf = ({ pencil }: World, key: string) => {
  const { site, zone, day } = pencil.order(key);
  return `${site} ${zone} ${day}`;
};

const runOf = ({ pencil }: World, key: string) => {
  const { zone, day } = pencil.order(key);
  return `${zone} ${day}`;
};

interface OrderRow extends Record<string, unknown> {
  id: string;
  status: string;
  total: string;
  most: string;
  fee: string;
  packed: string;
  holds: string[];
  lines: string[];
  isMonthBilled: boolean;
}

interface RunRow extends Record<string, unknown> {
  zone: string;
  day: string;
  stops: number;
  lb: string;
}

interface BuyerRow extends Record<string, unknown> {
  id: string;
  open: { number: number; due: string; open: number }[];
  balance: number | null;
  overdue: number | null;
  exposure: number;
}

interface Judged {
  orders: ReadonlySet<string>;
  buyers: ReadonlySet<string>;
  /** "zone day"; null for all. */
  runs: ReadonlySet<string> | null;
}

/** Compares figures of orders, buyers and runs, which one statement reads from the shop. */
export async function judgeFigures(world: World, { orders, buyers, runs }: Judged): Promise<void> {
  const orderKeys = new Map([...orders].map((key) => [known(world.orders, key).id, key]));
  const buyerKeys = new Map([...buyers].map((key) => [personOf(world, key).id, key]));
  const asJson = (query: SQL) => sql`(select coalesce(json_agg(one), '[]') from (${query}) as one)`;
  const { rows } = await world.db.execute<{
    orders: OrderRow[];
    buyers: BuyerRow[];
    runs: RunRow[];
  }>(sql`
    select ${asJson(ofOrders([...orderKeys.keys()]))} as orders,
      ${asJson(ofBuyers([...buyerKeys.keys()], todayOf(world)))} as buyers,
      ${asJson(ofRuns(runs))} as runs`);
  const shown = rows[0];
  judgeOrders(world, orderKeys, shown?.orders ?? []);
  judgeBuyers(world, buyerKeys, shown?.buyers ?? []);
  judgeRuns(world, runs, shown?.runs ?? []);
}

const ofOrders = (ids: string[]) => sql`
    select orders.id, status, total_price::text as total, order_costs.most::text as most,
      coalesce((select sum(amount) from order_charges where order_id = orders.id), 0)::text as fee,
      coalesce((select sum(packed_lb) from order_items where order_id = orders.id), 0)::text as packed,
      coalesce((select array_agg(
          (quantity * 100)::int || ' at ' || (price_per_lb * 100)::int order by position)
        from order_items where order_id = orders.id), '{}') as lines,
      coalesce((select array_agg(reason order by reason) from order_holds
        where order_id = orders.id and released_at is null), '{}') as holds,
      exists (select from document_orders where order_id = orders.id and note_id is not null)
        as "isMonthBilled"
    from orders, lateral order_costs(orders.id)
    where orders.id = any(${sql.param(ids)}::uuid[])`;

function judgeOrders(
  world: World,
  byId: ReadonlyMap<string, string>,
  rows: readonly OrderRow[],
): void {
  for (const row of rows) {
    const key = byId.get(row.id) ?? "";
    const { pencil } = world;
    const order = pencil.order(key);
    same(`state of ${key}`, row.status, order.state);
    if (order.state === "cancelled") continue;
    same(`fee of ${key}`, inHundredths(row.fee), pencil.fee(key));
    const packed = order.lines.flatMap(({ packages }) => packages.filter((one) => !one.voided));
    const lb = packed.reduce((sum, one) => sum + one.lb, 0);
    same(`pounds packed of ${key}`, inHundredths(row.packed), lb);
    if (order.state === "pending") {
      const lines = order.lines.map(({ lb, price }) => `${lb} at ${price}`);
      same(`lines of ${key}`, row.lines, lines);
      same(`most of ${key}`, inHundredths(row.most), pencil.most(key));
      // A card that needs a larger authorization holds its order until its bank has answered.
      const holds = row.holds.filter((reason) => reason !== "card");
      same(`holds of ${key}`, holds, [...order.holds].sort());
    }
    // An order's share of a month's invoice differs by cents from its own total.
    if (!row.isMonthBilled) same(`total of ${key}`, inHundredths(row.total), pencil.total(key));
  }
}

/** Query of each buyer's open amount, balance and credit exposure. */
function ofBuyers(ids: string[], today: string): SQL {
  const person = sql`person.id`;
  return sql`
    select person.id, balance_cents::int as balance, overdue_cents::int as overdue,
      ${exposureCentsOf(person)}::int as exposure,
      coalesce((select json_agg(json_build_object('number', coalesce(documents.number, 0),
          'due', ledger_entries.due_on, 'open', ledger_entries.cents - allocated_cents)
          order by ledger_entries.due_on, documents.number nulls last, ledger_entries.created_at)
        from ledger_entries left join documents on documents.id = document_id
        where ${ofAccount(sql`ledger_entries.customer_id`, person)}
          and ledger_entries.cents > allocated_cents), '[]') as open
    from customers as person
      left join balances_on(${today}::date) as account on account.customer_id = person.id
    where person.id = any(${sql.param(ids)}::uuid[])`;
}

function judgeBuyers(
  world: World,
  byId: ReadonlyMap<string, string>,
  rows: readonly BuyerRow[],
): void {
  const { pencil } = world;
  same("who has an account", rows.length, byId.size);
  for (const { id, balance, overdue, exposure, open } of rows) {
    const key = byId.get(id) ?? "";
    const papers = pencil.openPapers(key).map(({ number, due, open }) => ({ number, due, open }));
    same(`what is open of ${key}`, open, papers);
    const owed = { balance: pencil.owes(key), overdue: pencil.overdue(key, todayOf(world)) };
    same(`what ${key} owes`, { balance, overdue }, owed);
    same(`exposure of ${key}`, exposure, pencil.exposure(key));
  }
}

async function judgeExposures(world: World, keys: ReadonlySet<string>): Promise<void> {
  for (const key of keys) {
    const { owedCents, orderedCents, overdueCents } = await exposureOf(
      world.db,
      personOf(world, key).id,
    );
    same(`exposure of ${key}`, owedCents + orderedCents, world.pencil.exposure(key));
    if (!world.buyers.has(key)) continue;
    const late = world.pencil.overdueToHold(key, todayOf(world));
    same(`what orders of ${key} are held for as overdue`, overdueCents, late);
  }
}

const ofRuns = (only: ReadonlySet<string> | null) => sql`
    select zones.name as zone, date::text as day, booked_stops as stops, booked_lb::text as lb
    from runs join zones on zones.id = zone_id
    where ${only === null} or zones.name || ' ' || date = any(${sql.param([...(only ?? [])])}::text[])`;

function judgeRuns(world: World, only: ReadonlySet<string> | null, rows: readonly RunRow[]): void {
  for (const { zone, day, stops, lb } of rows) {
    if (only && !only.has(`${zone} ${day}`)) continue;
    same(
      `run of ${zone} on ${day}`,
      { stops, lb: inHundredths(lb) },
      world.pencil.stopsOn(zone, day),
    );
  }
}

async function judgePrices(world: World): Promise<void> {
  const today = todayOf(world);
  for (const { key, id } of world.buyers.values()) {
    const { rows } = await world.db.execute<{
      product: string;
      price: string;
      offered: boolean;
    }>(sql`
      select products.name as product, price.price_per_lb::text as price, is_offered as offered
      from prices_for(${id}::uuid, ${today}::date + 2) as price
        join products on products.id = product_id`);
    for (const { product, price, offered } of rows) {
      const right = world.pencil.prices.priceFor(key, product, plusTwo(today));
      same(
        `price of ${product} for ${key}`,
        offered ? inHundredths(price) : undefined,
        right.price,
      );
    }
  }
}

const plusTwo = (day: string) =>
  new Date(Date.parse(day) + 2 * 86_400_000).toISOString().slice(0, 10);

const series = {
  INV: "invoice",
  CN: "credit note",
  DN: "delivery note",
  DR: "reversal",
  R: "receipt",
} as const;

/** Checks that issued documents never change; `url` is only where the file is stored. */
async function judgeUnchanged({ db, papers }: World): Promise<void> {
  const { rows } = await db.execute<{ number: string; digest: string }>(sql`
    select document_number as number, md5((to_jsonb(documents) - 'url')::text || coalesce((
        select string_agg(to_jsonb(document_lines)::text, ' ' order by position)
        from document_lines where document_id = documents.id), '')) as digest
    from documents`);
  const now = new Map(rows.map(({ number, digest }) => [number, digest]));
  for (const [number, digest] of papers) same(`the text of ${number}`, now.get(number), digest);
  for (const [number, digest] of now) papers.set(number, digest);
}

async function judgeDocuments({ db, pencil }: World): Promise<void> {
  for (const [name, told] of Object.entries(series)) {
    const { rows } = await db.execute<{ count: number; last: number; distinct: number }>(sql`
      select count(*)::int as count, coalesce(max(number), 0)::int as last,
        count(distinct number)::int as distinct
      from documents where series = ${name}`);
    const last = pencil.lastNumber(told);
    same(`numbers of ${name}`, rows[0], { count: last, last, distinct: last });
  }
  const { rows } = await db.execute<{
    number: number;
    cents: number;
    due: string;
    day: string;
  }>(sql`
    select number, (total * 100)::int as cents, due_on::text as due, issued_on::text as day
    from documents where series = 'INV' order by number`);
  const papers = [...pencil.books.papers.values()]
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number)
    .map(({ number, cents, due, day }) => ({ number, cents, due, day }));
  same("invoices", rows, papers);
}

/** Compares what each order's document says was packed, line by line, and what it costs. */
async function judgeLines({ db, pencil, orders }: World): Promise<void> {
  const { rows } = await db.execute<{
    id: string;
    document: string;
    line: string;
    packed: string;
    pieces: number;
    packages: number | null;
    price: string;
    cents: string;
    tax: string;
  }>(sql`
    select document_orders.order_id as id, document_number as document, order_item_id as line,
      packed::text, order_items.packed_pieces as pieces, document_lines.packages, unit_price::text as price,
      (select sum(amount) from document_lines every where every.document_id = documents.id
        and every.order_item_id = document_lines.order_item_id)::text as cents,
      document_lines.tax_code as tax
    from documents join document_orders on document_id = documents.id
      join document_lines on document_lines.document_id = documents.id
        and order_position = document_orders.position
      join order_items on order_items.id = order_item_id
    where document_lines.unit = 'lb' and documents.corrects_id is null and (documents.kind = 'delivery_note'
      or documents.kind = 'invoice' and document_orders.note_id is null)
      and documents.series in ('INV', 'DN')
      and not exists (select from documents later where later.takes_back_id = documents.id)`);
  const keys = new Map([...orders.values()].map(({ key, id }) => [id, key]));
  const byOrder = Map.groupBy(rows, ({ id, document }) => `${document} ${id}`);
  for (const lines of byOrder.values()) {
    const [first] = lines;
    const key = keys.get(first?.id ?? "");
    if (!first || !key) continue;
    const shown = new Map(lines.map(({ line, ...rest }) => [line, rest]));
    const order = pencil.order(key);
    same(`lines of ${first.document}`, lines.length, order.lines.length);
    for (const line of order.lines) {
      const here = shown.get(line.id);
      const there = line.packages.filter(({ voided }) => !voided);
      same(
        `${line.product} of ${key} on ${first.document}`,
        here && {
          lb: inHundredths(here.packed),
          cents: inHundredths(here.cents),
          tax: here.tax,
          price: inHundredths(here.price),
          packages: here.packages ?? there.length,
          pieces: line.byPiece && here.packages !== null ? here.pieces : 0,
        },
        {
          lb: packedLb(line),
          cents: lineBill(line),
          tax: line.tax,
          price: line.price,
          packages: there.length,
          pieces:
            line.byPiece && here?.packages !== null
              ? there.reduce((sum, { pieces }) => sum + pieces, 0)
              : 0,
        },
      );
    }
  }
}

interface MailRow extends Record<string, unknown> {
  recipient: string;
  subject: string;
  text: string;
  at: number;
}

/** Returns the kinds of contacts that get this email too. */
function kindsFor(subject: string, isMonthly: boolean): ContactKind[] {
  if (subject.includes("approve")) return [];
  if (!subject.includes("is packed") && !subject.includes("at our counter")) return ["orders"];
  return isMonthly ? ["orders"] : ["orders", "invoices"];
}

/** Checks that each client got one email about a new order, and one with its outcome and total. */
export async function judgeMails(world: World): Promise<void> {
  const { db, pencil, orders, buyers, ofStanding, members, approvals } = world;
  const { rows: all } = await db.execute<MailRow>(sql`
    select recipient, subject, text,
      (extract(epoch from created_at) * 1000)::float8 as at from mail_outbox
    where subject ~ '^(We have your order|Your standing order for|Order [0-9]+ is (packed|cancelled|approved)|Please approve order|Bought at our counter)'
    order by created_at`);
  const copied = new Set(world.contacts.map(({ email }) => email));
  const rows = all.filter(({ recipient }) => !copied.has(recipient));
  // Emails about counter sales on an account name the document instead of the order.
  const { rows: billed } = await db.execute<{ order: number; invoice: string }>(sql`
    select orders.number as order, documents.document_number as invoice
    from orders join document_orders on document_orders.order_id = orders.id
      join documents on documents.id = document_orders.document_id
        and documents.kind in ('invoice', 'delivery_note')
    where orders.channel = 'counter' order by documents.issued_at desc`);
  const invoiceOf = new Map(billed.map(({ order, invoice }) => [Number(order), invoice]));
  for (const { key, buyer, by, number, isCounter = false, packedTold = 0 } of orders.values()) {
    if (!buyers.has(buyer)) continue;
    const { state } = pencil.order(key);
    const isPacked = state === "fulfilled" || state === "delivered";
    const name = invoiceOf.get(number) ?? `${number}`;
    const told = rows.filter(({ subject }) => new RegExp(`\\b${name}\\b`).test(subject));
    const of = (words: string) =>
      told.filter(({ subject }) => subject.includes(words)).map(({ recipient }) => recipient);
    const placer = members.get(by ?? "")?.email ?? addressOf(buyer);
    const others = approversOf(world, buyer).map(
      (one) => members.get(one)?.email ?? addressOf(one),
    );
    const { asked = 0, approved = 0, isLapsed = false } = approvals.get(key) ?? {};
    const once = (is: boolean) => (is ? [placer] : []);
    const times = (count: number, whom: string[]) =>
      Array.from({ length: count }, () => whom).flat();
    same(
      `mails about ${key}`,
      [
        of(ofStanding.has(key) ? "Your standing" : "We have your"),
        of(invoiceOf.has(number) ? "at our counter" : "is packed"),
        ...[of("is cancelled").sort(), of("Please approve").sort(), of("is approved")],
      ],
      [
        ...[once(!isCounter), times(packedTold + (isPacked ? 1 : 0), [placer])],
        isLapsed ? [placer, ...others].sort() : once(state === "cancelled"),
        times(asked, others).sort(),
        times(approved, [placer]),
      ],
    );
    for (const mail of told) {
      if (mail.recipient !== placer) continue;
      const beside = all.filter((one) => one.subject === mail.subject && one.at === mail.at);
      const copies = beside.map(({ recipient }) => recipient).filter((to) => copied.has(to));
      const isMonthly = known(buyers, buyer).terms.invoicePer === "month";
      judgeCopies(world, { ...mail, buyer, kinds: kindsFor(mail.subject, isMonthly) }, copies);
    }
    if (!isPacked) continue;
    const cents = pencil.cameTo(key);
    const dollars = `${Math.floor(cents / 100)}`.replace(/\B(?=(\d{3})+$)/g, ",");
    const sum = `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
    const packed = told.findLast(({ subject }) => subject.includes("is packed"));
    // An email's text is deleted once it is sent.
    if (packed && packed.text !== "" && !packed.text.includes(sum)) {
      throw new Finding(`"${packed.subject}" does not say ${sum}`);
    }
  }
}

const addressOf = (buyer: string) => `${buyer.toLowerCase()}@example.com`;

async function judgeLedger({ db }: World): Promise<void> {
  const { rows } = await db.execute(sql`
    select ledger_entries.id, ledger_entries.cents, allocated_cents, settled.cents as settled
    from ledger_entries, lateral (
      select coalesce(sum(allocations.cents), 0) as cents from allocations
      where credit_id = ledger_entries.id or debit_id = ledger_entries.id) as settled
    where allocated_cents <> settled.cents or allocated_cents not between 0 and abs(ledger_entries.cents)`);
  if (rows.length > 0) throw new Finding(`allocations do not add up: ${JSON.stringify(rows)}`);
}
