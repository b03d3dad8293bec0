import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { countOf } from "#app/lib/in-words.ts";
import { packSample, readSample, sampleFile } from "#server/sample/sample-file.ts";
import { makeTemplate } from "#tests/setup/servers/migrated-template.ts";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { differencesOf } from "./compare.ts";
import { simulateSample } from "./live-sample.ts";

// `npm run sample`: simulates the sample business before a release and stores it in
// server/sample/data. With `-- --check`, it only compares it with the stored one, and exits with
// status 1 if they differ.

const say = (line: string) => process.stdout.write(`${line}\n`);
const server = await startTestServer();
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
try {
  const ground = { serverUrl: server.url, template: await makeTemplate(server.url) };
  const sample = await simulateSample(ground, say);
  if (process.argv.includes("--check")) {
    const kept = await readSample();
    const found = kept ? differencesOf(kept, sample) : ["there is no sample yet"];
    for (const one of found) say(one);
    say(`${countOf(found.length, "difference")}, ${seconds()} s`);
    process.exitCode = found.length > 0 ? 1 : 0;
  } else {
    const packed = await packSample(sample);
    await mkdir(dirname(sampleFile), { recursive: true });
    await writeFile(sampleFile, packed);
    say(`${packed.length.toLocaleString("en-CA")} bytes, in ${seconds()} s`);
  }
} finally {
  await server.stop();
}
