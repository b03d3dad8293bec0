import { posix } from "node:path";
import type { Readable } from "node:stream";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { isRefusal } from "#app/lib/refusal.ts";
import { serialDay } from "#app/lib/spreadsheets/serial-day.ts";
import { type SheetRow, sheetRefusal } from "#app/lib/spreadsheets/sheet.ts";

// Reads an XLSX file (ECMA-376, Office Open XML) as a stream of rows. Nothing is executed: a
// formula's stored result is read, and a missing one reported. XML entities can't be declared (a
// document type is refused), and limits are enforced while unpacking.

/** Also has the reasons why cells couldn't be read, by position. */
export interface XlsxRow extends SheetRow {
  problems?: Record<number, string>;
}

const limits = {
  /** Files in the archive; a workbook of fifty sheets has a hundred. */
  entries: 2_000,
  /** Unpacked; 50,000 rows of 20 columns take about 60 MB. */
  bytes: 150 * 1024 * 1024,
  sharedStrings: 1_000_000,
  /** Characters of all shared strings. */
  sharedText: 30_000_000,
  /** Excel's own limit. */
  cell: 32_767,
  columns: 200,
};

const broken = "This file could not be read as an Excel workbook. Please save it again, or as CSV.";
const tooMuch =
  "The workbook is larger than it looks. Please save only the sheet to import, or as CSV.";
const tooWide = `The sheet has more than ${limits.columns} columns.`;
const longCell = `A cell has more than ${limits.cell.toLocaleString("en-CA")} characters.`;

/** True if a file starts like an XLSX file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** True if a file is from Excel 97 to 2003, or encrypted. */
export function isOldWorkbook(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/**
 * Yields the first visible sheet's non-empty rows as they are unpacked. Days become "2026-11-23".
 * @throws Refusal
 */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<XlsxRow[]> {
  let archive: Archive | undefined;
  try {
    archive = await openArchive(bytes);
    const { sheet, isFrom1904 } = await workbookOf(archive);
    const dayStyles = await dayStylesOf(archive);
    const shared = await sharedStringsOf(archive);
    yield* sheetRows(archive, sheet, { shared, dayStyles, isFrom1904 });
  } catch (error) {
    // Any error in the archive or the XML is the file's fault.
    throw isRefusal(error, "sheet") ? error : sheetRefusal(broken, { cause: error });
  } finally {
    archive?.zip.close();
  }
}

interface Archive {
  zip: ZipFile;
  entries: Map<string, Entry>;
  left: number;
}

async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  const entries = new Map<string, Entry>();
  if (zip.entryCount > limits.entries) throw sheetRefusal(tooMuch);
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return { zip, entries, left: limits.bytes };
}

/** `text` receives the tag's direct text. */
interface Handlers {
  open?(tag: SaxesTagPlain): void;
  text?(text: string): void;
  close?(tag: SaxesTagPlain): void;
}

/** Parses a part of the archive as it is unpacked, and yields after each chunk. */
async function* parsed(archive: Archive, name: string, handlers: Handlers): AsyncGenerator<void> {
  const entry = archive.entries.get(name);
  if (!entry) return;
  const parser = new SaxesParser({ xmlns: false });
  parser.on("doctype", () => {
    throw sheetRefusal(broken);
  });
  parser.on("error", (error) => {
    throw error;
  });
  // Programs use different namespace prefixes.
  const local = (tag: SaxesTagPlain) => {
    tag.name = tag.name.slice(tag.name.indexOf(":") + 1);
    return tag;
  };
  parser.on("opentag", (tag) => handlers.open?.(local(tag)));
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("closetag", (tag) => handlers.close?.(tag));
  const stream: Readable = await archive.zip.openReadStreamPromise(entry);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of stream) {
    archive.left -= chunk.length;
    if (archive.left < 0) {
      stream.destroy();
      throw sheetRefusal(tooMuch);
    }
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

async function whole(archive: Archive, name: string, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(archive, name, handlers));
}

async function workbookOf(archive: Archive): Promise<{ sheet: string; isFrom1904: boolean }> {
  const targets = new Map<string, string>();
  await whole(archive, "xl/_rels/workbook.xml.rels", {
    open({ name, attributes: { Id, Target } }) {
      if (name !== "Relationship" || !Id || !Target) return;
      targets.set(Id, posix.join("/xl", Target.startsWith("/") ? `..${Target}` : Target).slice(1));
    },
  });
  let sheet: string | undefined;
  let isFrom1904 = false;
  await whole(archive, "xl/workbook.xml", {
    open({ name, attributes }) {
      if (name === "workbookPr") isFrom1904 = isTrue(attributes.date1904);
      if (name !== "sheet" || sheet || /hidden/i.test(attributes.state ?? "")) return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
      sheet = targets.get(id ?? "");
    },
  });
  if (!sheet || !archive.entries.has(sheet)) throw sheetRefusal(broken);
  return { sheet, isFrom1904 };
}

