import { crc32, deflateSync } from "node:zlib";

/** One bit per dot: 1 is black, and rows start at a byte. */
export interface Picture {
  width: number;
  height: number;
  /** Bytes per row. */
  across: number;
  bits: Uint8Array;
}

/** Reads a portable bitmap (P4) from the printing process. @throws RangeError on anything else */
export function pictureIn(bitmap: Uint8Array): Picture {
  const head = Buffer.from(bitmap.subarray(0, 32)).toString("latin1");
  const [all = "", wide, high] = /^P4\n(\d{1,5}) (\d{1,5})\n/.exec(head) ?? [];
  const [width, height] = [Number(wide), Number(high)];
  const across = Math.ceil(width / 8);
  const bits = bitmap.subarray(all.length);
  if (all === "" || bits.length !== across * height) throw new RangeError("This is no bitmap");
  return { width, height, across, bits };
}

/**
 * Encodes the picture as a label in ZPL, the language of Zebra's and many other printers. An image
 * looks the same on each, and needs none of their fonts and codes. One label, printed once.
 */
export function zplOf({ width, height, across, bits }: Picture): string {
  const hex = Buffer.from(bits).toString("hex").toUpperCase();
  return [
    "^XA",
    `^PW${width}`,
    `^LL${height}`,
    "^LH0,0",
    `^FO0,0^GFA,${bits.length},${bits.length},${across},${hex}^FS`,
    "^PQ1",
    "^XZ\n",
  ].join("\n");
}

export function pngOf({ width, height, across, bits }: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit, greyscale.
  head.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((across + 1) * height);
  for (let y = 0; y < height; y++) {
    // Each row is unfiltered, and black is 0.
    for (let x = 0; x < across; x++) {
      rows[y * (across + 1) + 1 + x] = ~(bits[y * across + x] ?? 0) & 0xff;
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
