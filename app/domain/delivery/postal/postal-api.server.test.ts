import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPaceLimit } from "#app/domain/limits/pace-limit.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ZoneRules } from "../days.ts";
import { rulesOf, zoneWith } from "../test-rules.ts";
import { answerDelivery } from "./postal-api.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T19:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function shop(zones = [zoneWith({})]) {
  const counted: string[] = [];
  const rules = rulesOf(zones);
  const logged: object[] = [];
  const services = {
    deliveryRules: { get: async () => rules, renew: async () => undefined },
    demand: { count: (code: string) => counted.push(code), close: async () => undefined },
    shop: sampleShop(),
    postalLimit: createPaceLimit({ atOnce: 5, perSecond: 1 }),
    log: { error: (facts: object) => void logged.push(facts) },
  };
  const ask = (query: string) =>
    answerDelivery(
      services,
      new Request(`http://shop.example/api/delivery${query}`),
      "203.0.113.7",
    );
  return { services, ask, counted, logged };
}

it("sends a response that any cache may keep for a minute", async () => {
  const answer = await shop().ask("?postal=v3g%201a2");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
  expect(await answer.json()).toMatchObject({ state: "served", postalCode: "V3G 1A2" });
});

it("sends a response that is cached no longer than until the cut-off that it names", async () => {
  vi.setSystemTime(new Date("2026-11-25T20:59:40.500Z"));
  const { ask } = shop();
  const answer = await ask("?postal=V3G1A2");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=19");
  vi.setSystemTime(new Date("2026-11-25T21:00:00.000Z"));
  expect((await ask("?postal=V3G1A2")).headers.get("cache-control")).toBe("no-store");
});

it("refuses an invalid postal code", async () => {
  const { ask } = shop();
  for (const query of ["?postal=V3D1A2", "?postal=12345", `?postal=${"V".repeat(9000)}`]) {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

it("says whether a postal code is needed", async () => {
  const state = async (zones?: ZoneRules[]) => (await shop(zones).ask("")).json();
  expect(await state()).toMatchObject({ state: "missing" });
  expect(await state([])).toMatchObject({ state: "unset" });
});

it("counts a postal code outside every zone once", async () => {
  const { ask, counted } = shop();
  await ask("?postal=VOX1LO");
  await ask("?postal=V0X1L0&again");
  await ask("?postal=V3G1A2");
  await ask("?postal=T2P1J9");
  expect(counted).toEqual(["V0X1L0"]);
});

it("answers 429 to a client that asks too fast", async () => {
  const { ask } = shop();
  for (let count = 0; count < 5; count += 1) await ask("?postal=V3G1A2");
  const answer = await ask("?postal=V3G1A2");
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("1");
});

it("answers 503 if the rules can't be read", async () => {
  const { services, ask, logged } = shop();
  services.deliveryRules.get = () => Promise.reject(new Error("connect ECONNREFUSED"));
  const answer = await ask("?postal=V3G1A2");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(JSON.stringify(await answer.json())).not.toMatch(/ECONNREFUSED/);
  expect(logged).toHaveLength(1);
});
