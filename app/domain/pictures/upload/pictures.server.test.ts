import { afterEach, describe, expect, it } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import {
  phoneJpeg,
  refusedFiles,
  sampleJpeg,
  slowJpeg,
} from "#tests/setup/images/sample-images.ts";
import { QueueFullError } from "../variants/work-queue.server.ts";
import { type PictureLimits, pictureLimits } from "./decoder-limits.ts";
import { createPictures, type Pictures } from "./pictures.server.ts";

let pictures: Pictures;
afterEach(() => pictures.close());

function open(limits: Partial<PictureLimits> = {}): Pictures {
  pictures = createPictures({ ...pictureLimits, ...limits });
  return pictures;
}

it("prepares a file for storage in a process that is reused for the next", async () => {
  const { forLibrary, forPrivate } = open();
  const image = await forLibrary(await sampleJpeg(400, 300));
  expect(image).toMatchObject({ contentType: "image/jpeg", width: 400, height: 300 });
  expect(image.bytes).toBeInstanceOf(Buffer);
  const { pids } = pictures;
  expect(pids).toHaveLength(1);
  const photo = await forPrivate(await phoneJpeg(), 160);
  expect(photo).toMatchObject({ contentType: "image/webp", width: 120, height: 160 });
  expect(photo.bytes).toBeInstanceOf(Buffer);
  expect(pictures.pids).toEqual(pids);
});

it("refuses an invalid image with the decoder's message", async () => {
  const { forLibrary, forPrivate } = open();
  for (const [what, file] of await refusedFiles()) {
    await expect(forLibrary(file), what).rejects.toThrow(what);
    await expect(forPrivate(file, 160), what).rejects.toThrow(Refusal);
  }
});

// Only Linux reports what another process has used.
describe.runIf(process.platform === "linux")("a picture that takes the decoder too long", () => {
  const dear = slowJpeg(4000, 20_000);
  // Three times what a process takes to start and decode a small picture. No more: at its low
  // priority it gets a tenth of a busy machine.
  const work = 500;

  it("is refused by ending its process, and the next is decoded in another", async () => {
    const { forLibrary, forPrivate } = open({ work });
    const began = performance.now();
    const refused = forPrivate(dear, 1600);
    await expect(refused).rejects.toThrow(Refusal);
    await expect(refused).rejects.toThrow("takes too long");
    // Ended by its CPU time, long before the wall-clock limit.
    expect(performance.now() - began).toBeLessThan(pictureLimits.time);
    expect(pictures.pids).toEqual([]);
    expect(await forLibrary(await sampleJpeg())).toMatchObject({ width: 400 });
  });

  it("leaves no more than the allowed number waiting, and refuses the rest immediately", async () => {
    const { forPrivate } = open({ work, mayWait: 1 });
    const sent = Array.from({ length: 5 }, () => forPrivate(dear, 1600));
    const ends = (await Promise.allSettled(sent)).map((end) =>
      end.status === "rejected" ? end.reason : end.value,
    );
    expect(ends.filter((end) => end instanceof QueueFullError).length).toBeGreaterThanOrEqual(2);
    expect(ends.filter((end) => end instanceof Refusal).length).toBeGreaterThan(0);
  });
});

it("refuses a picture as to be sent again if a busy machine had no time for it", async () => {
  const { forPrivate } = open({ time: 1 });
  await expect(forPrivate(slowJpeg(4000, 2_000), 1600)).rejects.toThrow(QueueFullError);
  expect(pictures.pids).toEqual([]);
});

// Only Linux reports another process's memory.
it.runIf(process.platform === "linux")("refuses a picture that takes too much memory", async () => {
  const { forPrivate } = open({ memory: 1 });
  await expect(forPrivate(slowJpeg(4000, 2_000), 1600)).rejects.toThrow("takes too long");
  expect(pictures.pids).toEqual([]);
});

it("replaces a process that has grown, and ends an idle one", async () => {
  const grown = open({ replace: { memory: 1, answers: 9 } });
  await grown.forPrivate(await sampleJpeg(), 160);
  expect(pictures.pids).toEqual([]);
  pictures.close();
  const idle = open({ idle: 1 });
  await idle.forPrivate(await sampleJpeg(), 160);
  await expect.poll(() => pictures.pids).toEqual([]);
});
