import "#server/node-env.ts";
import { parseArgs } from "node:util";
import { makeTemplate } from "#tests/setup/servers/migrated-template.ts";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { writeFigures } from "../../tools/bench/figures.ts";
import { figure } from "../../tools/bench/section.ts";
import { liveWeeks } from "./life/crew.ts";
import { inWords, kindsOfActs, type Lived, type Step } from "./life/life.ts";
import { liveAgainOn } from "./life/place.ts";
import { shrink } from "./life/shrink.ts";
import { Tally } from "./life/tally.ts";

/**
 * `npm run weeks`: simulates weeks until a finding, which is printed as a story (docs/weeks.md).
 * Exits with status 1 after one, or if the weeks did too little to prove anything.
 */

const { values } = parseArgs({
  options: {
    weeks: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    size: { type: "string", default: "full" },
    processes: { type: "string", default: "1" },
    steps: { type: "boolean", default: false },
    on: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    patience: { type: "string", default: "300" },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const [first, wanted] = [Number(values.seed), Number(values.weeks)];
const seeds = Array.from({ length: wanted }, (_, at) => first + at);
const processes = Math.min(Number(values.processes), wanted);
const server = await startTestServer();
const tally = new Tally();
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
try {
  const ground = { serverUrl: server.url, template: await makeTemplate(server.url) };
  await liveWeeks({ ground, seeds, size: values.size, processes }, async (lived) => {
    tally.add(lived);
    if (values.steps) for (const step of lived.steps) say(inWords(step));
    if (lived.finding) await tell(lived, (some) => liveAgainOn(ground, lived, some));
    if (tally.lives % 10 === 0) say(`${tally.lives} weeks, ${seconds()} s`);
    return values.on || !lived.finding;
  });
} finally {
  await server.stop();
}
const { lives, acts, refusals, found } = tally;
say(tally.inWords(values.steps));
say(`\n${lives} weeks, ${acts} acts, ${refusals} refused, ${found} found, ${seconds()} s`);
const shortcomings =
  found > 0 || values.size === "small"
    ? []
    : values.size === "year"
      ? tally.shortcomingsOfYear()
      : tally.shortcomings(kindsOfActs);
for (const sentence of shortcomings) say(`Too little: ${sentence}.`);
if (values.write) await write();
process.exitCode = found + shortcomings.length > 0 ? 1 : 0;

/** Prints the story of a finding, with as few acts as the patience allows. */
async function tell(lived: Lived, again: (some: readonly Step[]) => Promise<Lived>): Promise<void> {
  const { seed, first: day, steps, finding } = lived;
  say(`\nSeed ${seed}, from ${day}, after ${steps.length} acts: ${finding}`);
  const least = await shrink(lived, again, Number(values.patience) * 1000);
  say(`\nIn ${least.steps.length} acts:`);
  for (const step of least.steps) say(`  ${inWords(step)}`);
  say(`  ${least.finding}\n`);
}

function write(): Promise<void> {
  const row = [lives, acts, refusals, found, lives / 52, seconds()].map(figure);
  return writeFigures("weeks", [
    {
      title: "Simulated weeks",
      head: ["size", "weeks", "acts", "refused", "found", "simulated years", "seconds"],
      rows: [[values.size, ...row]],
      notes: [`\`npm run weeks -- --weeks ${wanted} --processes ${processes} --write\``],
    },
  ]);
}
