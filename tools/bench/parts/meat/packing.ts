import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { eq, inArray, sql } from "drizzle-orm";
import { connect } from "#db/connect.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { durabilityOf, percent, withoutQueues, withShare } from "../../conditions.ts";
import { repeat } from "../../load.ts";
import { furnish, type Person, type Place } from "../../place.ts";
import { figure, percentile, type Section } from "../../section.ts";

const packers = 4;

/** Orders in the day's list, besides packed ones. */
const dayOrders = 200;

const cutOrders = 40;

const labelsInARow = 200;

const largeOrders = 20;
const largeLines = 40;

interface Line {
  orderId: string;
  itemId: string;
}

/** Measures the packing station: packages, the day's list, and finishing an order. */
export async function packing(places: Place[], seconds: number): Promise<Section[]> {
  const measured = [];
  for (const place of places) measured.push(await stationAt(place, seconds));
  return [
    {
      title: "Packing",
      head: ["engine", "what", "a second", "p50 ms", "p95 ms", "generator", "bare SQL a second"],
      rows: measured.flatMap(({ rows }) => rows),
      notes: [
        `${packers} packers, each at an order of their own client, over HTTP with a session's cookie: from sending a package to the answer with the order as stored. The bare SQL locks the order, inserts the package, whose triggers add up, and commits, from ${packers} connections at orders of other clients; nobody waits for another's lock, else the run fails. It does not include HTTP, the session, the checks of the package, and reading the order for the answer.`,
        `“Generator” is what the process that sends takes of the ${availableParallelism()} cores, beside the shop and its database. ${measured[0]?.durability}`,
        `By cut, all ${packers} weigh one product for ${cutOrders} orders, each package proposed for one of them: at most 60 ms at p95.`,
        `Labels are those of ${labelsInARow} packages of one order, each asked for once it is stored.`,
        `The day's list has ${dayOrders} orders. A finished order has ${largeLines} lines; its invoice and mail are queued in the same transaction.`,
      ],
    },
  ];
}

async function stationAt(place: Place, seconds: number) {
  const lines: Line[] = [];
  const cut: Line[] = [];
  const large: { id: string; version: number }[] = [];
  let labelled: Line | undefined;
  const { admin } = await furnish(place, 2 * packers, async (db, clients) => {
    const customerId = clients[0]?.userId ?? "";
    for (let count = 0; count < dayOrders + 2 * packers; count++) {
      const { userId = customerId } = clients[count % clients.length] ?? {};
      const { id: orderId } = await insertOrder(db, userId);
      const item = await insertOrderItem(db, orderId, { quantity: "10000.00" });
      if (lines.length < 2 * packers) lines.push({ orderId, itemId: item.id });
      else labelled = { orderId, itemId: item.id };
    }
    // One product in forty orders, for all packers at once.
    const product = await insertProduct(db, { slug: `bench-${randomUUID()}` });
    for (let count = 0; count < cutOrders; count++) {
      const { id: orderId } = await insertOrder(db, customerId);
      const item = { productId: product.id, quantity: "10000.00" };
      cut.push({ orderId, itemId: (await insertOrderItem(db, orderId, item)).id });
    }
    // Yesterday's, so that they are not in the day's list.
    const placedAt = new Date(Date.now() - 48 * 3600 * 1000);
    for (let count = 0; count < largeOrders; count++) {
      const { id } = await insertOrder(db, customerId, { placedAt });
      for (let position = 0; position < largeLines; position++) {
        await insertOrderItem(db, id, { position });
      }
      await db.execute(sql`
        insert into packages (order_item_id, reading_value, reading_unit, net_lb, net_g, source)
        select id, 10, 'lb', 10, 4536, 'typed' from order_items where order_id = ${id}`);
      await db.update(orderItems).set({ packState: "packed" }).where(eq(orderItems.orderId, id));
      large.push({ id, version: 0 });
    }
    const stored = await db
      .select({ id: orders.id, version: orders.version })
      .from(orders)
      .where(
        inArray(
          orders.id,
          large.map(({ id }) => id),
        ),
      );
    large.splice(0, large.length, ...stored);
  });

  const shop = await startShop(place.settings);
  const times: Record<"package" | "cut" | "label" | "list" | "finish", number[]> = {
    package: [],
    cut: [],
    label: [],
    list: [],
    finish: [],
  };
  let packages = { result: 0, share: 0 };
  let weighed = { result: 0, share: 0 };
  try {
    const pack = (worker: number) => sendPackage(shop, admin, lines[worker]);
    await repeat(packers, 1, pack);
    packages = await withShare(() => repeat(packers, seconds, timed(times.package, pack)));
    // Each of the four goes through all orders, as proposals do.
    let next = 0;
    const weigh = () =>
      sendPackage(shop, admin, cut[next++ % cut.length], { isProposed: true, isSure: true });
    weighed = await withShare(() => repeat(packers, seconds, timed(times.cut, weigh)));
    for (let count = 0; count < labelsInARow; count++) {
      const requestId = randomUUID();
      await sendPackage(shop, admin, labelled, { requestId });
      await timed(times.label, () => getLabel(shop, admin, labelled, requestId))(0);
    }
    await repeat(
      1,
      seconds,
      timed(times.list, async () => {
        const headers = { cookie: admin.cookie };
        const answer = await fetch(`${shop.url}/admin/packing.data?day=${today()}`, { headers });
        if (!answer.ok) throw new Error(`The day's list answered ${answer.status}`);
        await answer.text();
      }),
    );
    for (const { id, version } of large) {
      await timed(times.finish, () => post(shop, admin, id, { kind: "finalise", version }))(0);
    }
  } finally {
    await shop.stop();
  }
  const bare = await bareSql(place, lines.slice(packers), seconds);
  const row = (what: string, all: number[], perSecond: number, share = "", beside = "") => [
    place.engine,
    what,
    figure(perSecond),
    figure(percentile(all, 0.5)),
    figure(percentile(all, 0.95)),
    share,
    beside,
  ];
  const rows = [
    row(
      "package stored",
      times.package,
      packages.result,
      percent(packages.share),
      figure(bare.perSecond),
    ),
    row("package by cut", times.cut, weighed.result, percent(weighed.share)),
    row("label in ZPL", times.label, 1000 / percentile(times.label, 0.5)),
    row("day's list", times.list, times.list.length / seconds),
    row("order finished", times.finish, 1000 / percentile(times.finish, 0.5)),
  ];
  return { rows, durability: bare.durability };
}

