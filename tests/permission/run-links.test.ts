import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handOverRun, workingLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { orders } from "#db/schema/orders.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun, type TestRun } from "#tests/e2e/driver/driver-page.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

let shop: ShopWithin;
let run: TestRun;
let other: TestRun;
beforeAll(async () => {
  shop = await openShopWithin();
  const admin = await administrator(shop);
  run = await makeRun(shop.db, admin);
  other = await makeRun(shop.db, admin);
});
afterAll(() => shop.stop());

const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: "POST",
    body,
    headers: { Origin: shop.url, "Content-Type": "application/json", ...headers },
  });

function delivered(stopId: string | undefined) {
  const at = new Date().toISOString();
  const facts = { kind: "delivered", requestId: randomUUID(), receivedBy: "Kim", note: "" };
  return JSON.stringify({ ...facts, stopId, at });
}

const statusOf = async (id: string | undefined) =>
  (
    await shop.db
      .select()
      .from(orders)
      .where(eq(orders.id, id ?? ""))
  )[0]?.status;

test("a link shows only its own run", async () => {
  const page = await (await fetch(shop.url + run.path)).text();
  expect(page).toContain(run.stops[0]?.id);
  for (const { id, orderId } of other.stops) {
    expect(page).not.toContain(id);
    expect(page).not.toContain(orderId);
  }
  const answer = await fetch(`${shop.url}${run.path}/reports`);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect((await answer.json()).run.id).toBe(run.id);
});

test("another run's stop accepts neither report nor image", async () => {
  const [theirs] = other.stops;
  const answer = await send(`${run.path}/reports`, delivered(theirs?.id));
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ reason: "gone", run: { id: run.id } });
  expect(await statusOf(theirs?.orderId)).toBe("fulfilled");
  const image = `/images/${randomUUID()}?stop=${theirs?.id}`;
  const type = { "Content-Type": "image/jpeg" };
  const file = new Uint8Array(await sampleJpeg());
  expect((await send(run.path + image, file, type)).status).toBe(404);
  expect((await send(other.path + image, file, type)).status).toBe(201);
});

