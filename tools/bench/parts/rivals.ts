import { eq } from "drizzle-orm";
import { runKey } from "#app/domain/delivery/rules.ts";
import { shipTos } from "#db/schema/customers.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, someAddress, storm } from "../crowd.ts";
import { askForDay, someLines } from "../order-client.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

/** Rivals for a day's last places, and the number of places. */
const rivals = 50;
const places = 3;

const days = 6;

const readers = { connections: 8, perSecond: 200 };

/** Measures rivals for a delivery day's last places, and the effect on the rest of the shop. */
export async function lastPlaces(where: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of where) rows.push(await competeAt(place, seconds));
  return [
    {
      title: "The last places of a delivery day",
      head: [
        "engine",
        "orders accepted",
        "answers a second",
        "p50 ms",
        "p99 ms",
        "page p99 ms alone",
        "page p99 ms meanwhile",
      ],
      rows,
      notes: [
        `${rivals} clients order at once for the last ${places} stops of a day, on ${days} days in turn. Meanwhile \`/\` is asked for ${readers.perSecond} times a second: at most 100 ms at the 99th percentile.`,
      ],
    },
  ];
}

async function competeAt(place: Place, seconds: number): Promise<string[]> {
  let zoneId = "";
  let lines: Awaited<ReturnType<typeof someLines>> = [];
  const { clients } = await furnish(place, rivals, async (db, people) => {
    const zone = await insertServedZone(db, { prefixes: ["V3G"], day: { capStops: places } });
    zoneId = zone.id;
    for (const { userId } of people) {
      await db.update(shipTos).set({ postalCode: "V3G1A2" }).where(eq(shipTos.customerId, userId));
    }
    lines = await someLines(db);
  });
  const shop = await startShop({ ...place.settings, ...behindProxy });
  try {
    const url = `${shop.url}/`;
    await storm({ url, seconds: 1, ...readers });
    const alone = await storm({ url, seconds, ...readers });
    const times: number[] = [];
    let accepted = 0;
    const ask = async (person: Person, day: string) => {
      const begin = performance.now();
      const isPlaced = await askForDay(shop.url, person, lines, day, someAddress());
      times.push(performance.now() - begin);
      if (isPlaced) accepted++;
    };
    const begin = performance.now();
    let took = 0;
    const compete = async () => {
      for (let day = 2; day < 2 + days; day++) {
        const key = runKey(zoneId, dayIn(day));
        await Promise.all(clients.map((person) => ask(person, key)));
      }
      took = (performance.now() - begin) / 1000;
    };
    const [meanwhile] = await Promise.all([storm({ url, seconds, ...readers }), compete()]);
    if (accepted !== places * days) throw new Error(`${accepted} orders were accepted`);
    return [
      place.engine,
      `${accepted} of ${rivals * days}`,
      ...[times.length / took, percentile(times, 0.5), percentile(times, 0.99)].map(figure),
      ...[percentile(alone.accepted, 0.99), percentile(meanwhile.accepted, 0.99)].map(figure),
    ];
  } finally {
    await shop.stop();
  }
}
