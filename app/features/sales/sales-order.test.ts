import { expect, it } from "vitest";
import { byMargin, salesRowPath } from "./sales.ts";

const row = (name: string, cents: number) => ({
  name,
  id: null,
  cents,
  hundredthsLb: 0,
  beforeCents: 0,
});
const margin = (amountCents: number, costCents: number, lines = 1) => ({
  amountCents,
  costCents,
  lines,
  leftOutCents: 0,
  leftOutLb: 0,
  correctedAt: null,
});

it("sorts rows by the least or the most margin, with unknown ones last", () => {
  const rows = [row("good", 900), row("unknown", 800), row("credited", 0), row("loss", 100)];
  const margins = new Map([
    ["good", margin(900, 400)],
    ["unknown", margin(0, 0, 0)],
    ["credited", margin(0, 30)],
    ["loss", margin(100, 160)],
  ]);
  expect(byMargin("margin", rows, margins).map(({ name }) => name)).toEqual([
    "credited",
    "loss",
    "good",
    "unknown",
  ]);
  expect(byMargin("most-margin", rows, margins).map(({ name }) => name)).toEqual([
    ...["good", "loss", "credited", "unknown"],
  ]);
});

it("links a row to its page for the chosen days, if the reader may open it", () => {
  const range = { from: "2026-11-03", to: "2026-11-20" };
  const all = ["client", "order"] as const;
  const one = { id: "1", name: "One" };
  expect(salesRowPath("cut", one, range, all)).toBe(
    "/admin/sales?by=order&cut=1&from=2026-11-03&to=2026-11-20",
  );
  expect(salesRowPath("order", one, range, all)).toBe("/admin/orders/1");
  expect(salesRowPath("client", one, range, all)).toBe(
    "/admin/clients/1?from=2026-11-03&to=2026-11-20",
  );
  expect(salesRowPath("order", one, range, ["client"])).toBeNull();
  expect(salesRowPath("client", { ...one, id: null }, range, all)).toBeNull();
  expect(salesRowPath("zone", one, range, all)).toBeNull();
  // A week is limited to the days shown.
  const week = (name: string) => salesRowPath("week", { id: null, name }, range, []);
  expect(week("2026-11-02")).toBe("/admin/sales?by=order&from=2026-11-03&to=2026-11-08");
  expect(week("2026-11-16")).toBe("/admin/sales?by=order&from=2026-11-16&to=2026-11-20");
  expect(week("2026-12-14")).toBeNull();
});
