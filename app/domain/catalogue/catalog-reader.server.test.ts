import { drizzle } from "drizzle-orm/pg-proxy";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "#db/database.ts";
import { type CatalogReader, createCatalogReader } from "./catalog-reader.server.ts";

const minute = 60_000;

/** Returns a row with the columns of a list, in the query's order. */
const listed = (id: string, name: string, category: string, price: string): unknown[] => {
  const sold = ["lb", null, "0.01", 10, "Z"];
  return [id, name, category, price, null, name.toLowerCase(), ...sold, name, []];
};
const steakId = "5b0f9d3e-0000-4000-8000-000000000001";
const steak = listed(steakId, "Ribeye Steak", "prime-rib", "24.99");
const roast = listed("5b0f9d3e-0000-4000-8000-000000000002", "Rump Roast", "round", "12.49");

type Asked = PromiseWithResolvers<{ rows: unknown[][] }>;

let asked: Asked[];
let reader: CatalogReader;
let now: number;

beforeEach(() => {
  asked = [];
  const db = drizzle(() => {
    const statement = Promise.withResolvers<{ rows: unknown[][] }>();
    asked.push(statement);
    return statement.promise;
  });
  reader = createCatalogReader(db as unknown as Database);
  // Mocks the cache's clock, and the timer that limits how often the cache reads it.
  now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(ms: number) {
  now += ms;
  vi.advanceTimersByTime(ms);
}

async function answerLast(reply: unknown[][] | Error) {
  await vi.waitFor(() => expect(asked).not.toHaveLength(0));
  const statement = asked.at(-1);
  if (reply instanceof Error) statement?.reject(reply);
  else statement?.resolve({ rows: reply });
}

async function ask(query: Promise<object | undefined>, reply: unknown[][] | Error) {
  await answerLast(reply);
  return query;
}

const down = new Error("connect ECONNREFUSED");

it("shares one query between concurrent requests for the same answer", async () => {
  const waiting = [reader.list("all"), reader.list("all"), reader.list("all")];
  await answerLast([steak]);
  const answers = await Promise.all(waiting);
  expect(asked).toHaveLength(1);
  for (const answer of answers) expect(answer).toMatchObject([{ name: "Ribeye Steak" }]);
});

it("queries each category, product and related list separately", async () => {
  const queries = [
    reader.list("all"),
    reader.list("loin"),
    reader.featured(),
    reader.product("ribeye-steak"),
    reader.product("rump-roast"),
    reader.related("loin", "5b0f9d3e-0000-4000-8000-000000000001"),
    reader.related("loin", "5b0f9d3e-0000-4000-8000-000000000002"),
  ];
  await vi.waitFor(() => expect(asked).toHaveLength(queries.length));
  for (const statement of asked) statement.resolve({ rows: [] });
  await Promise.all(queries);
});

describe("the catalogue's cache", () => {
  it.each([
    ["a list", 5 * minute, () => reader.list("round")],
    ["the featured products", 5 * minute, () => reader.featured()],
    ["a product", 5 * minute, () => reader.product("rump-roast")],
    ["related products", minute, () => reader.related("round", steakId)],
  ])("keeps %s for %i ms", async (_what, time, query) => {
    const first = await ask(query(), [[...roast, "Rump", "A roast.", "rump-roast"]]);
    pass(time);
    expect(await query()).toBe(first);
    expect(asked).toHaveLength(1);
    pass(1);
    await ask(query(), []);
    expect(asked).toHaveLength(2);
  });

  it("doesn't keep a missing product, which may appear at any moment", async () => {
    expect(await ask(reader.product("new-cut"), [])).toBeUndefined();
    expect(await ask(reader.product("new-cut"), [])).toBeUndefined();
    expect(asked).toHaveLength(2);
  });
});

describe("drop()", () => {
  it("forgets every cached answer", async () => {
    await ask(reader.list("all"), [steak]);
    await ask(reader.featured(), [steak]);
    reader.drop();
    expect(await ask(reader.list("all"), [roast])).toMatchObject([{ name: "Rump Roast" }]);
    expect(await ask(reader.featured(), [roast])).toMatchObject([{ name: "Rump Roast" }]);
  });

  it("makes later requests query again, and doesn't cache the results of earlier queries", async () => {
    const before = reader.list("all");
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    reader.drop();
    const after = reader.list("all");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.resolve({ rows: [roast] });
    expect(await after).toMatchObject([{ name: "Rump Roast" }]);
    // The older answer arrives last.
    asked[0]?.resolve({ rows: [steak] });
    expect(await before).toMatchObject([{ name: "Ribeye Steak" }]);
    expect(await reader.list("all")).toMatchObject([{ name: "Rump Roast" }]);
    expect(asked).toHaveLength(2);
  });
});

describe("when the database fails", () => {
  it("serves the stale answer to all concurrent requests", async () => {
    const old = await ask(reader.list("all"), [steak]);
    pass(60 * minute);
    const waiting = [reader.list("all"), reader.list("all")];
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await answerLast(down);
    expect(await Promise.all(waiting)).toEqual([old, old]);
  });

  it("queries again for each request, and returns a new answer once there is one", async () => {
    await ask(reader.list("all"), [steak]);
    pass(60 * minute);
    const failing = reader.list("all");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await answerLast(down);
    await failing;
    const recovering = reader.list("all");
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    await answerLast([roast]);
    expect(await recovering).toMatchObject([{ name: "Rump Roast" }]);
  });

  it("fails all concurrent requests if there is no stale answer, and caches no failure", async () => {
    const waiting = Promise.allSettled([reader.list("all"), reader.list("all")]);
    await answerLast(down);
    for (const { status } of await waiting) expect(status).toBe("rejected");
    expect(asked).toHaveLength(1);

    const recovering = reader.list("all");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await answerLast([steak]);
    expect(await recovering).toMatchObject([{ name: "Ribeye Steak" }]);
  });
});

it("retries a failed query for a cut's product twice, and caches the answer", async () => {
  const waiting = reader.cut("Rump Roast");
  for (const time of [1, 2]) {
    await vi.waitFor(() => expect(asked).toHaveLength(time));
    asked.at(-1)?.reject(down);
  }
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked.at(-1)?.resolve({ rows: [] });
  expect(await waiting).toBeNull();
  pass(5 * minute - 1);
  expect(await reader.cut("Rump Roast")).toBeNull();
  expect(asked).toHaveLength(3);
});

it("fails the query for a cut's product after three failures", async () => {
  const waiting = reader.cut("Rump Roast");
  waiting.catch(() => undefined);
  for (const time of [1, 2, 3]) {
    await vi.waitFor(() => expect(asked).toHaveLength(time));
    asked.at(-1)?.reject(down);
  }
  await expect(waiting).rejects.toThrow();
  expect(asked).toHaveLength(3);
});
