import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A ready response: the body in one encoding, with all headers. */
export interface Representation {
  /** Name, value, name, value …, which Node writes without further processing. */
  headers: string[];
  /** Headers of a 304. */
  unchanged: string[];
  /** Strong: identifies exactly these bytes. */
  etag: string;
  body: Buffer;
}

/** A response in all encodings that browsers request. */
export interface KeptPage {
  br: Representation;
  gzip: Representation;
  identity: Representation;
  /** Total of all three. */
  bytes: number;
}

// Saves half a page's bytes, in a tenth of the time that the last percent would take.
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const gzipLevel = { level: 7 };

/** Always revalidate, which costs a few bytes if nothing has changed. */
const cacheControl = "public, max-age=0, must-revalidate";

/** Headers of a single request or connection, not of the page. */
const passing = new Set(["x-request-id", "set-cookie", "connection", "date", "content-length"]);

/** Compresses a response in all encodings. Keeps its headers, except those of the one request. */
export async function keepPage(answer: Response): Promise<KeptPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, brotliLevel),
    promisify(gzip)(body, gzipLevel),
  ]);
  const common = Object.fromEntries([...answer.headers].filter(([name]) => !passing.has(name)));
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);

  function represent(bytes: Buffer, encoding: string): Representation {
    const etag = encoding ? `"${digest}-${encoding}"` : `"${digest}"`;
    const facts = { ...common, "cache-control": cacheControl, vary: "Accept-Encoding", etag };
    const unchanged = Object.entries(
      encoding ? { ...facts, "content-encoding": encoding } : facts,
    ).flat();
    const headers = [...unchanged, "content-length", String(bytes.byteLength)];
    return { headers, unchanged, etag, body: bytes };
  }

  return {
    br: represent(br, "br"),
    gzip: represent(gzipped, "gzip"),
    identity: represent(body, ""),
    bytes: body.byteLength + br.byteLength + gzipped.byteLength,
  };
}

/** Selects a representation for an Accept-Encoding header (RFC 9110, section 12.5.3). */
export function representationFor(page: KeptPage, accepted: string | undefined): Representation {
  if (!accepted) return page.identity;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return page.br;
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return page.gzip;
  return page.identity;
}
