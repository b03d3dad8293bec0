import { crc32, deflateRawSync } from "node:zlib";

/** Returns a ZIP archive of the files. */
export function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02"), version, fields, rest, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}

interface WorkbookParts {
  rows: string;
  shared?: string[];
  styles?: string;
  workbook?: string;
  /** Placed before the sheet's root element. */
  prolog?: string;
}

/** Returns an XLSX file with one sheet. */
export function workbookOf({ rows, shared = [], styles, workbook, prolog = "" }: WorkbookParts) {
  const strings = shared.map((text) => `<si><t>${text}</t></si>`).join("");
  return zipOf({
    "xl/workbook.xml":
      workbook ??
      `<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": styles ?? "<styleSheet/>",
    "xl/worksheets/sheet1.xml": `${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}
