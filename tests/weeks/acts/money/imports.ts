import { guessColumns } from "#app/features/imports/columns.ts";
import {
  applyImport,
  getImport,
  readImport,
  storeImport,
  undoImport,
} from "#app/features/imports/imports.server.ts";
import { performImport } from "#app/features/imports/jobs/work-imports.server.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { act, Finding } from "../../life/act.ts";
import { buyerOf, inText, known, Skipped, shop, todayOf, type World } from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";

// Imports and undoes files of opening balances from earlier books.

interface Balance {
  buyer: string;
  /** Negative for a credit. */
  cents: number;
  day: string;
  due: string;
}

interface File {
  key: string;
  balances: Balance[];
}

const idOf = (file: string, buyer: string) => `opening ${file} of ${buyer}`;

export const importBalances = act<File>({
  weight: 2,
  choose(world, random) {
    const missing = [...world.buyers.keys()].filter((key) => !world.desk.money.opened.has(key));
    if (missing.length === 0) return undefined;
    world.serial += 1;
    const today = todayOf(world);
    const chosen = missing.filter(() => random.chance(0.4));
    const balances = chosen.map((buyer) => {
      const day = plusDays(today, -random.between(0, 40));
      const cents = random.between(1, 30_000) * (random.chance(0.25) ? -1 : 1);
      return { buyer, cents, day, due: plusDays(day, random.between(0, 45)) };
    });
    return balances.length > 0 ? { key: `balances ${world.serial}`, balances } : undefined;
  },
  say: ({ key, balances }) =>
    `The opening ${key} are imported: ${balances
      .map(({ buyer, cents, day, due }) => `${buyer} $${inText(cents)} of ${day}, due ${due}`)
      .join("; ")}`,
  async run(world, { key, balances }) {
    const { pencil, desk } = world;
    const rows = balances.map(
      ({ buyer, cents, day, due }) => `${buyer},${inText(cents)},${day},${due}`,
    );
    const id = await importFile(world, "balances", ["Customer,Balance,Date,Due date", ...rows]);
    desk.money.imports.set(key, { id, balances });
    for (const { buyer, cents, day, due } of balances) {
      buyerOf(world, buyer);
      desk.money.opened.add(buyer);
      pencil.openingBalance({ id: idOf(key, buyer), customer: buyer, day, due, cents });
    }
  },
});

/** Undoes an import, except for balances that were settled since. */
export const undoBalances = act<{ key: string }>({
  weight: 3,
  choose(world, random) {
    const key = random.pick([...world.desk.money.imports.keys()]);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The import of ${key} is undone`,
  async run(world, { key }) {
    const { db, staff, pencil, desk } = world;
    const { id, balances } = known(desk.money.imports, key);
    const { books } = pencil;
    const refused = await undoImport(db, staff, id, true);
    if (refused === "too late") throw new Skipped(key);
    if (refused) throw new Finding(`${key} cannot be undone: ${refused}`);
    await work(world, id);
    desk.money.imports.delete(key);
    for (const { buyer, cents } of balances) {
      buyerOf(world, buyer);
      const opening = idOf(key, buyer);
      const day = todayOf(world);
      if (cents > 0 && books.open(`opening ${opening}`) === cents) {
        const undone = { id: `undone ${opening}`, customer: buyer, cents, day };
        books.receive({ ...undone, kind: "opening" }, [`opening ${opening}`]);
      } else if (cents < 0 && books.left(books.credit(opening)) === -cents) {
        books.reverse(opening, day);
      } else continue;
      desk.money.opened.delete(buyer);
    }
  },
});

const work = ({ db }: World, id: string) => performImport({ db, log: silentLog, shop }, id);

/** @returns the applied import */
async function importFile(world: World, kind: ImportKind, lines: string[]): Promise<string> {
  const { db, staff } = world;
  const content = Buffer.from(lines.join("\n"));
  const { id, isReading } = await storeImport(db, staff, { kind, name: "file.csv", content });
  if (!isReading) {
    const { columns } = guessColumns(kind, (await getImport(db, staff, id))?.head ?? []);
    await readImport(db, staff, id, columns);
  }
  await work(world, id);
  const refused = await applyImport(db, staff, id, false);
  if (refused) throw new Finding(`the file of ${kind} is refused: ${refused}`);
  await work(world, id);
  const state = (await getImport(db, staff, id))?.state;
  if (state !== "applied") throw new Finding(`the file of ${kind} is ${state}`);
  return id;
}
