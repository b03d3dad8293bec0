import { createHash } from "node:crypto";
import type { Log } from "#db/database.ts";
import { readImageAddress, type VariantFormat } from "../image-address.ts";
import type { ImageReader, KnownImage } from "../storage/image-reader.server.ts";
import { type ImageStorage, originalCacheControl } from "../storage/image-storage.server.ts";
import type { ImageVariants } from "./image-variants.server.ts";
import { readVariantAddress, type VariantAddress } from "./variant-address.server.ts";
import { QueueFullError } from "./work-queue.server.ts";

interface DeliveryTools {
  reader: Pick<ImageReader, "find">;
  storage: Pick<ImageStorage, "read">;
  variants: ImageVariants;
}

interface Content {
  bytes: Buffer;
  contentType: string;
  cacheControl: string;
}

const forGood = "public, max-age=31536000, immutable";
const askAgain = "public, no-cache";
const notKept = "no-store";

const contentTypes: Record<VariantFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
};

/**
 * Handles `GET` and `HEAD` requests for `/photos/…`: stored images and the listed variants.
 * Malformed URLs are rejected without a lookup, unknown images after one query; neither is cached.
 * URLs with the current version are immutable; other URLs return the current image with a short
 * cache lifetime. A variant whose turn doesn't come is replaced by the nearest existing one, at
 * worst the original, because browsers don't retry a failed image.
 */
export function createImageDelivery({ reader, storage, variants }: DeliveryTools) {
  async function contentAt(address: string): Promise<Content | null> {
    const variant = readVariantAddress(address);
    const asked = variant ?? readImageAddress(address);
    const image = asked && (await reader.find(asked.path, asked.version));
    if (!image) return null;
    if (!variant) {
      const bytes = await storage.read(image.path);
      const { contentType } = image;
      return bytes && { bytes, contentType, cacheControl: originalCacheControl };
    }
    try {
      const bytes = await variants.of(image, variant);
      const cacheControl = variant.version === image.version ? forGood : askAgain;
      return bytes && { bytes, contentType: contentTypes[variant.format], cacheControl };
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      return nearest(image, variant);
    }
  }

  /** Returns a substitute for a variant that can't be made now; it must not be cached. */
  async function nearest(image: KnownImage, variant: VariantAddress): Promise<Content | null> {
    const made = await variants.nearest(image, variant);
    if (made) {
      return { bytes: made.bytes, contentType: contentTypes[made.format], cacheControl: notKept };
    }
    const bytes = await storage.read(image.path);
    return bytes && { bytes, contentType: image.contentType, cacheControl: notKept };
  }

  return async (request: Request, log: Pick<Log, "error">): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    try {
      const content = await contentAt(pathname + search);
      return content ? answer(request, content) : refusal(404, "Not found");
    } catch (error) {
      log.error({ err: error }, "image not delivered");
      return refusal(503, "Please try again", { "Retry-After": "5" });
    }
  };
}

function answer(request: Request, { bytes, contentType, cacheControl }: Content): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const headers = { "Cache-Control": cacheControl, ETag: etag };
  if (isKnown(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": contentType,
      "Content-Length": String(bytes.byteLength),
    },
  });
}

/** Weak comparison; "*" matches any (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2). */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

function refusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { ...headers, "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
