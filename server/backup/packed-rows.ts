import { createHash, type Hash } from "node:crypto";
import { promisify } from "node:util";
import { crc32, gzip } from "node:zlib";
import type { Manifest } from "./manifest.ts";

/** In bytes of rows per part, and the maximum, eight times as many. */
const usualPart = 256 * 1024;
const largestPart = 8 * usualPart;

const newLine = 10;

const packed = promisify(gzip);

type PackedFile = Manifest["files"][string];

/**
 * Packs rows in COPY's text format into parts, each a gzip member of its own; together they are one
 * gzip file. The end of a part depends only on the row before it, so changed rows affect only their
 * own parts.
 *
 * @param onRows called with the rows so far
 * @returns a pipeline step, and the packed result once that has ended
 */
export function packRows(onRows: (rows: number) => void) {
  const whole = createHash("sha256");
  const parts: NonNullable<PackedFile["parts"]> = [];
  let rows = 0;
  let bytes = 0;

  async function part(content: Buffer[]): Promise<Buffer> {
    const member = await packed(Buffer.concat(content), { level: 1 });
    whole.update(member);
    bytes += member.length;
    parts.push({ bytes: member.length, sha256: hexOf(createHash("sha256").update(member)) });
    return member;
  }

  return {
    async *pack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      const split = splitter();
      let waiting: Buffer[] = [];
      let size = 0;
      for await (const chunk of chunks)
        for (const piece of split(chunk)) {
          waiting.push(piece.content);
          size += piece.content.length;
          rows += linesIn(piece.content);
          onRows(rows);
          if (!piece.isCut) continue;
          yield await part(waiting);
          waiting = [];
          size = 0;
        }
      // An empty table is an empty gzip file.
      if (size > 0 || parts.length === 0) yield await part(waiting);
    },
    done: (): { rows: number; file: PackedFile } => ({
      rows,
      file: { bytes, sha256: hexOf(whole.copy()), parts },
    }),
  };
}

interface Piece {
  content: Buffer;
  isCut: boolean;
}

/** Splits chunks after the rows at which parts end; a row may span several chunks. */
function splitter(): (chunk: Buffer) => Piece[] {
  let sum = 0;
  let length = 0;
  let partLength = 0;
  return (chunk) => {
    const pieces: Piece[] = [];
    let begin = 0;
    let at = 0;
    while (at < chunk.length) {
      const end = chunk.indexOf(newLine, at) + 1;
      const upTo = end || chunk.length;
      sum = crc32(chunk.subarray(at, upTo), sum);
      length += upTo - at;
      partLength += upTo - at;
      at = upTo;
      if (end === 0) break;
      // Proportional to the row's length, so that parts are equally long in tables with long rows.
      const isCut = sum < (2 ** 32 * length) / usualPart || partLength >= largestPart;
      sum = 0;
      length = 0;
      if (!isCut) continue;
      pieces.push({ content: chunk.subarray(begin, at), isCut });
      begin = at;
      partLength = 0;
    }
    if (begin < chunk.length) pieces.push({ content: chunk.subarray(begin), isCut: false });
    return pieces;
  };
}

/** COPY ends each row with a line feed, and escapes those within values. */
export function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) lines += 1;
  return lines;
}

const hexOf = (hash: Hash) => hash.digest("hex");
