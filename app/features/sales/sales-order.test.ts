import { expect, it } from "vitest";
import { byMargin } from "./sales.ts";

const row = (name: string, cents: number) => ({ name, cents, hundredthsLb: 0, beforeCents: 0 });
const margin = (amountCents: number, costCents: number, lines = 1) => ({
  ...{ amountCents, costCents, lines, leftOutCents: 0, leftOutLb: 0, correctedAt: null },
});

it("has the least or the most margin first, and what is not known last", () => {
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
