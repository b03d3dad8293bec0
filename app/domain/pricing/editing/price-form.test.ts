import { describe, expect, it } from "vitest";
import {
  cellKey,
  dayOfBases,
  draftText,
  longestDraft,
  raiseColumn,
  readGrid,
} from "./price-form.ts";

const ribeye = "00000000-0000-4000-8000-000000000001";
const chuck = "00000000-0000-4000-8000-000000000002";
const elsewhere = "00000000-0000-4000-8000-000000000003";
const list = "00000000-0000-4000-8000-00000000000a";
const [base, listed, free] = [
  cellKey("base", ribeye),
  cellKey(list, ribeye),
  cellKey(list, chuck),
] as const;
const seen = { [base]: "24.99", [listed]: "23.00 / 5", [free]: "" };

function grid(typed: Record<string, string>) {
  const boxes = Object.entries({ ...seen, ...typed }).map(([key, text]) => [`cell.${key}`, text]);
  return readGrid({ ...Object.fromEntries(boxes), seen: JSON.stringify(seen) });
}

describe("the grid's form", () => {
  it("plans the differences, and refuses invalid prices", () => {
    const { changes, errors } = grid({ [base]: "25.75", [listed]: "23 / 5", [free]: "cheap" });
    expect(changes).toEqual([
      { column: "base", productId: ribeye, seen: "24.99", wanted: "25.75", percent: "+3.0%" },
    ]);
    expect(Object.keys(errors)).toEqual([free]);
  });

  it("raises a column, keeping minimum quantities and products not offered", () => {
    const raised = raiseColumn(
      grid({ [free]: "no" }),
      { [listed]: "23.00 / 5", [cellKey(list, elsewhere)]: "10.00" },
      { column: list, percent: "3", step: "5" },
    );
    expect(raised.values).toEqual({
      [listed]: "23.70 / 5",
      [free]: "no",
      [cellKey(list, elsewhere)]: "10.30",
    });
    expect(raised.changes).toHaveLength(3);
  });

  it("explains an invalid raise", () => {
    for (const percent of ["", "x", "1000", "1e2"]) {
      expect(raiseColumn(grid({}), {}, { column: list, percent, step: "5" }).message).toBeDefined();
    }
  });

  it("carries typed prices to other pages, where later input takes precedence", () => {
    const typed = grid({ [base]: "25.75", [free]: "a_b*c" });
    const draft = draftText(typed);
    const other = { [cellKey("base", elsewhere)]: "7.00" };
    const next = readGrid({
      draft,
      seen: JSON.stringify(other),
      [`cell.${cellKey("base", elsewhere)}`]: "7.50",
    });
    expect(next.values).toEqual({
      [base]: "25.75",
      [free]: "a?b?c",
      [cellKey("base", elsewhere)]: "7.50",
    });
    expect(next.seen).toMatchObject({ [base]: "24.99", [free]: "" });
    expect(next.changes).toHaveLength(2);
    const back = readGrid({
      draft: draftText(next),
      seen: JSON.stringify(seen),
      [`cell.${base}`]: "24.99",
    });
    expect(back.changes.map(({ productId }) => productId)).toEqual([elsewhere]);
  });

  it("fits the server's limit with 1,000 products changed in seven columns", () => {
    const columns = ["base", ...Array.from({ length: 6 }, () => crypto.randomUUID())];
    const stored = Object.fromEntries(
      Array.from({ length: 1000 }, () => crypto.randomUUID()).flatMap((id) =>
        columns.map((column) => [cellKey(column, id), "123.45"]),
      ),
    );
    let plan = grid({});
    for (const column of columns) {
      const ofColumn = Object.entries(stored).filter(([key]) => key.startsWith(`${column}.`));
      plan = raiseColumn(plan, Object.fromEntries(ofColumn), { column, percent: "3", step: "5" });
    }
    expect(plan.changes).toHaveLength(7000);
    const draft = draftText(plan);
    // No character is percent-encoded.
    expect(new URLSearchParams({ draft }).toString().length).toBe("draft=".length + draft.length);
    expect(draft.length).toBeLessThan(longestDraft);
    expect(readGrid({ draft, seen: "" }).values).toEqual(plan.values);
  });

  it("loses no product of a large catalogue", () => {
    const stored = Array.from({ length: 3000 }, () => [cellKey(list, crypto.randomUUID()), "9.00"]);
    const raise = { column: list, percent: "3", step: "5" };
    const draft = draftText(raiseColumn(grid({}), Object.fromEntries(stored), raise));
    expect(readGrid({ draft }).changes).toHaveLength(3000);
    expect(draft.length).toBeLessThan(longestDraft);
  });

  it("is empty for an invalid form", () => {
    for (const text of ["", "[]", "null", "{", '{"constructor":"1"}', '{"base.x":"1"}']) {
      expect(readGrid({ seen: text, "cell.base.x": "1" }).changes).toEqual([]);
      expect(readGrid({ draft: `base*x_0_1_2*${ribeye}_9_1_2*${text}` }).changes).toEqual([]);
    }
  });

  it("accepts a future day", () => {
    expect(dayOfBases("", "2026-11-26")).toBeNull();
    expect(dayOfBases("2026-11-26", "2026-11-26")).toBeNull();
    expect(dayOfBases("2026-11-30", "2026-11-26")).toBe("2026-11-30");
    expect(dayOfBases("2026-11-25", "2026-11-26")).toBeUndefined();
    expect(dayOfBases("soon", "2026-11-26")).toBeUndefined();
  });
});
