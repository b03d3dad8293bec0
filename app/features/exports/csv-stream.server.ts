interface ExportLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * A CSV file as a response body. Pieces are produced on demand: a slow reader applies backpressure,
 * and a disconnect stops it. On errors the stream breaks, so that the browser shows a failed
 * download rather than a truncated file. Logs how it ended.
 *
 * @throws the error of the first piece, so that the caller can still send an error response
 */
export async function csvStream(
  pieces: AsyncGenerator<string, number>,
  log: ExportLog,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string, number> | undefined = await pieces.next();
  async function nextPiece() {
    const piece = first ?? (await pieces.next());
    first = undefined;
    return piece;
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await nextPiece();
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
      log.info({}, "an export was given up by its reader");
      await pieces.return(0);
    },
  };
  // Don't read ahead.
  return new ReadableStream(source, { highWaterMark: 0 });
}
