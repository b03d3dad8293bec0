import type { Admin } from "#app/domain/access/capability.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { balanceLots, traceLots, traceUnnamed } from "#app/domain/lots/lot-trace.server.ts";
import {
  insertManyPackages,
  manyPackages,
  unnameManyPackages,
} from "#tests/setup/tables/many-packages.ts";
import { furnish, type Place } from "../../place.ts";
import { figure, median, percentile, type Section } from "../../section.ts";

/** Measures the reads of a recall, for a lot ground twice, before any client can be told. */
export async function recall(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  for (const place of places) {
    await furnish(place, 0, async (db) => {
      const lotId = await insertManyPackages(db);
      // Like the one from `capabilitiesOf`, without the brand: these only read.
      const admin = {} as unknown as Admin;
      const times = { lots: [] as number[], clients: [] as number[], balance: [] as number[] };
      const whole: number[] = [];
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        const marks = [performance.now()];
        const lotIds = await closureOf(db, admin, lotId, "both");
        marks.push(performance.now());
        await traceLots(db, admin, lotIds);
        marks.push(performance.now());
        await balanceLots(db, admin, lotIds);
        marks.push(performance.now());
        const [begun = 0, lots = 0, clients = 0, ended = 0] = marks;
        times.lots.push(lots - begun);
        times.clients.push(clients - lots);
        times.balance.push(ended - clients);
        whole.push(ended - begun);
      }
      await unnameManyPackages(db, lotId);
      const unnamed: number[] = [];
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        const begun = performance.now();
        await traceUnnamed(db, admin, [lotId]);
        unnamed.push(performance.now() - begun);
      }
      const read = [
        ["the lots that it reaches", times.lots],
        ["who has of them", times.clients],
        ["their balance", times.balance],
        ["together", whole],
        ["who may have of it, packed without a lot", unnamed],
      ] as const;
      for (const [what, all] of read) {
        rows.push([place.engine, what, figure(median(all)), figure(percentile(all, 0.99))]);
      }
    });
  }
  const [packages, orders] = [manyPackages.packages, manyPackages.orders].map((count) =>
    count.toLocaleString("en-CA"),
  );
  return [
    {
      title: "A recall",
      head: ["engine", "what is read", "p50 ms", "p99 ms"],
      rows,
      notes: [
        `A lot that was ground twice, ${packages} packages of it in ${orders} orders of ${manyPackages.customers} customers, every line with packages of all three lots. At most 1 s together. For the last row, all but one line's packages have no lot; at most 1 s.`,
      ],
    },
  ];
}