function today(): string {
  return new Date(Date.now() - 7 * 3600 * 1000).toISOString().slice(0, 10);
}

function timed(times: number[], work: (worker: number) => Promise<unknown>) {
  return async (worker: number) => {
    const begin = performance.now();
    await work(worker);
    times.push(performance.now() - begin);
  };
}

async function sendPackage(
  shop: RunningShop,
  admin: Person,
  line: Line | undefined,
  how: object = {},
) {
  if (!line) throw new Error("There is no line to pack");
  await post(shop, admin, line.orderId, {
    kind: "package",
    requestId: randomUUID(),
    itemId: line.itemId,
    value: "0.05",
    unit: "lb",
    pieces: null,
    source: "typed",
    ...how,
  });
}

async function getLabel(
  shop: RunningShop,
  admin: Person,
  line: Line | undefined,
  requestId: string,
) {
  const path = `/admin/packing/${line?.orderId}/papers/label-${requestId}.zpl`;
  const answer = await fetch(shop.url + path, { headers: { cookie: admin.cookie } });
  if (!answer.ok) throw new Error(`The label answered ${answer.status}`);
  await answer.text();
}

async function post(shop: RunningShop, admin: Person, orderId: string, op: object) {
  const answer = await fetch(`${shop.url}/api/packing/${orderId}`, {
    method: "POST",
    headers: { cookie: admin.cookie, "content-type": "application/json", origin: shop.url },
    body: JSON.stringify(op),
  });
  if (!answer.ok) throw new Error(`Packing answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/** Returns packages per second without the shop, each in its own transaction. */
async function bareSql(place: Place, lines: Line[], seconds: number) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = place.settings;
  const connection = await connect({ dataDir, databaseUrl, log: silentLog });
  try {
    const store = (worker: number) =>
      connection.db.transaction(async (tx) => {
        const line = lines[worker];
        await tx.execute(sql`select from orders where id = ${line?.orderId} for update`);
        await tx.execute(sql`
          insert into packages (order_item_id, reading_value, reading_unit, net_lb, net_g, source)
          values (${line?.itemId}, 0.05, 'lb', 0.05, 23, 'typed')`);
      });
    const { db } = connection;
    const perSecond = await withoutQueues(db, () => repeat(packers, seconds, store));
    return { perSecond, durability: await durabilityOf(db) };
  } finally {
    await connection.close();
  }
}
