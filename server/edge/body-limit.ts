import type { Context } from "hono";
import { createMiddleware } from "hono/factory";

interface BodyLimits {
  /** Returns whether the request's handler reads and limits the body itself. */
  isReadElsewhere?: (c: Context) => boolean;
  /** The longest form, new prices of 1,000 products in seven columns, takes four fifths of it. */
  bytes?: number;
  /** Maximum bytes of bodies that aren't forms. */
  bytesOfOthers?: number;
  /** Timeout for receiving the body (ms). */
  patience?: number;
}

/** JSON sent by the shop's own pages takes a tenth of it. */
const ownJson = 32 * 1024;

/** A page of the order pad, plus the lines of its other pages. */
const maxFields = 2_000;

const tooLarge = "The request is too large.";
const tooMany = "This form has too many fields.";
const tooSlow = "The request took too long to arrive. Please try again.";
const noLength = "Please send the length of the body (Content-Length).";
const multipart = "Forms must be sent as application/x-www-form-urlencoded.";

/**
 * Reads a request's body, and limits the work of its parser. Rejects:
 * - a body that is too large (413), by its Content-Length;
 * - one that takes too long (408), so that slow senders hold nothing but their own connection;
 * - a form with too many fields (413), counted without parsing it;
 * - a multipart form (415): the shop sends none, and parsing one is expensive;
 * - a chunked body (411): browsers and buffering proxies send none, and chunks of one byte each are
 *  a hundred times the work.
 */
export function bodyLimit({
  isReadElsewhere = () => false,
  bytes = 256 * 1024,
  bytesOfOthers = ownJson,
  patience = 20_000,
}: BodyLimits = {}) {
  return createMiddleware(async (c, next) => {
    const { headers, method } = c.req.raw;
    if (method === "GET" || method === "HEAD" || isReadElsewhere(c)) return next();
    // The rest of the body is not read, so the connection cannot be reused.
    const refuse = (error: string, status: 408 | 411 | 413 | 415) =>
      c.json({ error }, status, { Connection: "close" });
    const type = headers.get("content-type")?.trim().toLowerCase() ?? "";
    if (type.startsWith("multipart/")) return refuse(multipart, 415);
    const isForm = type.startsWith("application/x-www-form-urlencoded");
    const limit = isForm ? bytes : Math.min(bytes, bytesOfOthers);
    if (headers.has("transfer-encoding")) return refuse(noLength, 411);
    if (Number(headers.get("content-length")) > limit) return refuse(tooLarge, 413);
    // Accessed only now, because that starts reading the body.
    const { body } = c.req.raw;
    if (!body) return next();
    const read = await readWithin(body, limit, patience);
    if (read === "large") return refuse(tooLarge, 413);
    if (read === "lost") return refuse(tooSlow, 408);
    if (isForm && hasManyFields(read)) return refuse(tooMany, 413);
    c.req.raw = new Request(c.req.raw, { body: read });
    return next();
  });
}

function hasManyFields(form: Buffer): boolean {
  let fields = 1;
  for (let at = form.indexOf("&"); at >= 0; at = form.indexOf("&", at + 1)) {
    fields += 1;
    if (fields > maxFields) return true;
  }
  return false;
}

/** Returns the complete body, or "lost" if it comes too late, or the sender has left. */
async function readWithin(body: ReadableStream<Uint8Array>, bytes: number, patience: number) {
  const reader = body.getReader();
  const late = new AbortController();
  const timeout = setTimeout(() => {
    late.abort();
    void reader.cancel("late").catch(() => undefined);
  }, patience);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late.signal.aborted) return "lost";
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > bytes) return "large";
      chunks.push(value);
    }
  } catch {
    return "lost";
  } finally {
    clearTimeout(timeout);
  }
}