test("a report sent again gets the first one's answer", async () => {
  const [own] = run.stops;
  const report = delivered(own?.id);
  const answers = await Promise.all([1, 2, 3].map(() => send(`${run.path}/reports`, report)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await statusOf(own?.orderId)).toBe("delivered");
  expect((await send(`${run.path}/reports`, delivered(own?.id))).status).toBe(409);
});

test("nonsense is refused, as is everything from other sites", async () => {
  for (const body of ["", "{}", "[]", '{"kind":"undone"}', delivered("x"), delivered(undefined)]) {
    expect((await send(`${run.path}/reports`, body)).status).toBe(400);
  }
  const [, own] = run.stops;
  const foreign = { Origin: "https://evil.example" };
  expect((await send(`${run.path}/reports`, delivered(own?.id), foreign)).status).toBe(403);
  const image = `${run.path}/images/${randomUUID()}?stop=${own?.id}`;
  expect((await send(image, "not an image", { "Content-Type": "image/jpeg" })).status).toBe(400);
  expect(await statusOf(own?.orderId)).toBe("fulfilled");
});

test("answers every invalid link in the same way and limits them; a valid one still works", async () => {
  const guess = `/run/${"a".repeat(32)}`;
  for (const path of [guess, `${guess}/reports`, "/run/x", "/run/%00"]) {
    const answer = await fetch(shop.url + path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get("x-robots-tag"), path).toBe("noindex, nofollow");
  }
  let status = 404;
  for (let tries = 0; tries < 100 && status === 404; tries++) {
    status = (await fetch(`${shop.url}${guess}/reports`)).status;
  }
  expect(status).toBe(429);
  expect((await fetch(shop.url + run.path)).status).toBe(200);
});

test("another run's stop accepts no payment, and no payment is negative", async () => {
  const paid = (stopId: string | undefined, cents: number) =>
    JSON.stringify({
      kind: "paid",
      requestId: randomUUID(),
      stopId,
      at: new Date().toISOString(),
      method: "cash",
      cents,
      dueCents: 0,
      note: "Why not",
      takenBy: "Sam",
    });
  const [theirs] = other.stops;
  const [, own] = run.stops;
  const bodies = [
    [paid(theirs?.id, 10_00), 409],
    [paid(own?.id, -10_00), 409],
    [paid(own?.id, 90_000_00), 409],
    [paid(own?.id, 1.5), 400],
  ] as const;
  for (const [body, status] of bodies) {
    expect((await send(`${run.path}/reports`, body)).status, body).toBe(status);
  }
  expect(await shop.db.$count(doorReceipts)).toBe(0);
});

test("a link that was handed over shows who drives now, and accepts nothing more", async () => {
  const admin = await administrator(shop);
  const handed = await makeRun(shop.db, admin);
  const link = await workingLink(shop.db, admin, handed.id);
  const to = { to: "Robin", seenLink: link?.id ?? "" };
  const token = await handOverRun(shop.db, admin, handed.id, to);
  const page = await fetch(shop.url + handed.path);
  expect(page.status).toBe(410);
  const text = await page.text();
  expect(text).toContain("Robin");
  const [stop] = handed.stops;
  expect(text).not.toContain(stop?.id);
  const seen = await fetch(`${shop.url}${handed.path}/reports`);
  expect(seen.status).toBe(410);
  const sent = await send(`${handed.path}/reports`, delivered(stop?.id));
  expect(sent.status).toBe(410);
  expect(await sent.json()).toMatchObject({
    reason: "handed over",
    run: null,
    handedOver: { to: "Robin", from: "Sam", runId: handed.id },
  });
  const image = `${handed.path}/images/${randomUUID()}?stop=${stop?.id}`;
  const type = { "Content-Type": "image/jpeg" };
  expect((await send(image, new Uint8Array(await sampleJpeg()), type)).status).toBe(410);
  expect(await statusOf(stop?.orderId)).toBe("fulfilled");
  // The new link opens the run, and names the previous driver.
  const now = await (await fetch(`${shop.url}/run/${token}/reports`)).json();
  expect(now.run).toMatchObject({ id: handed.id, driver: "Robin", takenOver: { from: "Sam" } });
});

test("refuses an invalid temperature and a signature of 10 MB with a message", async () => {
  const cold = await makeRun(shop.db, await administrator(shop));
  const [stop] = cold.stops;
  const at = (temperatureC: string, note = "") =>
    send(
      `${cold.path}/reports`,
      JSON.stringify({ ...JSON.parse(delivered(stop?.id)), temperatureC, note }),
    );
  for (const odd of ["400", "-61", "warm", "2.55"]) {
    const answer = await at(odd);
    expect(answer.status, odd).toBe(400);
    expect((await answer.json()).message).toMatch(/degrees Celsius from -60 to 60/);
  }
  const warm = await at("4.1");
  expect(warm.status).toBe(409);
  expect(await warm.json()).toMatchObject({
    reason: "too warm",
    message: expect.stringMatching(/note/),
  });
  expect(await statusOf(stop?.orderId)).toBe("fulfilled");
  const signature = `${cold.path}/images/${randomUUID()}?stop=${stop?.id}&as=signature`;
  const type = { "Content-Type": "image/png" };
  const big = await send(signature, new Uint8Array(10 * 1024 * 1024), type);
  expect(big.status).toBe(413);
  expect((await big.json()).message).toMatch(/signature is too large/);
  expect((await at("4.1", "Door was open, put in the cooler at once")).status).toBe(200);
  expect(await statusOf(stop?.orderId)).toBe("delivered");
});

test("gate codes go only to the driver of an open run, and are on no cached page", async () => {
  const admin = await administrator(shop);
  const gated = await makeRun(shop.db, admin);
  const [stop] = gated.stops;
  await shop.db
    .update(shipTos)
    .set({ gateCode: "7392#" })
    .where(
      inArray(
        shipTos.id,
        shop.db
          .select({ id: runStops.shipToId })
          .from(runStops)
          .where(eq(runStops.id, stop?.id ?? "")) as never,
      ),
    );
  expect(await (await fetch(shop.url + gated.path)).text()).not.toContain("7392#");
  const codes = async (path: string) =>
    (await (await fetch(`${shop.url}${path}/reports`)).json()).codes;
  expect((await codes(gated.path)).byStop).toEqual({ [stop?.id ?? ""]: "7392#" });
  expect((await codes(run.path)).byStop).toEqual({});
  await shop.db
    .update(runs)
    .set({ state: "done", departedAt: new Date(), doneAt: new Date() })
    .where(eq(runs.id, gated.id));
  expect((await codes(gated.path)).byStop).toEqual({});
});
