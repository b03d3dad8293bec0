import { sql } from "drizzle-orm";
import { openPostgres } from "#db/postgres.ts";
import type { SampleDay, SampleFile } from "#server/sample/sample-file.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { startClock } from "../life/clock.ts";
import type { Ground } from "../life/place.ts";
import { Random } from "../life/random.ts";
import { pacificInstant, plusDays } from "../pencil/days.ts";
import { agendaOf } from "./days/agenda.ts";
import type { Life } from "./days/life.ts";
import { dumpDay } from "./dump-sample.ts";
import { Cooler } from "./meat/cooler.ts";
import { knowYields } from "./meat/cut.ts";
import { knowSuppliers } from "./meat/receive.ts";
import { openBusiness } from "./open-sample.ts";

/** Monday of the week whose mornings are kept, and the number of weeks before it. */
const lastMonday = "2026-11-23";
const weeksBefore = 13;

/** Minutes after midnight of the snapshot: one run is on its way, the other is being packed. */
const keptAt = 10 * 60 + 40;

/** Lives the sample business on a simulated clock, and keeps the mornings of its last week. */
export async function simulateSample(
  { serverUrl, template }: Ground,
  say: (line: string) => void,
): Promise<SampleFile> {
  const { url: databaseUrl, drop } = await createServerDatabase(serverUrl, template);
  const first = plusDays(lastMonday, -7 * weeksBefore);
  const clock = await startClock(databaseUrl, pacificInstant(plusDays(first, -3), 9 * 60));
  const open = await openPostgres({ databaseUrl, log: silentLog, queryTimeout: 60_000 });
  try {
    const business = await openBusiness(open.db);
    const life: Life = {
      ...business,
      random: new Random(26),
      first,
      lastMonday,
      today: first,
      meat: new Random(27),
      walkIns: new Random(28),
      cooler: new Cooler(),
      receipts: 0,
      isTrimSet: false,
      retail: 0,
      done: new Map(),
      refused: new Map(),
      pass: (minutes) => clock.set(clock.now + Math.round(minutes * 60_000)),
    };
    await knowSuppliers(life);
    await knowYields(life);
    const days: SampleDay[] = [];
    const numbers = new Map<string, number>();
    for (let at = 0; at < 7 * weeksBefore + 7; at += 1) {
      life.today = plusDays(first, at);
      const kept = at - 7 * weeksBefore;
      const keep = async () => {
        const when = { day: kept, at: keptAt * 60_000 };
        days.push(await dumpDay(databaseUrl, when, lastMonday, numbers));
      };
      const agenda = await agendaOf(life);
      if (kept >= 0) agenda.push({ at: keptAt, kind: "keep", does: keep });
      for (const { at: minute, kind, does } of agenda.sort((a, b) => a.at - b.at)) {
        const instant = pacificInstant(life.today, 0) + Math.round(minute * 60_000);
        await clock.set(Math.max(instant, clock.now));
        await does();
        life.done.set(kind, (life.done.get(kind) ?? 0) + 1);
      }
      if (at % 14 === 13)
        say(`${life.today}: ${[...life.done].map((of) => of.join(" ")).join(", ")}`);
    }
    for (const [why, count] of life.refused) say(`refused ${count}: ${why}`);
    if (life.cooler.unknown > 0) say(`packed ${life.cooler.unknown} times of what was not there`);
    const { rows } = await open.db.execute<{ name: string }>(
      sql`select name from schema_migrations order by name collate "C" desc limit 1`,
    );
    return { migration: rows[0]?.name ?? "", days };
  } finally {
    await open.close();
    await clock.stop();
    await drop();
  }
}
