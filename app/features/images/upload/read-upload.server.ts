import { ImageRefusedError, maxUploadBytes, tooLargeMessage } from "./image-upload.ts";

/**
 * How much of an oversized body to read and discard, so that the browser gets the error response.
 */
const mostDiscarded = 5 * maxUploadBytes;

/**
 * Reads an upload's body. Counts bytes as they arrive, because Content-Length can't be trusted;
 * never buffers more than the limit.
 *
 * @param limit in bytes; replaceable in tests
 * @throws ImageRefusedError with status 413 if the body is larger
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
  if (size > limit) throw new ImageRefusedError(tooLargeMessage, 413);
  return Buffer.concat(chunks);
}
