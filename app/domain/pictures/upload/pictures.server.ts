import { availableParallelism } from "node:os";
import { createHelperProcess } from "#app/lib/helper-process.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { PrivateImage } from "../decode-image.server.ts";
import { createWorkQueue, QueueFullError } from "../variants/work-queue.server.ts";
import { type PictureLimits, pictureLimits } from "./decoder-limits.ts";
import type { PictureAnswer, PictureQuestion } from "./picture-worker.ts";
import type { PreparedImage } from "./prepare-image.server.ts";

/** Decodes and re-encodes uploads. No other code may pass their bytes to a decoder. */
export interface Pictures {
  /** For library images, uploaded by staff. @throws Refusal; QueueFullError if it takes too long */
  forLibrary(file: Uint8Array): Promise<PreparedImage>;
  /**
   * For private photos, to at most `maxSide` pixels a side.
   *
   * @throws Refusal; QueueFullError immediately if too many wait, or if it takes too long
   */
  forPrivate(file: Uint8Array, maxSide: number): Promise<PrivateImage>;
  readonly pids: number[];
  close(): void;
}

/** Leaves one CPU free for everything else. */
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1));

const tooLong = "This image takes too long to read. Please choose another.";

/**
 * Decodes each picture in a separate process, to limit its time and memory: a one-megabyte JPEG can
 * keep the decoder busy for a minute, and no library interrupts that. `limits` are replaceable in
 * tests.
 */
export function createPictures(limits: PictureLimits = pictureLimits): Pictures {
  const queue = createWorkQueue({ atOnce, mayWait: limits.mayWait });
  const helpers = Array.from({ length: atOnce }, () =>
    createHelperProcess<PictureQuestion, PictureAnswer>({
      module: "#app/domain/pictures/upload/picture-worker.ts",
      heap: 128,
      limits,
      tooMuch: () => new Refusal("invalid", tooLong),
      tooSlow: () => new QueueFullError("The machine is too busy to decode it"),
    }),
  );
  const free = [...helpers];

  async function decode(question: PictureQuestion): Promise<PictureAnswer> {
    // The queue admits only as many as there are processes.
    const helper = free.pop();
    if (!helper) throw new Error("More pictures are decoded than there are processes for");
    try {
      return await helper.ask(question);
    } finally {
      free.push(helper);
    }
  }

  return {
    async forLibrary(file) {
      const answer = await queue.run(() => decode({ file, maxSide: null }), { turn: "first" });
      if ("library" in answer) return answer.library;
      throw refusal(answer);
    },
    async forPrivate(file, maxSide) {
      const answer = await queue.run(() => decode({ file, maxSide }));
      if ("photo" in answer) return answer.photo;
      throw refusal(answer);
    },
    get pids() {
      return helpers.flatMap(({ pid }) => pid ?? []);
    },
    close() {
      for (const helper of helpers) helper.close();
    },
  };
}

function refusal(answer: PictureAnswer): Error {
  if ("refused" in answer) return new Refusal("invalid", answer.refused);
  return new Error(
    `A picture was not decoded: ${"failed" in answer ? answer.failed : "no answer"}`,
  );
}
