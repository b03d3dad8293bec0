import { createMiddleware } from "hono/factory";

interface BodyLimits {
  /** The longest form there is, an order of every cut with notes, takes a fifth of it. */
  bytes?: number;
  /** How long sending it may take (ms). */
  patience?: number;
}

/** Looks at every byte itself while it comes in (features/images). */
const uploads = /^\/api\/images(?:\.data)?$/;

const tooLarge = "What was sent is too large.";
const tooSlow = "What was sent did not arrive in time. Please try again.";

/**
 * Reads the body of a request before anything is done with it. One that is too large is refused
 * (413) as soon as that is known, whatever length it claims; one that takes too long is given up
 * (408), so that slow senders hold nothing but their own connection.
 */
export function bodyLimit({ bytes = 256 * 1024, patience = 20_000 }: BodyLimits = {}) {
  return createMiddleware(async (c, next) => {
    const { body, headers } = c.req.raw;
    if (!body || uploads.test(c.req.path)) return next();
    // The rest of such a body is not waited for, so the connection cannot be used again.
    const refuse = (error: string, status: 413 | 408) =>
      c.json({ error }, status, { Connection: "close" });
    if (Number(headers.get("content-length")) > bytes) return refuse(tooLarge, 413);
    const read = await readWithin(body, bytes, patience);
    if (read === "large") return refuse(tooLarge, 413);
    if (read === "lost") return refuse(tooSlow, 408);
    c.req.raw = new Request(c.req.raw, { body: read });
    return next();
  });
}

/** The whole of a body; "lost" where its end does not come, since it is late or its sender has left. */
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
