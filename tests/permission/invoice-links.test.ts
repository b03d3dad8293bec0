import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { newAccount } from "./new-account.ts";

// Who sees an invoice's address; tests/process/invoice-pdf.test.ts covers its answers.

let shop: RunningShop;
let owner: string;
let admin: string;
let stranger: string;
let links: string[];

beforeAll(async () => {
  shop = await startShop();
  owner = await enter(shop.url, shop.demo);
  admin = await enter(shop.url, shop.admin);
  stranger = (await newAccount(shop.url)).cookie;
  links = linksIn(await text("/dashboard/invoices", owner));
});
afterAll(() => shop.stop());

const text = async (path: string, cookie?: string) =>
  (await ask(shop.url, path, { cookie })).text();

function linksIn(page: string): string[] {
  return [...new Set(page.match(/(?<!\/admin)\/invoices\/[\w-]{22,}/g))];
}

test("each invoice has its own address of 192 random bits", () => {
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(link).toMatch(/^\/invoices\/[\w-]{32}$/);
  // Neither sequential nor derived from one another.
  const starts = links.map((link) => link.slice(0, "/invoices/".length + 8));
  expect(new Set(starts).size).toBe(links.length);
});

test("an invoice's address is shown to its client and the administrator", async () => {
  const credits = await text("/admin/credits?view=decided", admin);
  const [credit] = credits.match(/\/admin\/credits\/[\w-]{36}/) ?? [];
  const note = linksIn(await text(credit ?? "", admin));
  expect(note).toHaveLength(1);
  expect(links).toContain(note[0]);
  // The list leads to each invoice and to its credit notes.
  const listed = linksIn(await text("/admin/invoices", admin));
  expect(listed.sort()).toEqual(links.toSorted());
});

test("an invoice's address opens for anyone who has it, signed in or not", async () => {
  for (const cookie of [undefined, stranger, admin]) {
    for (const link of links) {
      const answer = await ask(shop.url, link, { cookie });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.getSetCookie()).toEqual([]);
      await answer.body?.cancel();
    }
  }
});

test("an invoice's address is shown to nobody else", async () => {
  const orders = [...(await text("/dashboard/orders", owner)).matchAll(/orders\/([\w-]{36})/g)];
  expect(orders.length).toBeGreaterThan(0);
  const ownPages = orders.map(([, id]) => `/dashboard/orders/${id}`);
  const pages = ["/dashboard", "/dashboard/invoices", "/dashboard/orders", ...ownPages];
  const forAdmins = ["/admin", "/admin/invoices", "/admin/orders", "/admin/exports/invoices.csv"];
  for (const path of ["/shop", "/invoices", ...pages, ...forAdmins]) {
    for (const cookie of [undefined, stranger]) {
      for (const asked of [path, `${path}.data`]) {
        expect(linksIn(await text(asked, cookie)), asked).toEqual([]);
      }
    }
  }
});

describe("an invoice's payment page", () => {
  const fields = { amount: "1.00", requestId: "7f3d2c52-0d55-4a57-8f1c-1c2b8c1e9a10" };

  test("opens only by its link and only for invoices, and does not reveal the link", async () => {
    const answers = await Promise.all(links.map((link) => ask(shop.url, `${link}/pay`)));
    // One of the sample client's documents is a credit note.
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...links.slice(1).map(() => 200),
      404,
    ]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    }
    expect((await ask(shop.url, `/invoices/${"a".repeat(32)}/pay`)).status).toBe(404);
  });

  test("begins no payment if cards are not accepted", async () => {
    const answers = await Promise.all(links.map((link) => send(shop.url, `${link}/pay`, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      404,
      ...links.slice(1).map(() => 409),
    ]);
    for (const page of ["/dashboard/invoices", "/dashboard/invoices.data"]) {
      expect(await text(page, owner)).not.toMatch(/\/invoices\/[\w-]{32}\/pay/);
    }
  });

  test("finds no payment by a made-up id", async () => {
    for (const id of [fields.requestId, "1", "%00"]) {
      expect((await ask(shop.url, `${links[0]}/pay/${id}`)).status).toBe(404);
    }
  });
});
