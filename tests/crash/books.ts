import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import type { Database } from "#db/database.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { Ledger } from "./ledger.ts";
import { mailFiles, wholeMail } from "./mail-files.ts";

/** Facts that were verified and never change. */
export interface Seen {
  mails: Set<string>;
  images: Set<string>;
}

/** Returns a sentence for everything lost, halved or doubled in a killed shop. */
export async function faultsIn(
  db: Database,
  dataDir: string,
  ledger: Ledger,
  seen: Seen,
): Promise<string[]> {
  return [
    ...ledger.surprises,
    ...(await ordersAmiss(db, ledger)),
    ...(await invoicesAmiss(db, ledger)),
    ...(await mailsAmiss(db, dataDir, ledger, seen)),
    ...(await imagesAmiss(db, dataDir, ledger, seen)),
  ];
}

async function ordersAmiss(db: Database, ledger: Ledger): Promise<string[]> {
  const { rows } = await db.execute<{
    id: string;
    request_id: string | null;
    total: string;
    sum: string | null;
    lines: string | null;
  }>(sql`
    select o.id, o.request_id, o.total_price::text as total,
      (case when o.status in ('fulfilled', 'delivered') then sum(i.final_amount)
        else sum(i.subtotal) filter (where i.substitutes_item_id is null) end)::text as sum,
      string_agg(i.product_id || ' ' || i.quantity, ',' order by i.position) as lines
    from orders o left join order_items i on i.order_id = o.id group by o.id
    order by o.placed_at desc`);
  const { rows: unweighed } = await db.execute<{ fault: string }>(sql`
    select 'Line ' || id || ' has ' || packed_lb || ' lb, and its packages another sum' as fault
    from order_items
    where packed_lb <> (select coalesce(sum(net_lb), 0) from packages
      where order_item_id = order_items.id and voided_at is null)`);
  const faults = rows
    .filter(({ total, sum }) => total !== sum)
    .map(({ id, total, sum }) => `Order ${id} is ${total}, and its lines are ${sum}`);
  const stored = new Map(rows.map((row) => [row.request_id, row]));
  for (const { requestId, id, lines } of ledger.orders.values()) {
    const order = stored.get(requestId);
    const asked = lines.map(({ productId, quantity }) => `${productId} ${quantity}`).join();
    if (id && order?.id !== id) faults.push(`Order ${id} was acknowledged and is not there`);
    if (order && order.lines !== asked) faults.push(`Order ${order.id} is not what was asked for`);
  }
  return [...faults, ...unweighed.map(({ fault }) => fault)];
}

async function invoicesAmiss(db: Database, ledger: Ledger): Promise<string[]> {
  const { rows: numbers } = await db.execute<{ fault: string }>(sql`
    select 'The numbers of ' || replace(s.kind, '_', ' ') || 's are ' || count(d.id) || ' up to '
      || coalesce(max(d.document_number), 'none') || ', and the counter is at ' || s.last_number as fault
    from document_series s left join documents d on d.series = s.series
    group by s.series
    having count(d.id) <> s.last_number
      or count(distinct d.number) <> count(d.id)
      or max(d.number) <> count(d.id)`);
  const { rows: unlike } = await db.execute<{ fault: string }>(sql`
    select 'Order ' || o.id || ' is ' || o.status || ' and has ' || count(i.id) || ' invoices over '
      || coalesce(max(i.total)::text, 'nothing') as fault
    from orders o
      left join document_orders d on d.order_id = o.id
      left join documents i on i.id = d.document_id and i.kind = 'invoice'
    group by o.id
    having count(i.id) <> (case when o.status in ('fulfilled', 'delivered') then 1 else 0 end)
      or max(i.total) <> o.total_price`);
  const { rows: fulfilled } = await db.execute<{ id: string }>(
    sql`select id from orders where status = 'fulfilled'`,
  );
  const done = new Set(fulfilled.map(({ id }) => id));
  return [
    ...[...numbers, ...unlike].map(({ fault }) => fault),
    ...[...ledger.fulfilled]
      .filter((id) => !done.has(id))
      .map((id) => `Order ${id} was acknowledged as fulfilled and is not`),
  ];
}

async function mailsAmiss(
  db: Database,
  dataDir: string,
  ledger: Ledger,
  seen: Seen,
): Promise<string[]> {
  const faults: string[] = [];
  // The subject of each email contains the order's number. The client's email for a new order isn't
  // checked, because the limit of 40 an hour may suppress it.
  const { rows: untold } = await db.execute<{ id: string; request: string; mails: string }>(sql`
    select o.id, o.request_id as request, count(m.id) as mails
    from orders o left join mail_outbox m
      on substring(m.subject from '[Oo]rder ([0-9]+)') = o.number::text
    where o.request_id is not null
    group by o.id
    having count(m.id) filter (where m.recipient = ${sampleShop().company.email}) <> 1
      or count(m.id) filter (where m.subject ~ 'is packed: ') <> (o.status = 'fulfilled')::int`);
  for (const { id, request, mails } of untold) {
    if (ledger.orders.has(request)) faults.push(`Order ${id} has ${mails} mails`);
  }
  const { rows: sent } = await db.execute<{ id: string; subject: string }>(
    sql`select id, subject from mail_outbox where sent_at is not null`,
  );
  const files = await mailFiles(dataDir);
  for (const { id, subject } of sent) {
    if (seen.mails.has(id)) continue;
    if (await wholeMail(files.get(id), subject)) seen.mails.add(id);
    else faults.push(`Mail ${id} is noted as sent, and its file is missing or not whole`);
  }
  return faults;
}

async function imagesAmiss(
  db: Database,
  dataDir: string,
  ledger: Ledger,
  seen: Seen,
): Promise<string[]> {
  const { rows } = await db.execute<{ path: string; digest: string }>(
    sql`select path, digest from images`,
  );
  const faults: string[] = [];
  for (const { path, digest } of rows) {
    if (seen.images.has(path)) continue;
    const file = await readFile(join(dataDir, "photos", path)).catch(() => Buffer.alloc(0));
    const isWhole = createHash("sha256").update(file).digest("hex") === digest;
    if (isWhole && (await isDecodable(file))) seen.images.add(path);
    else faults.push(`The file of image ${path} is missing or not whole`);
  }
  const listed = new Set(rows.map(({ path }) => path));
  for (const path of ledger.images) {
    if (!listed.has(path)) faults.push(`Image ${path} was acknowledged and is not there`);
  }
  return faults;
}

function isDecodable(file: Buffer): Promise<boolean> {
  return sharp(file, { failOn: "warning" })
    .stats()
    .then(
      () => true,
      () => false,
    );
}
