import { setTimeout } from "node:timers/promises";

/** In ms between two chunks. */
const longestRest = 100;

/** Resolves when the next chunk, of any file, may be made. */
let free: Promise<unknown> = Promise.resolve();

/**
 * Makes a chunk after those that other files requested earlier, and after a pause as long as the
 * last one took, which is left to the pages: a download waits for the whole file, not for its next
 * rows.
 */
function inTurn<Piece>(make: () => Promise<Piece>): Promise<Piece> {
  let rest = 0;
  const piece = free.then(async () => {
    const began = performance.now();
    try {
      return await make();
    } finally {
      rest = Math.min(performance.now() - began, longestRest);
    }
  });
  // The stream's reader gets the error.
  free = Promise.allSettled([piece]).then(() => setTimeout(rest));
  return piece;
}

interface ExportLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * Returns a CSV file as a response body. Chunks are produced on demand: a slow reader applies
 * backpressure, and a disconnect stops it. On errors the stream breaks, so that the browser shows a
 * failed download rather than a truncated file. Logs how it ended. Across all files, only one chunk
 * is made at a time, which leaves half of the time to the pages.
 *
 * @throws the error of the first chunk, so that the caller can still send an error response
 */
export async function csvStream(
  pieces: AsyncGenerator<string, number>,
  log: ExportLog,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string, number> | undefined = await inTurn(() => pieces.next());
  async function nextPiece() {
    if (first) {
      const piece = first;
      first = undefined;
      return piece;
    }
    return inTurn(() => pieces.next());
  }
  let hasLeft = false;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await nextPiece();
        // The reader left while the chunk was queued.
        if (hasLeft) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        log.info({ rows: value }, "a list was exported");
        controller.close();
      } catch (error) {
        log.error({ err: error }, "an export broke off");
        // Not the error itself: the server might append its message to the file.
        controller.error(new Error("The export broke off"));
      }
    },
    async cancel() {
      hasLeft = true;
      log.info({}, "an export was given up by its reader");
      await pieces.return(0);
    },
  };
  // Don't read ahead.
  return new ReadableStream(source, { highWaterMark: 0 });
}
