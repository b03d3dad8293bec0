import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { staticFiles } from "./static-files.ts";

let folder: string;
const app = new Hono();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shop-static-"));
  await mkdir(join(folder, "client/assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "not for the web");
  await writeFile(join(folder, "client/favicon.svg"), "<svg/>");
  await writeFile(join(folder, "client/assets/app-1a2b.js"), "plain");
  await writeFile(join(folder, "client/assets/app-1a2b.js.br"), "brotli");
  await writeFile(join(folder, "client/assets/app-1a2b.js.gz"), "gzip");
  await writeFile(join(folder, "client/assets/font-3c4d.woff2"), "font");
  app.use(staticFiles(join(folder, "client")));
  app.all("*", (c) => c.text("the router"));
});

afterAll(() => removeFolder(folder));

const script = "/assets/app-1a2b.js";

function get(path: string, headers: Record<string, string> = {}) {
  return app.request(path, { headers });
}

test("a name with a digest is cached forever, any other for an hour", async () => {
  const asset = await get(script);
  expect(asset.status).toBe(200);
  expect(asset.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  const icon = await get("/favicon.svg");
  expect(icon.headers.get("Cache-Control")).toBe("public, max-age=3600");
  expect(icon.headers.get("Content-Type")).toMatch(/^image\/svg\+xml/);
});

test.each([
  ["br, gzip", "br", "brotli"],
  ["gzip, deflate, br, zstd", "br", "brotli"],
  ["gzip", "gzip", "gzip"],
  ["identity", null, "plain"],
  ["", null, "plain"],
])("a client that accepts %j gets it encoded as %s", async (accepted, encoding, content) => {
  const response = await get(script, { "Accept-Encoding": accepted });
  expect(response.headers.get("Content-Encoding")).toBe(encoding);
  expect(await response.text()).toBe(content);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
});

test("a file without an encoded copy is sent as it is", async () => {
  const response = await get("/assets/font-3c4d.woff2", { "Accept-Encoding": "br, gzip" });
  expect(response.headers.has("Content-Encoding")).toBe(false);
  expect(await response.text()).toBe("font");
});

test("HEAD is the same answer without the file", async () => {
  const response = await app.request(script, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toContain("immutable");
  expect(response.headers.get("Content-Length")).toBe("5");
  expect(await response.text()).toBe("");
});

test("a missing asset is a plain 404 that is not cached", async () => {
  const response = await get("/assets/gone-5e6f.js");
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(await response.text()).toBe("Not found");
});

test.each(["/", "/shop", "/assets", "/missing.png"])("%s is left to the router", async (path) => {
  expect(await (await get(path)).text()).toBe("the router");
});

test("a POST to a file reaches the router", async () => {
  const response = await app.request("/favicon.svg", { method: "POST" });
  expect(await response.text()).toBe("the router");
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/..%5csecret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "//../secret.txt",
  "/%00",
  "/%ff",
])("%s is not found", async (path) => {
  // As sent over the wire: a Request would normalize the path.
  const request = new Request("http://shop/");
  const raw = new Proxy(request, {
    get: (target, key) => (key === "url" ? `http://shop${path}` : Reflect.get(target, key, target)),
  });
  const response = await app.fetch(raw);
  expect(response.status).toBeLessThan(500);
  expect(await response.text()).not.toContain("not for the web");
});
