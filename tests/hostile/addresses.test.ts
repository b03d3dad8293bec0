import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { sendRaw } from "#tests/setup/raw-request.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { productsOn, visit } from "../process/visit.ts";

let shop: RunningShop;
let admin: string;
beforeAll(async () => {
  shop = await startShop();
  admin = await enter(shop.url, shop.admin);
});
afterAll(() => shop.stop());

/** Sends a path unchanged, which `fetch` would normalize. */
function raw(path: string, method = "GET") {
  const headers = { origin: shop.url, accept: "text/html" };
  return sendRaw(shop.url, { method, path, headers, body: Buffer.alloc(0) });
}

test.each([
  ["/LOGIN", "/login"],
  ["/login/", "/login"],
  ["/Login?create", "/login?create"],
  ["/%6Cogin", "/login"],
  ["//login", "/login"],
  ["/Login.data", "/login.data"],
  ["/API/auth/sign-in/email", null],
  ["/Dashboard/Account/Password", "/dashboard/account/password"],
])("%s is redirected before anything is done, by every method", async (path, to) => {
  for (const method of ["GET", "POST", "PUT"]) {
    const { status, headers } = await raw(path, method);
    if (to) expect({ status, to: headers.location }).toEqual({ status: 308, to });
    else expect([404, 405]).toContain(status);
  }
});

test.each(["/%ff", "/%", "/shop/%zz", "/%E0%A4%A", "/dashboard/%", "/invoices/x%zz.data"])(
  "%s, which cannot be decoded, is refused before the router sees it",
  async (path) => {
    for (const method of ["GET", "POST"]) {
      const { status, text } = await raw(path, method);
      expect(status).toBe(400);
      expect(text).toContain("<h1>This address cannot be read</h1>");
    }
  },
);

test("a shop page is found in every spelling, and cached once", async () => {
  const answer = await fetch(`${shop.url}/Shop/Loin/`);
  expect(answer.url).toBe(`${shop.url}/shop/loin`);
  expect(productsOn(await answer.text())).toBeGreaterThan(0);
  expect((await raw("/SHOP")).headers.location).toBe("/shop");
});

test("the home page's data is rendered once", async () => {
  const first = await fetch(`${shop.url}/_.data`);
  const second = await fetch(`${shop.url}/_.data`);
  expect(first.headers.get("etag")).toMatch(/^"/);
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(shop.log().filter(({ path }) => path === "/_.data")).toHaveLength(1);
});

test("no spelling of an invoice's address gets it into the log or standard error", async () => {
  const token = "Zk3v9QmX0aLr7TtYp2BnWw";
  const written = ["/invoices/", "/INVOICES/", "/%69nvoices/", "//invoices/", "/x/invoices/"];
  for (const path of written.flatMap((folder) => [`${folder}${token}`, `${folder}${token}%zz`])) {
    for (const end of ["", "/", ".data", "/more"]) await raw(path + end);
  }
  await raw(`/__manifest?version=x&paths=/invoices/${token}%25zz`);
  const page = (await visit(shop.url, "/")).text;
  const version = /"version":"([^"]+)"/.exec(page)?.[1] ?? (await manifestVersion(page));
  await raw(`/__manifest?version=${version}&paths=/invoices/${token}%25zz`);
  await visit(shop.url, "/why-aaa");
  await expect.poll(() => shop.log().map(({ path }) => path)).toContain("/why-aaa");
  expect(shop.stdout()).not.toContain(token);
  // The router's own messages are log lines too.
  expect(shop.stderr()).toBe("");
  expect(shop.log()).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringContaining("could not be decoded") }),
  );
});

/** Returns the version as the browser learns it. */
async function manifestVersion(page: string): Promise<string> {
  const path = /\/assets\/manifest-[\w-]+\.js/.exec(page)?.[0] ?? "";
  const { text } = await visit(shop.url, path);
  return /"?version"?:"([^"]+)"/.exec(text)?.[1] ?? "";
}

test("an export's log line names the user by id, not by address", async () => {
  expect((await ask(shop.url, "/admin/exports/orders.csv", { cookie: admin })).status).toBe(200);
  await expect
    .poll(() => shop.log())
    .toContainEqual(expect.objectContaining({ list: "orders", byId: expect.any(String) }));
  await send(shop.url, "/login", { ...shop.admin });
  expect(shop.stdout()).not.toContain(`"${shop.admin.email}"`);
});
