import { maxUploadBytes, PictureRefusedError, tooLargeMessage } from "./picture-upload.ts";

/** How much of a file that is too large is let pass, so that the browser hears why it is refused. */
const mostDiscarded = 5 * maxUploadBytes;

/**
 * The body of an upload. It is counted as it comes, since what a request says of its length need
 * not be so, and no more than the limit is ever kept.
 *
 * @param limit in bytes; another one in tests
 * @throws PictureRefusedError with status 413 for a larger one
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  limit: number = maxUploadBytes,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > mostDiscarded) break;
  }
  if (size > limit) throw new PictureRefusedError(tooLargeMessage, 413);
  return Buffer.concat(chunks);
}
