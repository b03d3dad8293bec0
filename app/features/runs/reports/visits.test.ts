import { expect, it } from "vitest";
import { visitsAt } from "./visits.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 18, minute));

const report = (
  kind: string,
  minute: number,
  receivedBy = "",
  orderItemId: string | null = null,
) => ({
  kind,
  happenedAt: at(minute),
  receivedBy,
  orderItemId,
  leftWith: null,
  note: "",
  temperatureC: null,
  signatureId: receivedBy || null,
  photoId: null,
});
const delivered = (number: number, minute: number) => ({
  number,
  status: "delivered",
  deliveredAt: at(minute),
  isJoinedSince: false,
});
const packed = (number: number, isJoinedSince = false) => ({
  number,
  status: "fulfilled",
  deliveredAt: null,
  isJoinedSince,
});

const told = (...given: Parameters<typeof visitsAt>) =>
  visitsAt(...given).map(({ state, orders, signatureId }) => [state, orders, signatureId]);

it("keeps each visit of a stop with its own orders and signature", () => {
  const first = report("delivered", 1, "Kim Sample");
  expect(told([first], [delivered(1, 1), packed(2)])).toEqual([["delivered", [1], "Kim Sample"]]);
  expect(told([first, report("not_home", 9)], [delivered(1, 1), packed(2)])).toEqual([
    ["delivered", [1], "Kim Sample"],
    ["not_home", [2], null],
  ]);
  const second = report("delivered", 9, "Lee Sample");
  expect(told([first, second], [delivered(1, 1), delivered(2, 9)])).toEqual([
    ["delivered", [1], "Kim Sample"],
    ["delivered", [2], "Lee Sample"],
  ]);
});

it("omits a visit that a later one replaced, and reports about single lines", () => {
  const reports = [
    report("not_home", 1),
    report("refused", 2, "", "line"),
    report("kept", 3, "", "line"),
    report("delivered", 4, "Kim Sample"),
  ];
  expect(told(reports, [delivered(1, 4)])).toEqual([["delivered", [1], "Kim Sample"]]);
});

it("keeps the last visit even if its orders were moved", () => {
  const reports = [report("delivered", 1, "Kim Sample"), report("not_home", 9)];
  expect(told(reports, [delivered(1, 1)])).toEqual([
    ["delivered", [1], "Kim Sample"],
    ["not_home", [], null],
  ]);
});

it("does not apply an earlier missed visit to an order added later", () => {
  expect(told([report("not_home", 1)], [packed(1), packed(2, true)])).toEqual([
    ["not_home", [1], null],
  ]);
});
