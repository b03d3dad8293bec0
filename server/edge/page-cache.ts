import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { plainPage } from "./plain-answer.ts";
import { isPage, keptAddress } from "./public-page.ts";

const mebibyte = 1024 * 1024;

/** Enough for every page of a catalogue of some thousand products. */
const maxBytes = 64 * mebibyte;

/** Same as the catalogue's cache, in case a notification is missed. */
const maxAge = 5 * 60_000;

interface PageCacheOptions {
  /** Renders a page of `origin`, with `Accept: text/html`, and nothing of the visitor. */
  render: (request: Request) => Response | Promise<Response>;
  origin: string;
  log: Logger;
  onServed?: (() => void) | undefined;
}

/** A response that is not cached: page not found, redirect, failure. */
interface OtherAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PageCache {
  /** True if it answers this request; otherwise the caller must. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** Invalidates every page; for the `catalog_changed` channel. */
  drop(): void;
}

/**
 * Caches whole public pages in memory. Each is rendered once, even under concurrent requests, and
 * without cookies, so that nothing of one visitor can reach another. A stale page is served while
 * the shop cannot render a new one, for instance because the database is down.
 */
export function createPageCache({ render, origin, log, onServed }: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, { page: KeptPage; madeIn: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => page.bytes,
    ttl: maxAge,
    // Resolution in ms. The default of 1 ms sets a timer per lookup: a fifth of a request's cost.
    ttlResolution: 1000,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const making = new Map<string, Promise<KeptPage | OtherAnswer>>();
  // Incremented by every change: renders started before one are stale when they finish.
  let generation = 0;

  function fresh(address: string): KeptPage | undefined {
    const kept = pages.get(address, { allowStale: false });
    return kept?.madeIn === generation ? kept.page : undefined;
  }

  async function make(address: string): Promise<KeptPage | OtherAnswer> {
    const madeIn = generation;
    const headers = isPage(address) ? { Accept: "text/html" } : undefined;
    const answer = await render(new Request(origin + address, { headers }));
    if (answer.status === 200) {
      const page = await keepPage(answer);
      // A stale render must not replace a newer page.
      if (madeIn === generation || !pages.has(address)) pages.set(address, { page, madeIn });
      return page;
    }
    const body = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    const old = status >= 500 ? pages.get(address) : undefined;
    if (!old) return { status, headers: Object.fromEntries(answer.headers), body };
    log.warn({ path: address, status }, "served an older page in place of a failure");
    return old.page;
  }

  function made(address: string): Promise<KeptPage | OtherAnswer> {
    // Renders started before a change must not be shared with requests made after it.
    const key = `${generation} ${address}`;
    const pending = making.get(key) ?? make(address).finally(() => making.delete(key));
    making.set(key, pending);
    return pending;
  }

  return {
    answers(request, response) {
      const { method, url = "" } = request;
      if (method !== "GET" && method !== "HEAD") return false;
      // Fast path: the requested URL is usually the cache key.
      let page = fresh(url);
      if (!page) {
        const address = keptAddress(url);
        if (address === null) return false;
        page = fresh(address);
        if (!page) {
          made(address)
            .then((answer) => send(request, response, answer))
            .catch((error: unknown) => fail(response, error));
          return true;
        }
      }
      onServed?.();
      sendPage(request, response, page);
      return true;
    },
    drop() {
      generation++;
    },
  };

  function fail(response: ServerResponse, error: unknown) {
    log.error({ err: error }, "a page could not be made");
    if (response.headersSent) {
      response.end();
      return;
    }
    response.writeHead(500, {
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
    response.end(plainPage(failed));
  }
}

const failed = {
  title: "Something went wrong",
  text: "This page could not be loaded. Please try again in a moment.",
  comfort: "Nothing in your cart is lost.",
};

function sendPage(request: IncomingMessage, response: ServerResponse, page: KeptPage): void {
  const { headers, unchanged, etag, body } = representationFor(
    page,
    request.headers["accept-encoding"],
  );
  const own = ["x-request-id", randomUUID(), ...untilNextSecond()];
  if (matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, unchanged.concat(own)).end();
    return;
  }
  response.writeHead(200, headers.concat(own));
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * Lets nginx (deploy/nginx.conf) answer with this page until the current second ends, and then ask
 * with its ETag. A number of seconds would be up to a second longer, since nginx counts whole ones.
 * Browsers ignore it, and nginx does not pass it on.
 */
function untilNextSecond(): string[] {
  return ["x-accel-expires", `@${Math.floor(Date.now() / 1000)}`];
}

/** Weak comparison, as RFC 9110 (section 13.1.2) requires: compressing proxies weaken the ETag. */
function matches(asked: string | undefined, etag: string): boolean {
  if (!asked) return false;
  return asked === "*" || asked.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptPage | OtherAnswer,
): void {
  if ("identity" in answer) {
    sendPage(request, response, answer);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(request.method === "HEAD" ? undefined : answer.body);
}

/** A ready response: the body in one encoding, with all headers. */
interface Representation {
  /** Name, value, name, value …, which Node writes without further processing. */
  headers: string[];
  /** Headers of a 304. */
  unchanged: string[];
  /** Strong: identifies exactly these bytes. */
  etag: string;
  body: Buffer;
}

interface KeptPage {
  br: Representation;
  gzip: Representation;
  identity: Representation;
  /** Total of all three. */
  bytes: number;
}

// Saves half a page's bytes, in a tenth of the time that the last percent would take.
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const gzipLevel = { level: 9 };

/** Always revalidate, which costs a few bytes if nothing has changed. */
const cacheControl = "public, max-age=0, must-revalidate";

/** Headers of a single request or connection, not of the page. */
const passing = new Set(["x-request-id", "set-cookie", "connection", "date", "content-length"]);

/** Compresses a response in all encodings. Keeps its headers, except those of the one request. */
async function keepPage(answer: Response): Promise<KeptPage> {
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
function representationFor(page: KeptPage, accepted: string | undefined): Representation {
  if (!accepted) return page.identity;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return page.br;
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return page.gzip;
  return page.identity;
}
