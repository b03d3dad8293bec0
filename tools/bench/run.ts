import { parseArgs } from "node:util";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { machine, writeFigures } from "./figures.ts";
import { backOffice } from "./parts/back-office.ts";
import { busy } from "./parts/busy.ts";
import { cards } from "./parts/cards.ts";
import { catalogue } from "./parts/catalogue.ts";
import { dear } from "./parts/dear/dear.ts";
import { guide } from "./parts/guide.ts";
import { images } from "./parts/images.ts";
import { imports } from "./parts/import.ts";
import { life } from "./parts/life.ts";
import { packing } from "./parts/meat/packing.ts";
import { recall } from "./parts/meat/recall.ts";
import { stock } from "./parts/meat/stock.ts";
import { mixed } from "./parts/mixed.ts";
import { money } from "./parts/money.ts";
import { orders } from "./parts/orders.ts";
import { overload } from "./parts/overload.ts";
import { pages } from "./parts/pages.ts";
import { postal } from "./parts/postal.ts";
import { processes } from "./parts/processes.ts";
import { lastPlaces } from "./parts/rivals.ts";
import { scale } from "./parts/scale.ts";
import { emptyPlace } from "./place.ts";
import { asMarkdown, type Section } from "./section.ts";

/**
 * Benchmarks the built shop on this machine: `npm run bench`, or some parts as in `npm run bench --
 * pages orders`. `--seconds=1` for a quick look, `--write` to write the results to
 * docs/benchmarks.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);

const parts: Record<string, (serverUrl: string) => Promise<Section[]>> = {
  pages: () => pages(seconds),
  "back-office": () => onEach((places) => backOffice(places, seconds)),
  orders: () => onEach((places) => orders(places, seconds)),
  packing: () => onEach((places) => packing(places, seconds)),
  money: () => onEach((places) => money(places, seconds)),
  cards: () => onEach((places) => cards(places, seconds)),
  catalogue: () => onEach(catalogue),
  guide: () => onEach((places) => guide(places, seconds)),
  import: () => onEach((places) => imports(places, seconds)),
  postal: () => onEach((places) => postal(places, seconds)),
  recall: () => onEach((places) => recall(places, seconds)),
  rivals: () => onEach((places) => lastPlaces(places, seconds)),
  stock: () => onEach((places) => stock(places, seconds)),
  scale: (serverUrl) => scale(serverUrl, seconds),
  overload: () => onEach((places) => overload(places, seconds)),
  busy: () => onEach((places) => busy(places, seconds)),
  dear: () => onEach((places) => dear(places, seconds)),
  images: () => images(Math.min(seconds, 2)),
  life: () => life(seconds),
  processes: () => processes(seconds),
  mixed: () => onEach((places) => mixed(places, seconds)),
};
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  throw new Error(`No such part: ${unknown}. There are ${Object.keys(parts).join(", ")}.`);
}

const server = await startTestServer();
process.stdout.write(`${machine()}\n`);
try {
  for (const name of wanted) {
    const sections = (await parts[name]?.(server.url)) ?? [];
    process.stdout.write(`\n${sections.map(asMarkdown).join("\n\n")}\n`);
    if (values.write) await writeFigures(name, sections);
  }
} finally {
  await server.stop();
}

/** Runs a measurement on an empty database of each kind. */
async function onEach(
  measure: (places: Awaited<ReturnType<typeof emptyPlace>>[]) => Promise<Section[]>,
): Promise<Section[]> {
  const places = [await emptyPlace()];
  try {
    return await measure(places);
  } finally {
    for (const place of places) await place.remove();
  }
}
