import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

const id = "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6";

test("reads what was written", () => {
  const cursor = { at: new Date("2026-05-01T17:00:00.123Z"), id };
  expect(writeCursor(cursor)).toBe(`2026-05-01T17:00:00.123Z_${id}`);
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
});

test.each([
  null,
  "",
  "_",
  id,
  `_${id}`,
  `yesterday_${id}`,
  `2026-05-01_${id}`,
  `2026-02-30T00:00:00.000Z_${id}`,
  `-200000-01-01T00:00:00.000Z_${id}`,
  `0000-01-01T00:00:00.000Z_${id}`,
  `+200000-01-01T00:00:00.000Z_${id}`,
  "2026-05-01T17:00:00.123Z",
  "2026-05-01T17:00:00.123Z_",
  `2026-05-01T17:00:00.123Z_${id}_${id}`,
])("%j is no place", (text) => {
  expect(readCursor(text)).toBeUndefined();
});
