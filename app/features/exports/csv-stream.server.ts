interface ExportLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * A file as the body of an answer. A piece is made when the reader asks for it and no sooner: who
 * reads slowly slows it down, and who leaves ends it. Where one cannot be made the stream breaks, so
 * that a browser shows a failed download and not a file that seems whole. The log tells how it ended.
 *
 * @throws whatever the first piece fails with, so that there is no answer yet and another can be given
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
        // Not the error itself: the server might write its text at the end of the file.
        controller.error(new Error("The export broke off"));
      }
    },
    async cancel() {
      log.info({}, "an export was given up by its reader");
      await pieces.return(0);
    },
  };
  // Nothing is made ahead.
  return new ReadableStream(source, { highWaterMark: 0 });
}
