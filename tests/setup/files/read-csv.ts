/** Reads a file as a spreadsheet would (RFC 4180); the first record is the heads. */
export function readCsv(text: string): Record<string, string>[] {
  if (!text.startsWith("\uFEFF")) throw new Error("The file has no byte order mark");
  const [heads = [], ...records] = recordsOf(text.slice(1));
  return records.map((record) => {
    if (record.length !== heads.length) throw new Error(`Of another length: ${record}`);
    return Object.fromEntries(heads.map((head, index) => [head, record[index] ?? ""]));
  });
}

/** Every record ends with a line break; a rest would be a truncated record. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`Not a field: ${JSON.stringify(text.slice(at, at + 80))}`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}
