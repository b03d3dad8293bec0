import { describe, expect, it } from "vitest";
import { maxFileBytes, maxFileRows } from "./bank-file.ts";
import { identified, readCsvFile } from "./csv-file.server.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

const cellsOf = (file: Uint8Array) => readCsvFile(file).rows.map(({ cells }) => cells);

describe("a file's encoding", () => {
  const text = "Date,Description\n2026-11-22,Café Élan";
  const read = { head: ["Date", "Description"], rows: [["2026-11-22", "Café Élan"]] };

  it.each<[string, Uint8Array]>([
    ["UTF-8", bytes(text)],
    ["UTF-8 with a byte order mark", bytes(`\ufeff${text}`)],
    ["UTF-16 LE with one", bytes(`\ufeff${text}`, "utf16le")],
    ["Windows-1252", bytes(text, "latin1")],
  ])("is found to be %s", (_, file) => {
    const { head, rows } = readCsvFile(file);
    expect({ head, rows: rows.map(({ cells }) => cells) }).toEqual(read);
  });

  it("is Windows-1252, not Latin-1, where they differ", () => {
    const file = Buffer.concat([bytes("Date,Text\n2026-11-22,"), Buffer.from([0x80, 0x92])]);
    expect(cellsOf(file)).toEqual([["2026-11-22", "€’"]]);
  });
});

describe("a file", () => {
  it.each([",", ";", "\t"])(
    "is split at %j, even if its cells contain other separators",
    (separator) => {
      const other = separator === "," ? ";" : ",";
      const text = ["Date", `"Debit${other} or${other} credit"`, "Amount"].join(separator);
      const { head, rows } = readCsvFile(
        bytes(`${text}\r\na${separator}b${separator}"1${other}2"`),
      );
      expect(head).toEqual(["Date", `Debit${other} or${other} credit`, "Amount"]);
      expect(rows).toEqual([{ line: 2, cells: ["a", "b", `1${other}2`] }]);
    },
  );

  it("may have quotes, line breaks and empty lines", () => {
    const text = '\r\nDate,Text\r\n\r\n1,"He said ""hi""\nand left"\r\n,,\r\n2,5" pipe\r\n';
    expect(cellsOf(bytes(text))).toEqual([
      ["1", 'He said "hi"\nand left'],
      ["2", '5" pipe'],
    ]);
  });

  it("is identified by its head row, regardless of spacing, capitals or line ends", () => {
    const of = (head: string) => readCsvFile(bytes(`${head}\na,b`)).signature;
    expect(of("Date , AMOUNT,,")).toBe(of("date,amount"));
    expect(of("Date,Amount,Balance")).not.toBe(of("Date,Amount"));
    expect(of("Amount,Date")).not.toBe(of("Date,Amount"));
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["nothing", bytes(""), /empty/],
    ["empty rows", bytes("\n,,\n"), /empty/],
    ["no head row", bytes("11/22/2026,E-TRANSFER,120.00\n"), /no row of headings/],
    ["no columns", bytes("Date\n2026-11-22\n"), /no columns/],
    ["a spreadsheet", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 9]), /isn't a CSV file/],
    ["UTF-16 without a mark", bytes("Date,Amount", "utf16le"), /isn't a CSV file/],
    ["an open quote", bytes('Date,Text\n1,"cut off'), /not closed/],
    ["a row without end", bytes(`Date,Text\n1,${"x".repeat(30_000)}`), /too long/],
    ["columns without end", bytes(`${"a,".repeat(60)}b\n1,2`), /columns/],
    ["too many rows", bytes(`Date,Text\n${"1,2\n".repeat(maxFileRows + 1)}`), /20,000 rows/],
    ["too many bytes", new Uint8Array(maxFileBytes + 1), /5 MB/],
  ])("of %s is refused with the reason", (_, file, reason) => {
    expect(() => readCsvFile(file)).toThrow(reason);
  });

  it("may have the maximum number of rows", () => {
    const { rows } = readCsvFile(bytes(`Date,Text\n${"1,2\n".repeat(maxFileRows)}`));
    expect(rows).toHaveLength(maxFileRows);
  });
});

describe("a row", () => {
  const row = (...cells: string[]) => ({ cells });
  const keys = (rows: { cells: string[] }[]) =>
    identified(rows).map(({ rowHash, ordinal }) => `${rowHash} ${ordinal}`);

  it("is identified by its cells, regardless of spacing", () => {
    expect(keys([row("a  b", " c ", "")])).toEqual(keys([row("a b", "c")]));
    expect(keys([row("a", "b c")])).not.toEqual(keys([row("a b", "c")]));
    expect(keys([row("cafe\u0301", "1")])).toEqual(keys([row("café", "1")]));
  });

  it("that occurs twice in a file counts as two, in any position", () => {
    const [first, , third] = keys([row("a"), row("b"), row("a")]);
    expect(first).not.toBe(third);
    expect(keys([row("b"), row("a"), row("a")])).toEqual(expect.arrayContaining([first, third]));
  });
});
