import { parseArgs } from "node:util";
import { makeTemplate } from "#tests/setup/servers/migrated-template.ts";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { added, inWords, type Lived, type Step, sizeOf } from "./life/life.ts";
import { liveAgainOn, liveOn } from "./life/place.ts";
import { shrink } from "./life/shrink.ts";

/**
 * `npm run weeks`: lives simulated weeks until one of them ends in a finding, which is told as a story, or
 * all are lived. See docs/weeks.md. Leaves with status 1 when something was found.
 */

const { values } = parseArgs({
  options: {
    weeks: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    size: { type: "string", default: "full" },
    steps: { type: "boolean", default: false },
    on: { type: "boolean", default: false },
    patience: { type: "string", default: "300" },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const table = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([what, count]) => `${String(count).padStart(7)}  ${what}`)
    .join("\n");

const first = Number(values.seed);
const wanted = Number(values.weeks);
const server = await startTestServer();
const ground = { serverUrl: server.url, template: await makeTemplate(server.url) };
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const [done, refused, words] = [new Map(), new Map(), new Map()];
let [lives, found] = [0, 0];
try {
  for (let seed = first; seed < first + wanted; seed += 1) {
    const lived = await liveOn(ground, seed, sizeOf(seed, values.size));
    lives += 1;
    added(done, lived.done);
    added(refused, lived.refused);
    added(words, lived.words);
    if (values.steps) for (const step of lived.steps) say(inWords(step));
    if (lived.finding) {
      found += 1;
      await tell(lived);
      if (!values.on) break;
    }
    if (lives % 10 === 0) say(`${lives} weeks, ${seconds()} s`);
  }
} finally {
  await server.stop();
}
say(`\nDone\n${table(done)}\n\nRefused\n${table(refused)}`);
if (values.steps) say(`\nWhy\n${table(words)}`);
const tried = [done, refused].map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
say(`\n${lives} weeks, ${tried[0]} acts, ${tried[1]} refused, ${found} found, ${seconds()} s`);
process.exitCode = found > 0 ? 1 : 0;

/** The story of a life that ended in a finding, with as few acts as there is patience to find. */
async function tell(lived: Lived): Promise<void> {
  say(
    `\nSeed ${lived.seed}, from ${lived.first}, after ${lived.steps.length} acts: ${lived.finding}`,
  );
  const again = (some: readonly Step[]) => liveAgainOn(ground, lived, some);
  const least = await shrink(lived, again, Number(values.patience) * 1000);
  say(`\nIn ${least.steps.length} acts:`);
  for (const step of least.steps) say(`  ${inWords(step)}`);
  say(`  ${least.finding}\n`);
}
