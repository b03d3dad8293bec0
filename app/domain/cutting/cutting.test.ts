import { describe, expect, it } from "vitest";
import { checkCutting, unbalancedInWords, yieldInWords } from "./cutting.ts";

const fields = (over: object = {}) => ({
  ...{
    requestId: "00000000-0000-4000-8000-000000000001",
    kind: "Chuck",
    input1: "L-1",
    inputLb1: "100",
  },
  ...{
    output1: "p1",
    outputLb1: "20",
    output2: "p2",
    outputLb2: "50",
    waste1: "Bone",
    wasteLb1: "30",
  },
  ...over,
});

describe("a typed cutting", () => {
  it("adds up within half a per cent, or says why", () => {
    expect(checkCutting(fields()).data).toMatchObject({ kind: "Chuck", inputs: [{ name: "L-1" }] });
    expect(checkCutting(fields({ wasteLb1: "29.5" })).data).toBeTruthy();
    expect(
      checkCutting(fields({ wasteLb1: "29.49" })).refused?.errors?.differenceReason?.[0],
    ).toContain("0.51 lb of 100.00 lb are missing");
    expect(
      checkCutting(fields({ outputLb2: "90" })).refused?.errors?.differenceReason?.[0],
    ).toContain("40.00 lb more come out");
    expect(
      checkCutting(fields({ outputLb2: "90", differenceReason: "Fat added" })).data,
    ).toBeTruthy();
  });

  it.each([
    ["inputLb1", "-5"],
    ["inputLb1", ""],
    ["outputLb1", "0"],
    ["wasteLb1", "1.234"],
    ["kind", " "],
    ["output1", ""],
    ["waste1", ""],
  ])("refuses %s of “%s” at its field", (name, value) => {
    expect(checkCutting(fields({ [name]: value })).refused?.errors).toHaveProperty(name);
  });

  it("has a yield", () => {
    expect(yieldInWords("70.00", "100.00")).toBe("70.0%");
    expect(unbalancedInWords({ inputs: [], outputs: [], wastes: [] })).toBeNull();
  });
});
