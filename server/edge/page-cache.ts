import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { type KeptPage, keepPage, representationFor } from "./kept-page.ts";
import { plainPage } from "./plain-answer.ts";
import { isPage, keptAddress } from "./public-page.ts";

const mebibyte = 1024 * 1024;

/** Every page of a catalogue of some thousand products. */
const maxBytes = 64 * mebibyte;

/** As the catalogue's own answers (specification, section 9), should a change ever go unheard. */
const maxAge = 5 * 60_000;

interface PageCacheOptions {
  /** Makes an answer; `origin` plus a kept address, without anything of the visitor: HTML of a page. */
  render: (request: Request) => Response | Promise<Response>;
  origin: string;
  log: Logger;
  /** Called for every page that was there already. */
  onServed?: (() => void) | undefined;
}

/** An answer that is not kept: a page not found, a redirect, a failure. */
interface OtherAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers public pages from memory. */
export interface PageCache {
  /** Whether it answers this request; if not, somebody else must, and nothing has been touched. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** Has every page made anew at its next request; for the `catalog_changed` channel. */
  drop(): void;
}

/**
 * Whole public pages in memory, each made once however many ask at the same time, and without
 * cookies, so that nothing of one visitor can reach another. A page that has been dropped is still
 * shown while the shop cannot make a new one, for instance because the database is away.
 */
export function createPageCache({ render, origin, log, onServed }: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, { page: KeptPage; madeIn: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => page.bytes,
    ttl: maxAge,
    // How exactly, in ms. By the millisecond, which is usual, each of them takes a timer of its own:
    // a fifth of what a request costs.
    ttlResolution: 1000,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const making = new Map<string, Promise<KeptPage | OtherAnswer>>();
  // Rises with every change: what was begun before one is out of date when it is there.
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
      // One that a change has overtaken must not stand in the way of a newer one.
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
    // What is being made since before a change is not for those who ask after it.
    const key = `${generation} ${address}`;
    const pending = making.get(key) ?? make(address).finally(() => making.delete(key));
    making.set(key, pending);
    return pending;
  }

  return {
    answers(request, response) {
      const { method, url = "" } = request;
      if (method !== "GET" && method !== "HEAD") return false;
      // The address as it was asked for is mostly the one it is kept under.
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
  const id = ["x-request-id", randomUUID()];
  if (matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, unchanged.concat(id)).end();
    return;
  }
  response.writeHead(200, headers.concat(id));
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Weakly, as RFC 9110 (section 13.1.2) asks: proxies that compress mark the name as weak. */
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