const isTrue = (text: string | undefined) => text === "1" || text === "true";

/** Built-in date formats (ECMA-376, part 1, 18.8.30). */
const builtInDays = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

async function dayStylesOf(archive: Archive): Promise<Set<number>> {
  const formats = new Set<number>();
  const styles = new Set<number>();
  let isInCells = false;
  let count = 0;
  await whole(archive, "xl/styles.xml", {
    open({ name, attributes: { numFmtId = "", formatCode = "" } }) {
      if (name === "numFmt") {
        const code = formatCode.slice(0, 500).replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
        if (/[yd]/i.test(code)) formats.add(Number(numFmtId));
      }
      if (name === "cellXfs") isInCells = true;
      if (name !== "xf" || !isInCells) return;
      const id = Number(numFmtId);
      if (builtInDays(id) || formats.has(id)) styles.add(count);
      count += 1;
    },
    close({ name }) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

async function sharedStringsOf(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  let size = 0;
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await whole(archive, "xl/sharedStrings.xml", {
    open({ name }) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close({ name }) {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      if (text.length > limits.cell) throw sheetRefusal(longCell);
      size += text.length;
      strings.push(text);
      if (strings.length > limits.sharedStrings || size > limits.sharedText) {
        throw sheetRefusal(tooMuch);
      }
    },
  });
  return strings;
}

interface Workbook {
  shared: string[];
  dayStyles: Set<number>;
  isFrom1904: boolean;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  text: string;
}

async function* sheetRows(
  archive: Archive,
  name: string,
  book: Workbook,
): AsyncGenerator<XlsxRow[]> {
  let rows: XlsxRow[] = [];
  let row: XlsxRow = { line: 0, cells: [] };
  let cell: OpenCell | undefined;
  let isValue = false;
  const parts = parsed(archive, name, {
    open({ name: tag, attributes: { r = "", s = "", t = "n" } }) {
      if (tag === "row") {
        row = { line: Math.max(Number(r) || 0, row.line + 1), cells: [] };
      } else if (tag === "c") {
        const column = columnOf(r) ?? row.cells.length;
        cell = { column, type: t, style: Number(s) || 0, hasFormula: false, text: "" };
      } else if (tag === "f" && cell) cell.hasFormula = true;
      isValue = tag === "v" || tag === "t";
    },
    text(piece) {
      if (!isValue || !cell) return;
      cell.text += piece;
      if (cell.text.length > limits.cell) throw sheetRefusal(longCell);
    },
    close({ name: tag }) {
      if (tag === "v" || tag === "t") isValue = false;
      if (tag === "c" && cell && cell.column >= limits.columns) {
        // A border, for example, makes cells without a value far out.
        if (cell.text.trim() !== "") throw sheetRefusal(tooWide);
        cell = undefined;
      }
      if (tag === "c" && cell) {
        while (row.cells.length < cell.column) row.cells.push("");
        const { text = "", problem } = readCell(cell, book);
        row.cells[cell.column] = text;
        if (problem) row.problems = { ...row.problems, [cell.column]: problem };
        cell = undefined;
      }
      if (tag === "row" && (row.problems || row.cells.some((text) => text.trim() !== ""))) {
        rows.push(row);
      }
    },
  });
  for await (const _ of parts) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

/** "AB12" → 27. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCell(cell: OpenCell, book: Workbook): { text?: string; problem?: string } {
  const { type, text, style, hasFormula } = cell;
  if (type === "e") return { problem: `the cell shows ${text.slice(0, 20) || "an error"}` };
  if (hasFormula && text === "") {
    return { problem: "the formula has no stored result; open the file in Excel and save it" };
  }
  if (type === "s") return { text: book.shared[Number(text)] ?? "" };
  if (type === "b") return { text: text === "1" ? "yes" : "no" };
  if (type !== "n" || text === "") return { text };
  const number = Number(text);
  if (!Number.isFinite(number)) return { text };
  if (book.dayStyles.has(style)) {
    const day = serialDay(number, book.isFrom1904);
    if (day) return { text: day };
  }
  // Spreadsheets keep 15 significant digits: 24.989999999999998 is 24.99.
  return { text: String(Number(number.toPrecision(15))) };
}
