import { describe, expect, it } from "vitest";
import {
  checkCutting,
  cuttingSums,
  differenceInWords,
  lossInWords,
  notOurs,
  unbalancedInWords,
  yieldInWords,
} from "./cutting.ts";

const fields = (over: object = {}) => ({
  requestId: "00000000-0000-4000-8000-000000000001",
  kind: "Chuck",
  input1: "L-1",
  inputLb1: "100",
  output1: "p1",
  outputLb1: "20",
  output2: "p2",
  outputLb2: "50",
  waste1: "Bone",
  wasteLb1: "30",
  ...over,
});

it("differenceInWords states what is missing from a saved sheet or too much", () => {
  const sheet = { inputLb: "100.00", outputLb: "70.00", wasteLb: "29.50" };
  expect(differenceInWords(sheet)).toBe("0.5 lb missing");
  expect(differenceInWords({ ...sheet, outputLb: "71.00" })).toBe("0.5 lb too much");
  expect(differenceInWords({ ...sheet, wasteLb: "30.00" })).toBeNull();
});

it.each([
  ["100.00", "70.00", "30 lb (30.0%)"],
  ["41.25", "40.00", "1.25 lb (3.0%)"],
  ["50.00", "50.00", "0 lb (0.0%)"],
  ["50.00", "51.00", "1 lb more (2.0%)"],
  ["20.00", "0.00", "20 lb (100.0%)"],
])(
  "lossInWords states for %s lb that became %s lb a cutting loss of %s",
  (inputLb, outputLb, words) => {
    expect(lossInWords({ inputLb, outputLb })).toBe(words);
  },
);

describe("a typed cutting", () => {
  it("needs a reason unless it adds up within half a percent", () => {
    expect(checkCutting(fields()).data).toMatchObject({ kind: "Chuck", inputs: [{ name: "L-1" }] });
    expect(checkCutting(fields({ wasteLb1: "29.5" })).data).toBeTruthy();
    expect(
      checkCutting(fields({ wasteLb1: "29.49" })).refused?.errors?.differenceReason?.[0],
    ).toContain("0.51 lb of 100.00 lb is missing");
    expect(
      checkCutting(fields({ outputLb2: "90" })).refused?.errors?.differenceReason?.[0],
    ).toContain("40.00 lb more come out");
    const added = { outputLb2: "60", differenceReason: "Fat added" };
    expect(checkCutting(fields(added)).data).toBeTruthy();
  });

  it("asks for a confirmation above 110% of the input, and refuses more than twice the input", () => {
    const errorsOf = (over: object) =>
      checkCutting(fields({ differenceReason: "Fat added", ...over })).refused?.errors;
    expect(errorsOf({ outputLb2: "60" })).toBeUndefined();
    expect(errorsOf({ outputLb2: "60.01" })).toEqual({
      isMoreMeant: [expect.stringContaining("110.01 lb came of 100.00 lb")],
    });
    expect(errorsOf({ outputLb2: "60.01", isMoreMeant: "yes" })).toBeUndefined();
    const slip = errorsOf({ outputLb2: "500", isMoreMeant: "yes" });
    expect(slip).toEqual({
      outputLb1: [
        "550.00 lb can’t come of 100.00 lb. Look for a wrong decimal point, in what went in too.",
      ],
    });
  });

  it("is refused with all errors together, and with the rows that could be parsed", () => {
    const { refused, rows } = checkCutting(
      fields({ input1: "", input2: "L-2", inputLb2: "10", expires1: "soon" }),
    );
    expect(Object.keys(refused?.errors ?? {}).toSorted()).toEqual([
      "differenceReason",
      "expires1",
      "input1",
    ]);
    expect(rows).toMatchObject({
      inputs: [{ row: 2, name: "L-2", lb: "10.00" }],
      outputs: [{ productId: "p1" }, { productId: "p2" }],
      confirmed: [],
    });
  });

  it("is refused for an excess together with rows without pounds", () => {
    const errorsOf = (over: object) => checkCutting(fields(over)).refused?.errors;
    const over = errorsOf({ kind: "", outputLb2: "90", output3: "p3" });
    expect(Object.keys(over ?? {}).toSorted()).toEqual([
      ...["differenceReason", "isMoreMeant", "kind", "outputLb3"],
    ]);
    expect(over?.differenceReason?.[0]).toContain("40.00 lb more come out");
    // Missing pounds may be in a row without pounds; an excess may come from a lot without pounds.
    expect(errorsOf({ outputLb2: "" })).not.toHaveProperty("differenceReason");
    const lotWithout = { outputLb2: "90", input2: "L-2" };
    expect(errorsOf(lotWithout)).not.toHaveProperty("differenceReason");
  });

  it.each([
    ["inputLb1", "-5"],
    ["inputLb1", ""],
    ["outputLb1", "0"],
    ["wasteLb1", "1.234"],
    ["kind", " "],
    ["output1", ""],
    ["waste1", ""],
  ])("is refused with %s as “%s”, at that field", (name, value) => {
    expect(checkCutting(fields({ [name]: value })).refused?.errors).toHaveProperty(name);
  });

  it.each([
    ["−5", "less than none"],
    ["1e5", "Please enter pounds, for instance 250"],
    ["1000000", "1000000 lb is too much"],
    ["0", "more than 0"],
    ["1.234", "two decimals"],
  ])("is refused with “%s” pounds and the right message", (lb, words) => {
    const [why] = checkCutting(fields({ outputLb1: lb })).refused?.errors?.outputLb1 ?? [];
    expect(why).toContain(words);
  });

  it("may have pounds with a decimal comma, thousands separators and the unit", () => {
    const typed = { inputLb1: "1,070.5 lb", outputLb1: "990,5", inputPieces1: "1e5" };
    const { refused, rows } = checkCutting(fields(typed));
    expect(rows?.inputs).toMatchObject([{ lb: "1070.50" }]);
    expect(rows?.outputs[0]).toMatchObject({ lb: "990.50" });
    expect(refused?.errors).toEqual({
      inputPieces1: ["Please enter whole pieces, for instance 12"],
    });
  });

  it("must have a name for each output that isn't a product", () => {
    const trim = { output2: notOurs, what2: " Beef  trim", expires2: "2026-12-20" };
    expect(checkCutting(fields(trim)).data?.outputs[1]).toEqual({
      row: 2,
      productId: null,
      what: "Beef trim",
      code: "",
      lb: "50.00",
      expiresOn: "2026-12-20",
      pieces: null,
    });
    const errors = checkCutting(fields({ output2: notOurs, expires1: "soon" })).refused?.errors;
    expect(Object.keys(errors ?? {}).sort()).toEqual(["expires1", "what2"]);
  });

  it("has sums of its valid input while it is being typed", () => {
    expect(cuttingSums(fields({ wasteLb1: "2", inputLb2: "x" }))).toEqual({
      inLb: "100.00",
      outLb: "70.00",
      wasteLb: "2.00",
      yield: "70.0%",
      difference: "28 lb missing",
      isOff: true,
    });
    expect(cuttingSums(fields({ wasteLb1: "30.2" }))).toMatchObject({
      difference: "0.2 lb too much",
      isOff: false,
    });
    expect(cuttingSums({})).toMatchObject({ difference: "", isOff: false, yield: "–" });
  });

  it("has a yield in percent, and no difference while it is empty", () => {
    expect(yieldInWords("70.00", "100.00")).toBe("70.0%");
    expect(unbalancedInWords({ inputs: [], outputs: [], wastes: [] })).toBeNull();
  });
});
