import { savePrices } from "#app/domain/pricing/editing/price-grid.server.ts";
import { guessColumns } from "#app/features/imports/columns.ts";
import {
  applyImport,
  getImport,
  readImport,
  storeImport,
  undoImport,
} from "#app/features/imports/imports.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { act, Finding } from "../life/act.ts";
import { inText, known, type Priced, Skipped, todayOf, type World } from "../life/world.ts";

// Imports prices from a file; a price is mistyped on one day and corrected on another.

interface PriceFile {
  key: string;
  prices: Priced[];
}

/** Returns the current price on a list or in the catalogue; undefined if it has none. */
const written = (world: World, list: string | null, product: string) =>
  list === null
    ? world.pencil.prices.priceFor("nobody", product, todayOf(world)).base
    : world.pencil.prices.onList(list, product);

function tell(world: World, { list, product, cents }: Priced): void {
  if (list === null) world.pencil.prices.base(product, cents);
  else world.pencil.prices.listPrice(list, product, cents);
}

export const importPrices = act<PriceFile>({
  weight: 2,
  choose(world, random) {
    const list = random.chance(0.5) ? null : (random.pick([...world.lists.keys()]) ?? null);
    const listed = [...world.products.keys()].filter(
      (product) => written(world, list, product) !== undefined,
    );
    const prices = random.some(listed, random.between(1, 4)).map((product) => {
      const now = written(world, list, product) ?? 0;
      return { list, product, cents: Math.round(now * (0.9 + 0.2 * random.next())) };
    });
    if (prices.length === 0) return undefined;
    world.serial += 1;
    return { key: `file ${world.serial}`, prices };
  },
  say: ({ key, prices }) =>
    `The prices of ${key} are imported: ${prices
      .map(
        ({ list, product, cents }) => `${product} $${inText(cents)} ${list ?? "in the catalogue"}`,
      )
      .join(", ")}`,
  async run(world, { key, prices }) {
    const { db, staff } = world;
    const before = prices.map((one) => ({
      ...one,
      cents: written(world, one.list, one.product) ?? Number.NaN,
    }));
    const rows = prices.map(
      ({ list, product, cents }) =>
        `${list ?? "Standard"},${known(world.products, product).item},${inText(cents)}`,
    );
    const content = Buffer.from(["Price list,Item number,Price per lb", ...rows].join("\n"));
    const file = { kind: "prices" as const, name: `${key}.csv`, content };
    const { id, isReading } = await storeImport(db, staff, file);
    if (!isReading) {
      const { columns } = guessColumns("prices", (await getImport(db, staff, id))?.head ?? []);
      refuse(await readImport(db, staff, id, columns));
    }
    await world.jobs.import(id);
    refuse(await applyImport(db, staff, id, false));
    await world.jobs.import(id);
    await expectState(world, id, "applied");
    for (const one of prices) tell(world, one);
    world.imports.set(key, { id, before, prices });
  },
});

function refuse(why: string | null): void {
  if (why) throw new Refusal("import", why);
}

async function expectState({ db, staff }: World, id: string, state: string): Promise<void> {
  const file = await getImport(db, staff, id);
  if (file?.state === state) return;
  // A price that somebody changed in the meantime stops the whole import.
  if (file?.problem) throw new Refusal("import", file.problem);
  throw new Finding(`an import is ${file?.state}, not ${state}`);
}

export const undoFile = act<{ key: string }>({
  weight: 4,
  choose(world, random) {
    const key = random.pick([...world.imports.keys()]);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The import of ${key} is undone`,
  async run(world, { key }) {
    const { db, staff } = world;
    const { id, before, prices } = known(world.imports, key);
    world.imports.delete(key);
    refuse(await undoImport(db, staff, id, false));
    await world.jobs.import(id);
    await expectState(world, id, "undone");
    // A price that was changed since stays (docs/decisions/0045).
    const isAsLeft = ({ list, product, cents }: Priced) => written(world, list, product) === cents;
    const left = prices.map(isAsLeft);
    for (const [at, one] of before.entries()) if (left[at]) tell(world, one);
  },
});

/** A price with a digit too many, or a misplaced point. */
export const misprice = act<Priced & { key: string }>({
  weight: 2,
  choose(world, random) {
    const product = random.pick([...world.products.keys()]);
    const list = random.chance(0.4) ? (random.pick([...world.lists.keys()]) ?? null) : null;
    if (product === undefined) return undefined;
    const now = written(world, list, product);
    if (now === undefined || now > 20_000) return undefined;
    world.serial += 1;
    const cents = random.chance(0.5) ? now * 10 : Math.max(1, Math.round(now / 10));
    return { key: `slip ${world.serial}`, list, product, cents };
  },
  say: ({ list, product, cents }) =>
    `${product} is mistyped as $${inText(cents)} ${list === null ? "in the catalogue" : `on ${list}`}`,
  async run(world, { key, list, product, cents }) {
    const right = written(world, list, product);
    if (right === undefined) throw new Skipped("price");
    await save(world, { list, product, cents });
    world.slips.set(key, { list, product, cents: right });
  },
});

/** Corrects a mistyped price, perhaps days later. */
export const mend = act<{ key: string }>({
  weight: 5,
  choose(world, random) {
    const key = random.pick([...world.slips.keys()]);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} is corrected`,
  async run(world, { key }) {
    await save(world, known(world.slips, key));
    world.slips.delete(key);
  },
});

async function save(world: World, price: Priced): Promise<void> {
  const { list, product, cents } = price;
  const { id: productId } = known(world.products, product);
  const column = list === null ? "base" : known(world.lists, list);
  const change = { column, productId, wanted: inText(cents) };
  // The first attempt returns the current price, which the form has to name.
  const [conflict] = await savePrices(world.db, world.staff, [{ ...change, seen: "?" }], null);
  const seen = conflict?.stored;
  if (seen !== undefined) await savePrices(world.db, world.staff, [{ ...change, seen }], null);
  tell(world, price);
}
