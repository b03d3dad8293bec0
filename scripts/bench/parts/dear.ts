import { sql } from "drizzle-orm";
import { type RunningShop, startShop } from "#tests/setup/shop.ts";
import { behindProxy, type Storm, someAddress, storm } from "../crowd.ts";
import { fillBooks } from "../fill.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, median, percentile, type Section } from "../section.ts";

/** A page that is made for each request, which a visitor asks for as a reader does. */
const visited = "/login";
const visitor = { connections: 1, perSecond: 10 };

/** Goal for the visitor's 99th percentile while all attacks go on, in ms. */
const goal = 200;

/** Of the statement that is asked for. */
const entries = 1_500;

/** One attack, again and again until it is over. */
type Attack = (shop: RunningShop, client: Person, admin: Person) => Promise<Response>;

const from = { "x-forwarded-for": "198.51.100.7" };

const attacks: [string, number, Attack][] = [
  [
    "60 statements at once",
    60,
    ({ url }, { cookie }) => {
      const path = "/dashboard/invoices/statement.pdf?from=2020-01-01&to=2020-02-01";
      return fetch(url + path, { headers: { cookie, ...from } });
    },
  ],
  [
    "20 exports at once",
    20,
    ({ url }, _, { cookie }) =>
      fetch(`${url}/admin/exports/orders.csv`, { headers: { cookie, ...from } }),
  ],
  ["40 searches at once", 40, ({ url }) => fetch(`${url}/api/search?q=loin`, { headers: from })],
  [
    "20 guesses at once",
    20,
    ({ url }) =>
      fetch(`${url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { origin: url, "content-type": "application/json", ...someAddress() },
        body: JSON.stringify({ email: "somebody@example.com", password: "a wild guess" }),
      }),
  ],
];

/** A visitor's pages while each dear thing (server/edge/dear-routes.ts) is asked for at its limit. */
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
        `Each attack comes from one address, which asks again when it is answered or refused: the statement has ${entries.toLocaleString("en-CA")} open entries, the export 10,000 orders; guesses come from an address each. “Answers” are the attack's, of which most are refusals.`,
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
    const all = attacks.map(([name]) => name).join(", ");
    for (const [name, chosen] of [
      ...attacks.map((attack) => [attack[0], [attack]] as const),
      [`all: ${all}`, attacks] as const,
    ]) {
      let isOver = false;
      let answers = 0;
      const begin = performance.now();
      const attacking = chosen.flatMap(([, atOnce, attack]) =>
        Array.from({ length: atOnce }, async () => {
          while (!isOver) {
            const answer = await attack(shop, client, admin);
            await answer.bytes();
            answers += 1;
          }
        }),
      );
      const visits = await visit();
      isOver = true;
      await Promise.all(attacking);
      const perSecond = (1_000 * answers) / (performance.now() - begin);
      rows.push(row(name, perSecond, visits, quiet));
    }
    return rows;
  } finally {
    await shop.stop();
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
