import type { RouteConfigEntry } from "@react-router/dev/routes";
import * as fc from "fast-check";
import { Hono } from "hono";
import type { Logger } from "pino";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it, test } from "vitest";
import routes from "#app/routes.ts";
import { nearMissesOf } from "#tests/hostile/near-misses.ts";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { canonicalOnly, createAddresses, type ListedRoute, readAddress } from "./address.ts";

/** The table as the build lists it, below the root. */
const manifest = Object.fromEntries([
  ["root", { id: "root", path: "" }],
  ...(await routes).flatMap((entry) => flat(entry, "root")).map((route) => [route.id, route]),
]);

function flat(entry: RouteConfigEntry, parentId: string): ListedRoute[] {
  const { path, index, children = [] } = entry;
  const id = idOf(entry);
  return [{ id, parentId, path, index }, ...children.flatMap((child) => flat(child, id))];
}

/** A file has a route's name unless it serves several. */
function idOf({ id, file }: RouteConfigEntry): string {
  return id ?? file.replace(/\.tsx?$/, "");
}

const addresses = createAddresses(manifest);

const pathname = (path: string) => new URL(`http://shop.invalid${path}`).pathname;

const table: RouteObject[] = (await routes).map(asObject);

function asObject(entry: RouteConfigEntry): RouteObject {
  const { path, index, children = [] } = entry;
  const id = idOf(entry);
  return index ? { id, path, index } : { id, path, children: children.map(asObject) };
}

/** Returns the route that the router's public function matches for a path; null for a catch-all. */
function routeOf(path: string): string | null {
  const page = path.endsWith("/_.data")
    ? path.replace(/_\.data$/, "")
    : path.replace(/\.data$/, "");
  const leaf = matchRoutes(table, page || "/")?.at(-1)?.route;
  return leaf && !leaf.path?.endsWith("*") ? (leaf.id ?? null) : null;
}

const paths = (await listedRoutes()).map(({ path }) => path);

describe("an address", () => {
  test.each(paths)("similar to %s is read as the router reads it", (path) => {
    for (const near of nearMissesOf(path).map(pathname)) {
      const address = addresses(near);
      expect(address, near).not.toBeNull();
      if (!address) continue;
      // If the router finds the page there, it is that page; elsewhere at most a redirect to it.
      const route = routeOf(near);
      if (route) expect(address.route, near).toBe(route);
      expect(routeOf(address.canonical), near).toBe(address.route);
      expect(addresses(address.canonical), near).toEqual(address);
      if (address.route) expect(address.canonical).toMatch(/^\/(?!\/)/);
    }
  });

  it("has one canonical form in every spelling", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "shop",
        "LOGIN",
        "admin",
        "orders",
        "exports",
        "..",
        "_",
        ".data",
        "x.data",
        "_.data",
      ),
      fc
        .string({ unit: "grapheme", maxLength: 12 })
        .map((text) => encodeURIComponent(text.toWellFormed())),
      fc.webPath(),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 5 }),
        fc.constantFrom("", "/", ".data"),
        (all, end) => {
          const asked = pathname(`/${all.join("/")}${end}`);
          const address = addresses(asked);
          if (!address) return;
          expect(addresses(pathname(address.canonical))).toEqual(address);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["/LOGIN", "/login"],
    ["/login/", "/login"],
    ["/login//", "/login"],
    ["//login", "/login"],
    ["/%6Cogin", "/login"],
    ["/Login.data", "/login.data"],
    ["/login/_.data", "/login.data"],
    ["/Shop/Loin", "/shop/loin"],
    ["/shop/LOIN/Striploin-Steak/", "/shop/loin/striploin-steak"],
    ["/.data", "/_.data"],
    ["/shop/x.data/", "/shop/x%2Edata"],
    ["/shop/_/.data", "/shop/%5F.data"],
    ["/Dashboard/Place-Order", "/dashboard/place-order"],
    ["/INVOICES/AbC", "/invoices/AbC"],
    ["/ADMIN/exports/Orders.csv", "/admin/exports/orders.csv"],
  ])("%s has the canonical form %s", (asked, canonical) => {
    expect(addresses(asked)?.canonical).toBe(canonical);
  });

  it.each([
    "/no/such/Page",
    "/login.DATA",
    "/login.data/",
    "/admin/Nothing/",
    "/loginX",
    "/login/x",
  ])("%s stays unchanged, for the page that says it is not found", (path) => {
    expect(addresses(path)).toMatchObject({ route: null, canonical: path });
  });

  it.each(["/%", "/%zz", "/shop/%E0%A4%A", "/invoices/abc%zz", "/%ff"])(
    "%s cannot be decoded",
    (path) => {
      expect(addresses(path)).toBeNull();
    },
  );

  it("keeps invoice tokens out of the log in every spelling", () => {
    const token = "Zk3v9QmX0aLr7TtYp2BnWw";
    for (const path of [
      ...["/invoices", "/INVOICES", "/%69nvoices", "//invoices", "/invoices/x", "/bill"].flatMap(
        (folder) => [`${folder}/${token}`, `${folder}/${token}/`, `${folder}/${token}.data`],
      ),
      `/invoices/${token}/more`,
      `/invoices/x%2F${token}`,
    ]) {
      expect(addresses(path)?.logged, path).not.toContain(token);
    }
    expect(addresses("/dashboard/orders/7")?.logged).toBe("/dashboard/orders/7");
  });
});

describe("a request", () => {
  const app = new Hono<{ Variables: { log: Logger } }>()
    .use((c, next) => {
      c.set("log", silentLog as Logger);
      return next();
    })
    .use(readAddress(addresses))
    .use(canonicalOnly)
    .all("*", (c) => c.text("answered"));

  it.each(["GET", "HEAD", "POST", "PUT", "DELETE"])(
    "by %s is sent to the canonical address",
    async (method) => {
      const answer = await app.request("/LOGIN/?create&next=%2FA", { method });
      expect(answer.status).toBe(308);
      expect(answer.headers.get("location")).toBe("/login?create&next=%2FA");
      expect((await app.request("/login?create", { method })).status).toBe(200);
    },
  );

  it("never redirects to another site", async () => {
    for (const path of [
      "//evil.example/login",
      "//login",
      "/\\evil.example",
      "/%2F%2Fevil.example",
    ]) {
      const to = (await app.request(new Request(`http://shop.invalid${path}`))).headers.get(
        "location",
      );
      expect(new URL(to ?? "/", "http://shop.invalid").host).toBe("shop.invalid");
    }
  });

  it("that cannot be decoded is refused, with a page for browsers", async () => {
    const page = await app.request("/shop/%zz", { headers: { accept: "text/html" } });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("<h1>This address cannot be read</h1>");
    expect(await (await app.request("/shop/%zz")).json()).toEqual({ error: expect.any(String) });
  });
});
