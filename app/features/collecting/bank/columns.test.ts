import { describe, expect, it } from "vitest";
import { type Columns, checkColumns, columnsFields, guessColumns, readRow } from "./columns.ts";

const head = ["Date", "Description", "Memo", "Debit", "Credit", "From"];

const separate: Columns = {
  head,
  date: 0,
  dateFormat: "ymd",
  sender: 5,
  message: [1, 2],
  amount: { kind: "separate", credit: 4, debit: 3 },
};
const signed: Columns = { ...separate, amount: { kind: "signed", column: 4 } };

const today = "2026-11-23";
const read = (cells: string[], columns = separate) => readRow(cells, columns, today);

describe("a row", () => {
  it("of an incoming payment has a day, an amount in cents, a sender and the joined message", () => {
    const cells = ["2026-11-22", "INTERAC  e-Transfer", "INV-000012", "", "1,234.56", "Café Élan "];
    expect(read(cells)).toEqual({
      is: "incoming",
      occurredOn: "2026-11-22",
      cents: 123_456,
      sender: "Café Élan",
      message: "INTERAC e-Transfer · INV-000012",
    });
    expect(read(["2026-11-23", "", "x", "0.00", "5", ""])).toMatchObject({ message: "x" });
  });

  it.each([
    ["paid out", ["2026-11-22", "", "", "12.00", ""], separate],
    ["paid out, with a sign", ["2026-11-22", "", "", "-12.00", "0.00"], separate],
    ["negative", ["2026-11-22", "", "", "", "-12.00"], signed],
    ["nothing", ["2026-11-22", "", "", "", "0.00"], signed],
    [
      "an empty credit, where there is no column of debits",
      ["2026-11-22", "", "", "", ""],
      { ...separate, amount: { kind: "separate", credit: 4, debit: null } } as Columns,
    ],
  ])("of %s is outgoing", (_, cells, columns) => {
    expect(read(cells, columns)).toEqual({ is: "outgoing" });
  });

  it.each([
    [["2026-11-24", "", "", "", "12.00"], "Nov 24, 2026 is in the future."],
    [["22/11/2026", "", "", "", "12.00"], "“22/11/2026” is no day in the chosen format."],
    [["2026-11-22", "", "", "", "1.234"], "“1.234” is no amount such as 1,234.56."],
    [["2026-11-22", "", "", "", ""], "The row has no amount."],
    [["2026-11-22", "", "", "5", "6"], "The row has money that came in and money that went out."],
    [["2026-11-22", "Total"], "The row has no column “Credit”."],
  ])("%j is refused: %s", (cells, problem) => {
    expect(read(cells)).toEqual({ is: "refused", problem });
  });

  it("is cut to the storable length without splitting a character", () => {
    const cells = ["2026-11-22", "x".repeat(5_000), "", "", "1", "😀".repeat(500)];
    const row = read(cells);
    if (row.is !== "incoming") throw new Error("not read");
    expect([row.message.length, row.sender]).toEqual([2_000, "😀".repeat(320)]);
  });
});

describe("the form for a file's columns", () => {
  it.each([separate, signed])("converts columns to fields and back", (columns) => {
    expect(checkColumns(columnsFields(columns), head)).toEqual({ data: columns });
  });

  it("reports missing columns", () => {
    const { refused } = checkColumns({ kind: "signed" }, head);
    expect(Object.keys(refused?.errors ?? {})).toEqual(["date", "dateFormat", "amount"]);
    const { refused: other } = checkColumns({ ...columnsFields(separate), credit: "" }, head);
    expect(Object.keys(other?.errors ?? {})).toEqual(["credit"]);
  });

  it("refuses unknown columns", () => {
    for (const date of ["6", "-1", "1.5", "x", "99", "100"]) {
      const { refused } = checkColumns({ ...columnsFields(separate), date }, head);
      expect(refused?.errors?.date, date).toBeDefined();
    }
    const { data } = checkColumns({ ...columnsFields(signed), "message-9": "on" }, head);
    expect(data?.message).toEqual([1, 2]);
  });
});

describe("the guess of a file's columns", () => {
  it("uses the columns' headings and the days in their cells", () => {
    expect(guessColumns(head, [["2026-11-22"]])).toEqual(separate);
    expect(guessColumns(["Transaction Date", "CAD$", "Description 1"], [["11/22/2026"]])).toEqual({
      head: ["Transaction Date", "CAD$", "Description 1"],
      date: 0,
      dateFormat: "mdy",
      amount: { kind: "signed", column: 1 },
      sender: null,
      message: [2],
    });
  });

  it("leaves the order of day and month open if both are possible", () => {
    expect(guessColumns(head, [["03/04/2026"]]).dateFormat).toBeUndefined();
    expect(guessColumns(head, [["03/04/2026"], ["22/11/2026"]]).dateFormat).toBe("dmy");
  });

  it("leaves unknown columns open", () => {
    expect(guessColumns(["a", "b"], [["c", "d"]])).toEqual({
      head: ["a", "b"],
      sender: null,
      message: [],
    });
  });
});
