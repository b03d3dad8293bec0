import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { rateLimits } from "#db/schema/system.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createRateLimits } from "./rate-limits.server.ts";
import { giveBackAll, type RateLimits } from "./rate-rule.ts";

const rule = { name: "knocking", times: 3, seconds: 60 };

let database: OpenDatabase;
let limits: RateLimits;
beforeAll(async () => {
  database = await openTestDatabase();
  limits = createRateLimits(database.db, "a secret");
});
beforeEach(() => database.db.delete(rateLimits));
afterAll(() => database.close());

async function times(count: number, subject = "somebody") {
  const answers: (number | null)[] = [];
  for (let time = 0; time < count; time += 1) answers.push(await limits.take(rule, subject));
  return answers;
}

function endAll() {
  return database.db.update(rateLimits).set({ endsAt: sql`now() - interval '1 second'` });
}

describe("a rate limit", () => {
  it("allows what is within the rule, then returns the seconds to wait", async () => {
    expect(await times(3)).toEqual([null, null, null]);
    const [wait] = await times(1);
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it("counts each subject and each rule separately", async () => {
    await times(4);
    expect(await limits.take(rule, "somebody else")).toBeNull();
    expect(await limits.take({ ...rule, name: "ringing" }, "somebody")).toBeNull();
  });

  it("starts over when its window ends, which refused requests don't extend", async () => {
    await times(3);
    const [before] = await database.db.select().from(rateLimits);
    await times(3);
    const [after] = await database.db.select().from(rateLimits);
    expect(after?.endsAt).toEqual(before?.endsAt);
    await endAll();
    expect(await times(4)).toEqual([null, null, null, expect.any(Number)]);
  });

  it("counts concurrent requests correctly", async () => {
    const many = Array.from({ length: 12 }, () => limits.take(rule, "somebody"));
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  });

  it("adds up the requests of different processes", async () => {
    const other = createRateLimits(database.db, "a secret");
    await times(2);
    expect(await other.take(rule, "somebody")).toBeNull();
    expect(await limits.take(rule, "somebody")).toEqual(expect.any(Number));
  });

  it("refunds a count, never below 0", async () => {
    await times(3);
    await limits.giveBack(rule, "somebody");
    expect(await times(2)).toEqual([null, expect.any(Number)]);
    await limits.giveBack(rule, "nobody");
    for (let time = 0; time < 9; time += 1) await limits.giveBack(rule, "somebody");
    expect(await times(4)).toEqual([null, null, null, expect.any(Number)]);
  });

  it("counts under several rules until one of them refuses", async () => {
    const strict = { ...rule, name: "knocking hard", times: 1 };
    const counts = [[strict, "somebody"] as const, [rule, "somebody"] as const];
    expect(await limits.takeAll(counts)).toBeNull();
    await giveBackAll(limits, counts);
    expect(await limits.takeAll(counts)).toBeNull();
    expect(await limits.takeAll(counts)).toEqual(expect.any(Number));
    expect(await times(3)).toEqual([null, null, expect.any(Number)]);
  });

  it("doesn't count under a rule that comes after one that refuses", async () => {
    const strict = { ...rule, name: "knocking hard", times: 1 };
    const counts = [[strict, "somebody"] as const, [rule, "somebody"] as const];
    await Promise.all(Array.from({ length: 6 }, () => limits.takeAll(counts)));
    expect(await times(3)).toEqual([null, null, expect.any(Number)]);
  });

  it("stores no subject in plain text, and a different digest under another secret", async () => {
    await limits.take(rule, "chef@example.com");
    await createRateLimits(database.db, "another secret").take(rule, "chef@example.com");
    const rows = await database.db.select().from(rateLimits);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/chef|example/);
  });

  it("removes expired windows", async () => {
    for (const subject of ["a", "b", "c"]) await times(1, subject);
    await endAll();
    await createRateLimits(database.db, "a secret").take(rule, "d");
    expect(await database.db.select().from(rateLimits)).toHaveLength(1);
  });

  it.each(["", "\0", "'; drop table rate_limits; --", "x".repeat(100_000)])(
    "accepts any subject: %j",
    async (subject) => {
      expect(await limits.take(rule, subject)).toBeNull();
    },
  );
});
