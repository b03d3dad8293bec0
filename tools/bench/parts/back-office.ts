import { createServer } from "node:http";
import { join } from "node:path";
import { orders } from "#db/schema/orders.ts";
import { listen } from "#server/listen.ts";
import { loadBuiltApp } from "#server/load-app.ts";
import { createLog } from "#server/log.ts";
import { authSecret, startShop } from "#tests/setup/shops/shop.ts";
import { openBare, type Statement } from "../bare.ts";
import { fillBooks } from "../fill.ts";
import { load, repeat } from "../load.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, type Section } from "../section.ts";

const root = join(import.meta.dirname, "../../..");
const atOnce = 8;

/** Measures the owner's list of orders and one order, and the same SQL without the shop. */
export async function backOffice(places: Place[], seconds: number): Promise<Section[]> {
  const rows = [];
  for (const place of places) rows.push(...(await deskAt(place, seconds)));
  return [
    {
      title: "Back office",
      head: [
        "engine",
        "page",
        "pages/s",
        "p50 ms",
        "p99 ms",
        "statements",
        "bare SQL/s",
        "of bare",
      ],
      rows,
      notes: [
        `1,000 orders, 50 on a page; ${atOnce} connections. “Bare SQL” is every statement that the page sends, the session's included, as recorded from the shop and sent from ${atOnce} loops without it, one after the other: “/s” counts whole pages of them.`,
        "“Data alone” is what the router asks for when one goes there from another page: the same, but for the HTML.",
      ],
    },
  ];
}

async function deskAt(place: Place, seconds: number): Promise<string[][]> {
  let id = "";
  const { admin } = await furnish(place, 0, async (db) => {
    await fillBooks(db, 1);
    const [order] = await db.select({ id: orders.id }).from(orders).limit(1);
    id = order?.id ?? "";
  });
  const pages = {
    "order list": "/admin/orders",
    "its data alone": "/admin/orders.data",
    "one order": `/admin/orders/${id}`,
    "data of one": `/admin/orders/${id}.data`,
  };
  const headers = { cookie: admin.cookie };
  const shop = await startShop(place.settings);
  const borne = [];
  try {
    for (const [name, path] of Object.entries(pages)) {
      const url = shop.url + path;
      const figures = await load({ url, pid: shop.pid, seconds, headers, connections: atOnce });
      borne.push({ name, path, ...figures });
    }
  } finally {
    await shop.stop();
  }

  const bare = await openBare(place);
  try {
    const rows: string[][] = [];
    for (const { name, path, perSecond, p50, p99 } of borne) {
      const sent = await statementsOf(place, bare, admin, path);
      const beside = await repeat(atOnce, seconds, async () => {
        for (const statement of sent) await bare.ask(statement);
      });
      const figures = [perSecond, p50, p99].map(figure);
      const ratio = (perSecond / beside).toFixed(2);
      rows.push([place.engine, name, ...figures, `${sent.length}`, figure(beside), ratio]);
    }
    return rows;
  } finally {
    await bare.connection.close();
  }
}

async function statementsOf(
  { settings }: Place,
  { connection, sent }: Awaited<ReturnType<typeof openBare>>,
  { cookie }: Person,
  path: string,
): Promise<Statement[]> {
  const siteUrl = "http://localhost";
  const app = await loadBuiltApp(root, {
    connection,
    log: createLog("silent"),
    mode: "production",
    siteUrl,
    loopback: true,
    authSecret,
    adminEmail: "admin@example.com",
    emailConfirmation: false,
    minOrderCents: 0,
    needsConfirmedEmail: false,
    dataDir: settings.DATA_DIR,
  });
  const server = createServer(app.listener);
  const port = await listen(server, 0, "127.0.0.1");
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    await answer.text();
  };
  try {
    await ask();
    sent.length = 0;
    await ask();
    return [...sent];
  } finally {
    server.close();
    server.closeAllConnections();
    await app.close();
  }
}
