import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profiles } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { sitePhotos } from "#db/schema/stop-events.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun, type TestRun } from "#tests/e2e/driver/driver-page.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Photos of a site, sent and seen by plain requests.

let shop: ShopWithin;
let run: TestRun;
let other: TestRun;
let siteId: string;
let customerId: string;
const cookies = { owner: "", stranger: "", office: "", packer: "", bookkeeper: "" };

async function account(email: string, staffRole?: "office" | "packer" | "bookkeeper") {
  const known = { email: `${email}@example.com`, password: "long enough a password" };
  const { id } = await ensureAccount(shop.db, { ...known, name: email, profile: {} });
  if (!id) throw new Error("No account was made");
  if (staffRole) await shop.db.update(profiles).set({ staffRole }).where(eq(profiles.id, id));
  return { id, cookie: await enter(shop.url, known) };
}

beforeAll(async () => {
  shop = await openShopWithin();
  const admin = await administrator(shop);
  run = await makeRun(shop.db, admin);
  other = await makeRun(shop.db, admin);
  const owner = await account("owner");
  customerId = owner.id;
  cookies.owner = owner.cookie;
  cookies.stranger = (await account("stranger")).cookie;
  for (const role of ["office", "packer", "bookkeeper"] as const) {
    cookies[role] = (await account(role, role)).cookie;
  }
  const [site] = await shop.db.select().from(shipTos).where(eq(shipTos.customerId, customerId));
  siteId = site?.id ?? "";
  const [row] = await shop.db.select().from(runs).where(eq(runs.id, run.id));
  if (!row) throw new Error("There is no run");
  await putOnRun(shop.db, row, await insertOrder(shop.db, customerId));
});
afterAll(() => shop.stop());

async function sendPhoto(path: string, cookie: string): Promise<number> {
  const answer = await fetch(shop.url + path, {
    method: "POST",
    headers: { cookie, origin: shop.url, "Content-Type": "image/jpeg" },
    body: new Uint8Array(await sampleJpeg()),
    redirect: "manual",
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function see(path: string, cookie = ""): Promise<number> {
  const answer = await fetch(shop.url + path, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

const ownSite = () => `/dashboard/sites/${siteId}`;
const officeSite = () => `/admin/clients/${customerId}/sites/${siteId}`;
const photosNow = () => shop.db.select().from(sitePhotos).where(eq(sitePhotos.siteId, siteId));

test("a client's own photo is seen only by them, by staff who keep clients and by the run's driver", async () => {
  const id = randomUUID();
  expect(await sendPhoto(`/dashboard/attachments/${id}`, cookies.owner)).toBe(201);
  // While it belongs to no site, no driver sees it.
  expect(await see(`${run.path}/images/${id}`)).toBe(404);
  expect(await see(`${officeSite()}/photos/${id}`, cookies.office)).toBe(404);
  expect((await send(shop.url, ownSite(), { photoId: id }, { cookie: cookies.owner })).status).toBe(
    302,
  );
  expect(await photosNow()).toHaveLength(1);
  for (const [path, cookie, status] of [
    [`/dashboard/attachments/${id}`, cookies.owner, 200],
    [`/dashboard/attachments/${id}`, cookies.stranger, 404],
    [`${officeSite()}/photos/${id}`, cookies.office, 200],
    [`${officeSite()}/photos/${id}`, cookies.bookkeeper, 302],
    [`${officeSite()}/photos/${id}`, cookies.owner, 302],
    [`${run.path}/images/${id}`, "", 200],
    [`${other.path}/images/${id}`, "", 404],
    [`/run/${"a".repeat(32)}/images/${id}`, "", 404],
    [`${run.path}/images/${randomUUID()}`, "", 404],
    [`${run.path}/images/x`, "", 404],
  ] as const) {
    expect(await see(path, cookie), path).toBe(status);
  }
  const shown = await fetch(`${shop.url}${run.path}/images/${id}`);
  expect(shown.headers.get("content-type")).toMatch(/^image\//);
  expect(shown.headers.get("cache-control")).toBe("private, no-store");
  const page = await (await fetch(`${shop.url}${run.path}/reports`)).json();
  expect(JSON.stringify(page)).toContain(id);

  expect(
    (await send(shop.url, ownSite(), { removePhoto: id }, { cookie: cookies.owner })).status,
  ).toBe(302);
  expect(await photosNow()).toEqual([]);
  expect(await shop.db.$count(attachments, eq(attachments.id, id))).toBe(0);
  expect(await see(`${run.path}/images/${id}`)).toBe(404);
});

test("staff who take orders add a photo for a client; others can't", async () => {
  const id = randomUUID();
  const address = `${officeSite()}/photos/${id}`;
  expect(await sendPhoto(address, cookies.packer)).not.toBe(201);
  expect(await sendPhoto(address, cookies.bookkeeper)).not.toBe(201);
  expect(await sendPhoto(address, cookies.owner)).not.toBe(201);
  expect(
    await sendPhoto(`/admin/attachments/${id}?order=${randomUUID()}`, cookies.office),
  ).not.toBe(201);
  expect(
    await sendPhoto(
      `/admin/clients/${customerId}/sites/${randomUUID()}/photos/${id}`,
      cookies.office,
    ),
  ).toBe(404);
  expect(await sendPhoto(address, cookies.office)).toBe(201);
  // Not with somebody else's photo, nor at somebody else's site.
  expect((await send(shop.url, ownSite(), { photoId: id }, { cookie: cookies.owner })).status).toBe(
    400,
  );
  expect(
    (await send(shop.url, ownSite(), { photoId: id }, { cookie: cookies.stranger })).status,
  ).toBe(404);
  expect((await send(shop.url, ownSite(), { photoId: "" }, { cookie: cookies.owner })).status).toBe(
    400,
  );
  await send(shop.url, officeSite(), { photoId: id }, { cookie: cookies.packer });
  expect(await photosNow()).toEqual([]);
  expect(
    (await send(shop.url, officeSite(), { photoId: id }, { cookie: cookies.office })).status,
  ).toBe(302);
  expect(await photosNow()).toHaveLength(1);
  const theirs = `/dashboard/sites/${randomUUID()}`;
  expect(
    (await send(shop.url, theirs, { removePhoto: id }, { cookie: cookies.stranger })).status,
  ).toBe(404);
  expect(await photosNow()).toHaveLength(1);
});

test("a site's fifth photo is refused", async () => {
  for (let nth = (await photosNow()).length; nth < 5; nth += 1) {
    const id = randomUUID();
    expect(await sendPhoto(`/dashboard/attachments/${id}`, cookies.owner)).toBe(201);
    const { status } = await send(shop.url, ownSite(), { photoId: id }, { cookie: cookies.owner });
    expect(status).toBe(nth < 4 ? 302 : 400);
  }
  expect(await photosNow()).toHaveLength(4);
});
