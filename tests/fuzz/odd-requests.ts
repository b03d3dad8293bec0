import * as fc from "fast-check";
import type { RawRequest } from "#tests/setup/raw-request.ts";
import { formBody, jsonBody, type SentBody } from "./odd-bodies.ts";
import { type KnownIds, value } from "./odd-values.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY"];

/** Query parameters that the shop or its parts read. */
const queryNames = [
  ...["q", "page", "category", "tab", "next", "create", "token", "before", "after", "status"],
  ...["show", "path", "ids", "client", "box", "again", "folder", "name", "limit", "offset", "sort"],
  ...[
    "section",
    "key",
    "edit",
    "new",
    "order",
    "denied",
    "sent",
    "from",
    "to",
    "w",
    "t",
    "visibility",
  ],
  ...["_routes", "_data", "index", "p", "paths", "version", "__proto__", "constructor"],
];

/** Addresses outside the table of routes. */
const otherPaths = [
  ...["/healthz", "/readyz", "/metrics", "/__manifest", "/_root", "/favicon.ico", "/assets/x.js"],
  ...[
    "/photos/products/x.webp",
    "/photos/products/striploin-steak/320.webp",
    "/photos/..%2f..%2fx",
  ],
  ...["/api/auth/get-session", "/api/auth/sign-in/email", "/api/auth/update-user", "/api/auth/ok"],
  ...["//", "/.", "/..", "/*", "/?", "/.well-known/x", "/index.php", "/api", "/api/", "/.data"],
];

const contentTypes = [
  ...["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
  ...["multipart/form-data", "text/plain", "image/jpeg", "application/json; charset=utf-16", "x"],
];

/** Headers that may be read on the way. */
const headerValues: Record<string, readonly string[]> = {
  accept: ["*/*", "text/html", "application/json", "text/x-script", ";;;", "a".repeat(5_000)],
  "accept-encoding": ["gzip, br", "identity;q=0", "br;q=x", "*", "deflate", "zstd"],
  "accept-language": ["en", "xx-YY;q=9", "\u00e9"],
  "content-type": contentTypes,
  "content-encoding": ["gzip", "br", "x"],
  cookie: ["shop.session_token=x", "a", "=;=;", "shop.session_token=%ff.%00; a=b", ";".repeat(500)],
  "if-none-match": ["*", '"x"', 'W/"x", "y', ",,,"],
  "if-modified-since": ["never", "Thu, 01 Jan 1970 00:00:00 GMT"],
  range: ["bytes=0-0", "bytes=9-1", "x=-", "bytes=-1,-2"],
  authorization: ["Bearer x", "Basic eDp5", "Basic"],
  host: ["evil.example", "localhost", "[::1", "a b", "", "x:99999", "user@host"],
  forwarded: ["for=x", "for="],
  "x-forwarded-host": ["evil.example", "%"],
  "x-forwarded-proto": ["https", "x"],
  "x-http-method-override": ["DELETE"],
  "x-request-id": ["x".repeat(300), "../..", "1"],
  origin: ["null", "https://evil.example", "x", "http://localhost:1"],
  "sec-fetch-site": ["cross-site", "same-origin", "none", "x"],
  "sec-fetch-dest": ["document", "empty", "x"],
  upgrade: ["websocket", "h2c"],
  expect: ["100-continue", "x"],
  te: ["trailers"],
};

const header = fc
  .constantFrom(...Object.keys(headerValues))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(headerValues[name] ?? []))));

/** Returns any request to any address; most carry the shop's origin, so that they are let in. */
export function oddRequest(patterns: readonly string[], known: KnownIds, origin: string) {
  const part = value(known).map(encoded);
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    {
      weight: 5,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...queryNames), part), { minLength: 1, maxLength: 4 })
        .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii" }).map((text) => `?${bare(text)}`) },
  );
  const path = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(...patterns).chain((pattern) => filled(pattern, part)),
    },
    { weight: 2, arbitrary: fc.constantFrom(...otherPaths) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 5 }).map((all) => `/${all.join("/")}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii" }).map((text) => `/${bare(text)}`) },
  );
  const suffix = fc.constantFrom("", "", "", ".data", ".data", "/", ".DATA", "%00");
  const body: fc.Arbitrary<SentBody> = fc.oneof(
    { weight: 5, arbitrary: formBody(known) },
    { weight: 2, arbitrary: jsonBody(known) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom(...contentTypes),
        bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant({ type: "text/plain", bytes: Buffer.alloc(300_000, "x") }),
    },
    { weight: 1, arbitrary: fc.constant({ type: "", bytes: Buffer.alloc(0) }) },
  );
  const network = fc.integer({ min: 0, max: 2 ** 24 - 1 });
  return fc
    .record({
      method: fc.oneof(fc.constantFrom("GET", "POST"), fc.constantFrom(...methods)),
      path,
      suffix,
      query,
      body,
      headers: fc.oneof(fc.constant([]), fc.array(header, { maxLength: 3 })),
      network,
    })
    .map(({ method, path, suffix, query, body, headers, network }): RawRequest => {
      const isBare = method === "GET" || method === "HEAD";
      const bytes = isBare ? Buffer.alloc(0) : body.bytes;
      const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
      const said: Record<string, string> = { origin, "x-forwarded-for": from };
      if (!isBare && body.type) said["content-type"] = body.type;
      Object.assign(said, Object.fromEntries(headers), { "content-length": `${bytes.length}` });
      return { method, path: path + suffix + query, headers: said, body: bytes };
    });
}

function filled(pattern: string, part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pieces = pattern.split(/:\w+\??|\*/);
  return fc
    .array(part, { minLength: pieces.length - 1, maxLength: pieces.length - 1 })
    .map((parts) => pieces.map((piece, index) => piece + (parts[index] ?? "")).join(""));
}

/** Encodes most texts as a browser does; encoded ones stay. */
function encoded(text: string): string {
  return /^[\w.%/-]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** Returns only what the first line of a request can hold. */
function bare(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "%");
}
