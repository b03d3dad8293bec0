import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DraftLine } from "#app/domain/drafts/order-draft.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { durabilityOf, percent, withShare } from "../conditions.ts";
import { behindProxy, someAddress } from "../crowd.ts";
import { memoryOf, repeat } from "../load.ts";
import { startBalancer } from "../nginx.ts";
import { sendOrder, someLines } from "../order-client.ts";
import { emptyPlace, furnish, type Person } from "../place.ts";
import { figure, type Section } from "../section.ts";

const counts = [1, 2, 4];
const visitors = 32;

const accounts = 200;

/** Measures orders and pages that 1, 2 and 4 processes on one PostgreSQL handle behind nginx. */
export async function processes(seconds: number): Promise<Section[]> {
  const server = await startTestServer({ isDurable: true });
  const rows: string[][] = [];
  let durability = "";
  try {
    for (const count of counts) {
      const measured = await measure(server.url, count, seconds);
      rows.push(measured.row);
      durability = measured.durability;
    }
  } finally {
    await server.stop();
  }
  return [
    {
      title: "Several processes",
      head: [
        ...["processes", "orders/s", "generator", "uncached pages/s", "generator there"],
        ...["an owner's order list/s", "memory of all"],
      ],
      rows,
      notes: [
        `${visitors} visitors at once, whom nginx sends to the processes by turns: orders of twelve lines, each by another client; \`/shop\` at ever new addresses, which no cache has; and the list of the orders placed before.`,
        `Processes, PostgreSQL, nginx and the generator share this machine's cores: more processes than cores show what they cost, not what they gain. Not included: TLS and nginx's cache.`,
        `Every order waits until the disk has it: ${durability}`,
      ],
    },
  ];
}

async function measure(serverUrl: string, count: number, seconds: number) {
  const place = await emptyPlace(serverUrl);
  const folders: string[] = [];
  const shops: RunningShop[] = [];
  let lines: DraftLine[] = [];
  let durability = "";
  try {
    const { admin, clients } = await furnish(place, accounts, async (db) => {
      lines = await someLines(db);
      durability = await durabilityOf(db);
    });
    for (let nr = 0; nr < count; nr += 1) {
      const DATA_DIR = await mkdtemp(join(tmpdir(), "shop-bench-"));
      folders.push(DATA_DIR);
      shops.push(await startShop({ ...place.settings, ...behindProxy, DATA_DIR }));
    }
    const balancer = await startBalancer(shops.map(({ url }) => url));
    if (!balancer) throw new Error("nginx is not installed");
    try {
      const row = await loads(balancer.url, { admin, clients, lines }, seconds);
      const memory = shops.reduce((sum, { pid }) => sum + memoryOf(pid, "VmRSS"), 0);
      return { row: [`${count}`, ...row, `${figure(memory)} MB`], durability };
    } finally {
      await balancer.stop();
    }
  } finally {
    for (const shop of shops) await shop.stop();
    for (const folder of folders) await removeFolder(folder);
    await place.remove();
  }
}

interface People {
  admin: Person;
  clients: Person[];
  lines: DraftLine[];
}

async function loads(url: string, { admin, clients, lines }: People, seconds: number) {
  let turn = 0;
  const order = async () => {
    const client = clients[turn++ % clients.length];
    if (client) await sendOrder(url, client, lines, someAddress());
  };
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { headers });
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    await answer.text();
  };
  const page = () => ask(`/shop?from=${turn++}`, someAddress());
  const list = () => ask("/admin/orders", { cookie: admin.cookie, ...someAddress() });
  const cells: string[] = [];
  for (const work of [order, page, list]) {
    // Until Node has compiled the hot code of every process.
    await repeat(visitors, 3, work);
    const { result, share } = await withShare(() => repeat(visitors, seconds, work));
    cells.push(figure(result), ...(work === list ? [] : [percent(share)]));
  }
  return cells;
}
