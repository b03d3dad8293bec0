import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { packRows } from "./packed-rows.ts";

const table = (count: number) =>
  Array.from({ length: count }, (_, id) => `${id}\t${"rib eye ".repeat(9)}${(id * 7919) % 9973}\n`);

/** Packs rows in COPY's format, in chunks of any length. */
async function pack(rows: string[], chunkLength = 65_521) {
  const text = Buffer.from(rows.join(""));
  const chunks: Buffer[] = [];
  for (let at = 0; at < text.length; at += chunkLength) {
    chunks.push(text.subarray(at, at + chunkLength));
  }
  const { pack: step, done } = packRows(() => undefined);
  const content = await buffer(Readable.from(step(Readable.from(chunks))));
  const { file, rows: counted } = done();
  return { content, counted, file, parts: file.parts ?? [] };
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

const many = table(40_000);

it("packs rows into one gzip file of parts that can each be read alone", async () => {
  const { content, counted, file, parts } = await pack(many);
  expect(gunzipSync(content).toString()).toBe(many.join(""));
  expect(counted).toBe(many.length);
  expect(file).toMatchObject({ bytes: content.length, sha256: sha256(content) });
  expect(parts.length).toBeGreaterThan(5);
  let at = 0;
  for (const { bytes, sha256: digest } of parts) {
    const part = content.subarray(at, at + bytes);
    expect(sha256(part)).toBe(digest);
    expect(gunzipSync(part).at(-1)).toBe(10);
    at += bytes;
  }
  expect(at).toBe(content.length);
});

it("packs rows identically in chunks of any length", async () => {
  expect((await pack(many, 61)).file).toEqual((await pack(many)).file);
});

it("changes at most four parts when rows are added, changed and removed", async () => {
  const before = new Set((await pack(many)).parts.map((part) => part.sha256));
  const changed = many.with(20_000, "20000\tanother cut\n").toSpliced(9, 1);
  changed.push("40000\ta new one\n");
  const after = (await pack(changed)).parts;
  const others = after.filter((part) => !before.has(part.sha256));
  expect(others.length).toBeGreaterThan(0);
  expect(others.length).toBeLessThanOrEqual(4);
});

it("limits a part of equal rows", async () => {
  const alike = Array.from({ length: 60_000 }, () => `${"the same ".repeat(12)}\n`);
  const { content, parts } = await pack(alike);
  expect(parts.length).toBeGreaterThan(2);
  expect(gunzipSync(content).toString()).toBe(alike.join(""));
});

it("packs an empty table to an empty gzip file", async () => {
  const { content, counted } = await pack([]);
  expect([gunzipSync(content).length, counted]).toEqual([0, 0]);
});
