import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, storm } from "../crowd.ts";
import { furnish, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

/** More than a morning's requests from the whole province. */
const perSecond = 200;

/** As many zones as a province might have. */
const zones = 40;

/** Measures postal codes, answered from memory. */
export async function postal(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) {
    await furnish(place, 0, async (db) => {
      for (let zone = 0; zone < zones; zone += 1) {
        const fsa = `V${zone % 10}${"ABCE"[Math.floor(zone / 10)]}`;
        await insertServedZone(db, { prefixes: [fsa], name: `Sample Zone ${fsa}` });
      }
    });
    const shop = await startShop({ ...place.settings, ...behindProxy });
    try {
      for (const [what, postalCode] of [
        ["in a zone", "V3B1A2"],
        ["in no zone", "V3X1A2"],
        ["in another province", "T2P1J9"],
      ]) {
        const url = `${shop.url}/api/delivery?postal=${postalCode}`;
        // The load generator sends on all connections simultaneously: use few, or they queue.
        const pace = { connections: 2, perSecond };
        await storm({ url, seconds: 1, ...pace });
        const { accepted } = await storm({ url, seconds, ...pace });
        const times = [percentile(accepted, 0.5), percentile(accepted, 0.99)];
        rows.push([place.engine, what ?? "", ...[accepted.length / seconds, ...times].map(figure)]);
      }
    } finally {
      await shop.stop();
    }
  }
  return [
    {
      title: "What a postal code is told",
      head: ["engine", "code", "answers/s", "p50 ms", "p99 ms"],
      rows,
      notes: [
        `\`GET /api/delivery\` from so many different visitors a second, with ${zones} zones that are served every day. At most 5 ms at the 99th percentile.`,
      ],
    },
  ];
}
