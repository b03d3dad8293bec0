import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits } from "#app/domain/limits/rate-limits.server.ts";
import { signInCounts } from "#app/domain/limits/rate-limits.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { openShopWithin, secretWithin } from "#tests/setup/shops/shop-within.ts";
import { scaled } from "./scale.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop({ TRUST_PROXY: "127.0.0.1,::1" });
});
afterAll(() => shop.stop());

function signIn(url: string, from: string, email: string, password = "a guess", method = "POST") {
  return fetch(`${url}/login`, {
    method,
    redirect: "manual",
    headers: { origin: url, "x-forwarded-for": from },
    body: new URLSearchParams({ email, password }),
  });
}

test("an attacker with a whole /48 can't lock an owner out by guessing", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < scaled(60, 2_000); guess += 1) {
    // Each from another /56.
    const from = `2001:db8:bad:${((guess * 0x101) & 0xffff).toString(16)}::1`;
    statuses.push((await signIn(shop.url, from, shop.admin.email)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(19);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  const { email, password } = shop.admin;
  expect((await signIn(shop.url, "2001:db8:600d::1", email, password)).status).toBe(302);
  expect((await signIn(shop.url, "203.0.113.9", email, password)).status).toBe(302);
});

test("switching the sign-in method doesn't allow more guesses", async () => {
  const statuses: number[] = [];
  for (const method of ["PUT", "PATCH", "DELETE", "POST"]) {
    for (let guess = 0; guess < 5; guess += 1) {
      const from = "198.51.100.77";
      statuses.push((await signIn(shop.url, from, shop.demo.email, "a guess", method)).status);
    }
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
});

test("limits sign-ins with the right password too, far above an office's needs", async () => {
  const within = await openShopWithin();
  try {
    const { email, password } = within.demo;
    const { attempts, failures } = signInCounts("127.0.0.1", email);
    const limits = createRateLimits(within.db, secretWithin);
    // All but the last that an office of 300 makes in a quarter of an hour.
    for (let time = 1; time < 300; time += 1) await limits.takeAll(attempts);
    expect((await signIn(within.url, "", email, password)).status).toBe(302);
    const refused = await signIn(within.url, "", email, password);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    // None of them counts as guessing, and nobody else is locked out.
    expect(await limits.takeAll(failures)).toBeNull();
    expect((await signIn(within.url, "", within.admin.email, within.admin.password)).status).toBe(
      302,
    );
  } finally {
    await within.stop();
  }
});
