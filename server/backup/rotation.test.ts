import { describe, expect, it } from "vitest";
import { daysAfter } from "#app/lib/dates.ts";
import { byMoment, isLeftover, nameAt, nightOf, outdated } from "./rotation.ts";

const nights = (last: string, count: number) =>
  Array.from({ length: count }, (_, ago) => `nightly-${daysAfter(last, -ago)}-030000`);

describe("outdated", () => {
  it("keeps seven days, four weeks and six months of a year of nights", () => {
    // A Monday.
    const made = nights("2026-11-23", 365);
    const gone = outdated(made);
    const kept = made.filter((name) => !gone.includes(name)).map((name) => name.slice(8, 18));
    expect(kept).toEqual([
      ...["2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18"],
      ...["2026-11-17", "2026-11-15", "2026-11-08"],
      ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30"],
    ]);
    expect(outdated(made.filter((name) => !gone.includes(name)))).toEqual([]);
  });

  it("counts only days that have a backup, so that a shop that was off keeps its last ones", () => {
    const made = [...nights("2026-11-23", 2), ...nights("2026-02-10", 5)];
    expect(outdated(made)).toEqual([]);
  });

  it("keeps the newer of a night's two backups, and ignores other folders", () => {
    const made = [...nights("2026-11-23", 7), "nightly-2026-11-23-041000"];
    const other = ["2026-11-01T10-00-00Z", "before the move", "nightly-2026-11-23-050000.part"];
    expect(outdated([...other, ...made])).toEqual(["nightly-2026-11-23-030000"]);
  });

  it("keeps the last backup between nights of each of 24 hours", () => {
    const twoDays = Array.from({ length: 96 }, (_, ago) =>
      nameAt(new Date(Date.UTC(2026, 10, 23, 20, 50) - ago * 30 * 60_000), "recent"),
    );
    const gone = outdated([...twoDays, ...nights("2026-11-23", 1)]);
    const kept = twoDays.filter((name) => !gone.includes(name));
    expect(kept).toHaveLength(24);
    expect([kept[0], kept.at(-1)]).toEqual([
      "recent-2026-11-23-135000",
      "recent-2026-11-22-145000",
    ]);
  });
});

it("sorts backups of both kinds by their time", () => {
  const names = [
    "recent-2026-11-23-100000",
    "nightly-2026-11-23-030000",
    "recent-2026-11-22-235000",
  ];
  expect(names.sort(byMoment)).toEqual([
    ...["recent-2026-11-22-235000", "nightly-2026-11-23-030000", "recent-2026-11-23-100000"],
  ]);
});

it("names a backup by its Pacific time, and recognizes leftovers", () => {
  const name = nameAt(new Date("2026-11-23T10:05:09Z"));
  expect(name).toBe("nightly-2026-11-23-030509");
  expect([name, `${name}.part`, `${name}.gone`, `${name}.old`].map(isLeftover)).toEqual([
    ...[false, true, true, false],
  ]);
});

it.each([
  ["2026-11-23T09:59:00Z", "2026-11-22"],
  ["2026-11-23T10:00:00Z", "2026-11-23"],
  ["2026-11-24T06:59:00Z", "2026-11-23"],
])("%s belongs to the night of %s, which begins at 3", (moment, night) => {
  expect(nightOf(new Date(moment), 3)).toBe(night);
});
