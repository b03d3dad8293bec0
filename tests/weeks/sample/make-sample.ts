import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { packSample, sampleFile } from "#server/sample/sample-file.ts";
import { makeTemplate } from "#tests/setup/servers/migrated-template.ts";
import { startTestServer } from "#tests/setup/servers/test-server.ts";
import { liveSample } from "./live-sample.ts";

// `npm run sample`: lives the sample business and keeps it as server/sample/data, when a release is built.

const server = await startTestServer();
const began = performance.now();
try {
  const ground = { serverUrl: server.url, template: await makeTemplate(server.url) };
  const sample = await liveSample(ground, (line) => process.stdout.write(`${line}\n`));
  const packed = await packSample(sample);
  await mkdir(dirname(sampleFile), { recursive: true });
  await writeFile(sampleFile, packed);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${packed.length.toLocaleString("en-CA")} bytes, in ${seconds} s\n`);
} finally {
  await server.stop();
}
