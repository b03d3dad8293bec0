import { describe, expect, it } from "vitest";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { mostLines } from "#app/domain/receiving/receiving.ts";
import { type CartonReading, readCarton } from "./carton-scan.ts";
import {
  anotherLine,
  emptyRow,
  type Row,
  rowsFrom,
  rowWithCarton,
  warmInWords,
  withAnother,
  withCarton,
  withoutLastCarton,
} from "./receipt-rows.ts";

const gs = "\u001d";
const scanned = (text: string): CartonReading =>
  readCarton(parseScan(text, { rules: [], today: "2026-11-27" }), text);
const carton = (serial: number, weight = "001250") =>
  scanned(`]C101995060001343553202${weight}1726122410L-7${gs}21${serial}`);
const known = () => "product";

function add(rows: readonly Row[], reading: CartonReading): Row[] {
  if (reading.kind !== "carton") throw new Error(JSON.stringify(reading));
  return withCarton(rows, reading, known)?.rows ?? [];
}

describe("a scanned carton", () => {
  it("states the product, lot, weight, date and serial number", () => {
    expect(carton(11)).toMatchObject({
      kind: "carton",
      code: "99506000134355",
      lot: "L-7",
      expiresOn: "2026-12-24",
      carton: { lb: "12.50", serial: "99506000134355:11" },
    });
    expect(scanned("(01)99506000134355(3103)011340")).toMatchObject({ carton: { lb: "25.00" } });
  });

  it("may state only a lot, or no weight; other labels are refused", () => {
    expect(scanned("(10)L-9")).toEqual({ kind: "lot", lot: "L-9" });
    expect(scanned("(01)99506000134355(10)L-9")).toMatchObject({ carton: null, lot: "L-9" });
    expect(scanned("09506000134352")).toMatchObject({ kind: "carton", carton: null });
    expect(scanned("BOX-100001").kind).toBe("refused");
    expect(scanned("(21)7").kind).toBe("refused");
    expect(scanned("nonsense").kind).toBe("refused");
  });

  it("goes to the line of its product, lot and date, and its pounds are added", () => {
    const first = add([emptyRow(1), emptyRow(2)], carton(1));
    expect(first).toHaveLength(2);
    expect(first[0]).toMatchObject({
      product: "product",
      lot: "L-7",
      boxes: "1",
      lb: "12.50",
      expires: "2026-12-24",
    });
    const second = add(first, carton(2, "001001"));
    expect(second[0]).toMatchObject({ boxes: "2", lb: "22.51" });
    const other = add(second, scanned("(01)99506000134355(3202)001000(10)L-8(21)3"));
    expect(other[1]).toMatchObject({ lot: "L-8", boxes: "1", lb: "10.00" });
    const again = carton(2);
    expect(again.kind === "carton" && again.carton && rowWithCarton(other, again.carton)).toBe(
      other[0],
    );
    const undone = withoutLastCarton(second[0] ?? emptyRow(1));
    expect(undone).toMatchObject({ boxes: "1", lb: "12.50" });
    expect(withoutLastCarton(undone)).toMatchObject({ boxes: "0", lb: "", cartons: "" });
  });

  it("doesn't change typed pounds", () => {
    const [line] = add([emptyRow(1)], carton(1));
    const typed = add([{ ...emptyRow(1), ...line, lb: "30" }], carton(2));
    expect(typed[0]).toMatchObject({ boxes: "2", lb: "30" });
  });

  it("doesn't fit into a full form", () => {
    let rows: Row[] = [];
    for (let row = 0; row < mostLines + 2; row += 1) rows = withAnother(rows, { what: "x" });
    expect(rows).toHaveLength(mostLines);
    const reading = carton(1);
    expect(reading.kind === "carton" && withCarton(rows, reading, known)).toBeNull();
  });
});

it("rowsFrom restores the rows of a refused form", () => {
  expect(rowsFrom({ lb2: "5", what2: "Hind" })).toMatchObject([
    { row: 2, lb: "5", what: "Hind", decision: "accept" },
  ]);
  expect(rowsFrom(undefined)).toHaveLength(1);
  const more = rowsFrom({ lb2: "5", what2: "Hind", [anotherLine]: "yes" });
  expect(more.map(({ row }) => row)).toEqual([2, 1]);
});

describe("a line that is too warm", () => {
  it("needs a reason, or to be refused", () => {
    const limits = { chilledMost: 40, frozenMost: -150 };
    const line = { ...emptyRow(1), temp: "6.5" };
    expect(warmInWords(line, "", null, limits)).toBe(
      "6.5 °C is above your limit of 4 °C: say why, or refuse it",
    );
    expect(warmInWords({ ...line, decision: "refuse" }, "", null, limits)).toBe(
      "6.5 °C is above your limit of 4 °C: say why",
    );
    expect(warmInWords({ ...line, temp: "" }, "-10", "frozen", limits)).toContain("limit of -15");
    expect(warmInWords({ ...line, temp: "" }, "", null, limits)).toBeNull();
    expect(warmInWords({ ...line, temp: "3" }, "9", null, limits)).toBeNull();
  });
});
