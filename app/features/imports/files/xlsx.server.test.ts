import { describe, expect, it } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import { workbookOf, zipOf } from "#tests/setup/files/workbook.ts";
import { type XlsxRow, xlsxRows } from "./xlsx.server.ts";

async function read(file: Buffer) {
  const all: XlsxRow[] = [];
  for await (const rows of xlsxRows(file)) all.push(...rows);
  return all;
}

const cells = (...texts: string[]) => texts.map((text) => `<c>${text}</c>`).join("");
const row = (inside: string) => `<row>${inside}</row>`;

describe("a worksheet", () => {
  it("is read with its texts, numbers, days, results of formulas, and gaps", async () => {
    const rows = [
      row(`<c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Pri</t><t>ce</t></is></c>`),
      "<row/>",
      `<row r="7"><c r="A7" s="1"><v>46349.25</v></c><c r="B7"><v>24.989999999999998</v></c><c r="C7" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="D7" t="b"><v>1</v></c></row>`,
    ].join("");
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\-mmm\\-yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    expect(await read(workbookOf({ rows, shared: ["Ribeye &amp; co"], styles }))).toEqual([
      { line: 1, cells: ["Ribeye & co", "", "Price"] },
      { line: 7, cells: ["2026-11-23", "24.99", "ab", "yes"] },
    ]);
  });

  it("reports cells without a value: errors, and formulas that were never calculated", async () => {
    const rows = row(`<c t="e"><v>#REF!</v></c><c><f>1+1</f></c>`);
    expect(await read(workbookOf({ rows }))).toEqual([
      {
        line: 1,
        cells: ["", ""],
        problems: {
          0: "the cell shows #REF!",
          1: "the formula has no stored result; open the file in Excel and save it",
        },
      },
    ]);
  });

  it("is the first that isn't hidden, and merged cells are read once", async () => {
    const workbook = `<workbook><workbookPr date1904="1"/><sheets><sheet name="x" state="veryHidden" r:id="rId9"/><sheet name="y" r:id="rId1"/></sheets></workbook>`;
    const rows = row(`<c r="A1" s="0"><v>1</v></c><c r="B1"/>`);
    expect(await read(workbookOf({ rows, workbook }))).toEqual([{ line: 1, cells: ["1", ""] }]);
  });
});

describe("a hostile file", () => {
  const bomb = `<c t="inlineStr"><is><t>${"x".repeat(40_000)}</t></is></c>`;
  it.each<[string, Buffer]>([
    ["no archive", Buffer.from("PK\x03\x04 and then nothing")],
    ["an archive of something else", zipOf({ "word/document.xml": "<a/>" })],
    ["a cut archive", workbookOf({ rows: row(cells("<v>1</v>")) }).subarray(0, 300)],
    ["broken XML", workbookOf({ rows: "<row><c></row>" })],
    [
      "entities",
      workbookOf({
        rows: row(`<c t="inlineStr"><is><t>&x;</t></is></c>`),
        prolog: `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
      }),
    ],
    ["an entity that nobody declared", workbookOf({ rows: row(cells("<v>&x;</v>")) })],
    ["a long cell", workbookOf({ rows: row(bomb) })],
    ["a column far out", workbookOf({ rows: row(`<c r="XFD1"><v>1</v></c>`) })],
    ["what unpacks to far more", workbookOf({ rows: " ".repeat(160 * 1024 * 1024) })],
  ])("is refused with a message: %s", async (_, file) => {
    await expect(read(file)).rejects.toThrow(Refusal);
  });
});
