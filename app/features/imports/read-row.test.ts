import { describe, expect, it } from "vitest";
import { readRow } from "./read-row.ts";

const read = (cells: Record<string, string>) => readRow("clients", { line: 2, cells }, "ymd");

describe("a client's terms", () => {
  it.each<[Record<string, string>, number]>([
    [{ termsKind: "Net 45" }, 45],
    [{ termsKind: "Net 45", termsDays: " " }, 45],
    [{ termsKind: " net 45 days", termsDays: "45.0" }, 45],
    [{ termsKind: "Net", termsDays: "" }, 30],
    [{ termsKind: "Net", termsDays: "14" }, 14],
  ])("%j are net with %i days", (cells, termsDays) => {
    expect(read(cells)).toMatchObject({ wanted: { termsKind: "net", termsDays } });
  });

  it("are refused if their days differ", () => {
    expect(read({ termsKind: "Net 45", termsDays: "30" })).toMatchObject({
      problem: "Days of terms: “30” differs from “Net 45”.",
    });
  });
});
