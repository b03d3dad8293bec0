import { expect, it } from "vitest";
import { idsFrom, shownBy } from "./load-sample.ts";
import { withoutTokens, withTokens } from "./tokens.ts";

const monday = "2026-11-23";
const id = "0b6f3a52-6a2e-4c0e-9a51-2f6d7a7d9c11";
const text = [
  `${id}\t2026-11-25\t2026-11-25 17:30:00.123+00\t2020-01-01\tLot L-204`,
  `{"at": "2026-11-24T08:00:00.500Z", "of": "${id}", "due": "2026-12-08"}\t2026-11-24T08:00:00+00:00`,
].join("\n");

const same = { idOf: () => id, shown: (micros: bigint) => micros };

it("ids and days become tokens, the same id always the same token", () => {
  const numbers = new Map<string, number>();
  const tokens = withTokens(text, monday, numbers);
  expect(tokens).not.toContain("2026");
  expect(tokens).toContain("{u0}\t{d2}\t");
  expect(tokens).toContain("\t2020-01-01\tLot L-204");
  expect([...numbers]).toEqual([[id, 0]]);
});

it("in the same week and with the same ids the text is the same, to the microsecond", () => {
  const back = withoutTokens(withTokens(text, monday, new Map()), { monday, ...same });
  expect(back).toBe(
    text
      .replace("30:00.123+00", "30:00.123000+00")
      .replace("08:00:00+00:00", "08:00:00.000000+00:00"),
  );
});

it("two weeks on, every day and instant is two weeks later", () => {
  const later = { monday: "2026-12-07", ...same };
  const moved = withoutTokens(withTokens(text, monday, new Map()), later);
  expect(moved).toContain("2026-12-09\t2026-12-09 17:30:00.123");
  expect(moved).toContain('"at": "2026-12-08T08:00:00.500Z"');
  expect(moved).toContain('"due": "2026-12-22"');
});

it("ids have the database's form, and differ by shop", () => {
  const [one, other] = [idsFrom("one shop"), idsFrom("another")];
  expect(one(7)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(one(7)).toBe(idsFrom("one shop")(7));
  expect(new Set([one(7), one(8), other(7)]).size).toBe(3);
});

it("before the sample's final hour, its last day is compressed in order into the time until now", () => {
  const now = new Date("2026-11-25T12:20:00Z"); // 5:20, half of 10:40.
  const shown = shownBy(now, "2026-11-25", 640 * 60_000);
  const micros = (time: string) => BigInt(Date.parse(time)) * 1000n;
  expect(shown(micros("2026-11-25T17:40:00Z"))).toBe(micros("2026-11-25T12:20:00Z"));
  expect(shown(micros("2026-11-25T09:00:00Z"))).toBe(micros("2026-11-25T08:00:00Z"));
  // Yesterday is unchanged, and so is the future.
  expect(shown(micros("2026-11-25T06:59:00Z"))).toBe(micros("2026-11-25T06:59:00Z"));
  expect(shown(micros("2026-11-25T18:00:00Z"))).toBe(micros("2026-11-25T18:00:00Z"));
});
