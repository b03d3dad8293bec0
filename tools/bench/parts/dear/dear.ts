import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import { startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, type Storm, storm } from "../../crowd.ts";
import { fillBooks } from "../../fill.ts";
import { furnish, type Place } from "../../place.ts";
import { figure, median, percentile, type Section } from "../../section.ts";
import { type AttackName, type AttackOrder, attacks } from "./attacks.ts";

/** An uncached page, requested at a reader's pace. */
const visited = "/login";
const visitor = { connections: 1, perSecond: 10 };

/** Goal for the visitor's 99th percentile during all attacks, in ms. */
const goal = 200;

const processors = availableParallelism();

const entries = 1_500;

/** Measures a visitor's pages while each of server/edge/dear-routes.ts is at its limit. */
export async function dear(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) rows.push(...(await dearAt(place, seconds)));
  return [
    {
      title: "A visitor while dear things are asked for at their limits",
      head: ["meanwhile", "answers/s", "p50 ms", "p99 ms", "p99 to quiet", "turned away"],
      rows,
      notes: [
        `\`${visited}\`, made for each request, ${visitor.perSecond} times a second from another address than the attack's. Goal: a p99 of at most ${goal} ms with everything at once.`,
        `Each attack comes from one address, which asks again when it is answered or refused: the statement has ${entries.toLocaleString("en-CA")} open entries, the export 10,000 orders; guesses come from an address each. “Answers” are the attack's, of which most are refusals. It runs in a thread of its own beside the visitor's, which has the processor time that the shop leaves, as an attacker's machine would take none of it.`,
        "The processes that only compute are as many as the machine has processors: what they alone do to the visitor is no work of the shop's.",
      ],
    },
  ];
}

async function dearAt(place: Place, seconds: number): Promise<string[][]> {
  const { admin, clients } = await furnish(place, 1, async (db, [client]) => {
    await fillBooks(db, 10);
    await db.execute(sql`
      insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, note)
      select customer_id, 'adjustment', 100, '2020-01-02', '2020-01-03', 'Crate'
      from members, generate_series(1, ${entries}::int)
      where user_id = ${client?.userId}`);
  });
  const [client] = clients;
  if (!client) throw new Error("There is no client");
  const shop = await startShop({ ...place.settings, ...behindProxy });
  try {
    const visit = () => storm({ url: shop.url + visited, seconds: 3 * seconds, ...visitor });
    await visit();
    const quiet = await visit();
    const rows = [row("nothing", 0, quiet, quiet)];
    const computed = await besideComputing(visit);
    rows.push(row(`${processors} processes that only compute`, 0, computed, quiet));
    const all = Object.keys(attacks) as AttackName[];
    const cookies = { client: client.cookie, admin: admin.cookie };
    for (const names of [...all.map((name) => [name]), all]) {
      const attack = beginAttack({ names, shop: shop.url, cookies });
      const visits = await visit();
      const perSecond = await attack.end();
      const name = names.length > 1 ? `all: ${names.join(", ")}` : names.join();
      rows.push(row(name, perSecond, visits, quiet));
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

/** Attacks in a separate thread, so that the visitor's clock does not wait for the attacker. */
function beginAttack(order: AttackOrder) {
  const thread = new Worker(new URL("./attacks.ts", import.meta.url), { workerData: order });
  const begin = performance.now();
  return {
    async end(): Promise<number> {
      const answered = once(thread, "message");
      thread.postMessage("How many?");
      const [answers]: number[] = await answered;
      const perSecond = (1_000 * (answers ?? 0)) / (performance.now() - begin);
      // Abandoned work ends within a second.
      await thread.terminate();
      await setTimeout(1_000);
      return perSecond;
    },
  };
}

/** Runs beside as many busy processes as there are CPUs, for a minute at most. */
async function besideComputing<Result>(work: () => Promise<Result>): Promise<Result> {
  const program = "const end = Date.now() + 60_000; while (Date.now() < end);";
  const programs = Array.from({ length: processors }, () =>
    spawn(process.execPath, ["-e", program], { stdio: "ignore" }),
  );
  try {
    return await work();
  } finally {
    for (const one of programs) one.kill();
  }
}

function row(
  name: string,
  perSecond: number,
  { accepted, refused }: Storm,
  quiet: Storm,
): string[] {
  const p99 = percentile(accepted, 0.99);
  const ratio = p99 / percentile(quiet.accepted, 0.99);
  const figures = [perSecond, median(accepted), p99, ratio].map(figure);
  return [name, ...figures, `${refused.length} of ${accepted.length + refused.length}`];
}
