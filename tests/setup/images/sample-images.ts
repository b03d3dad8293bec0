import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

// Generated image files: ordinary, hostile and refused.

/** Returns an image with a shape on it, of the given size. */
export function sampleImage(width = 400, height = 300): Sharp {
  const left = {
    create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#7a1f1c" },
  };
  return sharp({ create: { width, height, channels: 3, background: "#e8dcc8" } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

export const sampleJpeg = (width?: number, height?: number) =>
  sampleImage(width, height).jpeg().toBuffer();

/** Returns a JPEG as a phone writes it: rotated, with the location. */
export function phoneJpeg(): Promise<Buffer> {
  return sampleImage(400, 300)
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: "Phone", Copyright: "Somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "49/1 3/1 0/1", GPSLongitudeRef: "W" },
    })
    .jpeg()
    .toBuffer();
}

/** Returns a tiny PNG that claims to be 20,000 by 20,000 pixels. */
export function hugeClaim(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(20_000, 0);
  header.writeUInt32BE(20_000, 4);
  // 8 bits of red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a chunk of a PNG: https://www.w3.org/TR/png-3/#5Chunk-layout */
function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** Returns an SVG of a few hundred bytes that librsvg takes many seconds to draw at any size. */
export function slowSvg(): Buffer {
  const noise = `<feTurbulence baseFrequency="0.9" numOctaves="900"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f" x="0" y="0" width="1" height="1">${noise}</filter><rect width="3000" height="3000" filter="url(#f)"/></svg>`,
  );
}

/** Returns a small file that is slow to decode: many pixels, and very many tiny scans. */
export function slowJpeg(side: number, passes: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const bits = new Bits();
  for (let left = blocks; left > 0; ) {
    // An end-of-band run is the exponent of its length, then the remaining bits.
    const run = Math.min(left, 32_767);
    const exponent = 31 - Math.clz32(run);
    bits.put(exponent, 4);
    bits.put(run - 2 ** exponent, exponent);
    left -= run;
  }
  const pass = Buffer.concat([jpegPart(0xda, [1, 1, 0x00, 1, 63, 0]), bits.bytes()]);
  const size = [side >> 8, side & 255, side >> 8, side & 255];
  const sixteen = (counts: number[]) => [...counts, ...Array(16 - counts.length).fill(0)];
  const exponents = Array.from({ length: 15 }, (_, exponent) => exponent << 4);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegPart(0xdb, [0, ...Array(64).fill(1)]),
    jpegPart(0xc2, [8, ...size, 1, 1, 0x11, 0]),
    jpegPart(0xc4, [0x00, ...sixteen([1]), 0]),
    jpegPart(0xc4, [0x10, ...sixteen([0, 0, 0, 15]), ...exponents]),
    jpegPart(0xda, [1, 1, 0x00, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array(passes).fill(pass),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns a marker segment: its length and content follow the marker. */
function jpegPart(marker: number, content: number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

/** JPEG's bit order: the highest first, padded with ones, and 0xff bytes stuffed. */
class Bits {
  readonly #bits: number[] = [];

  put(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) this.#bits.push((value >> bit) & 1);
  }

  bytes(): Buffer {
    const bytes: number[] = [];
    for (let at = 0; at < this.#bits.length; at += 8) {
      const byte = Array.from({ length: 8 }, (_, bit) => this.#bits[at + bit] ?? 1);
      bytes.push(Number.parseInt(byte.join(""), 2));
      if (bytes.at(-1) === 0xff) bytes.push(0);
    }
    return Buffer.from(bytes);
  }
}

/** Returns files that aren't accepted images, by format. */
export async function refusedFiles(): Promise<[string, Buffer][]> {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
  return [
    ["SVG", Buffer.from(svg)],
    ["SVG", slowSvg()],
    ["GIF", await sampleImage(8, 8).gif().toBuffer()],
    ["TIFF", await sampleImage(8, 8).tiff().toBuffer()],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
    ["ZIP", Buffer.from("PK\x03\x04\x14\0\0\0\x08\0", "latin1")],
    ["HEIC", heic],
    ["not an image", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["not an image", Buffer.from([0xff])],
    ["empty", Buffer.alloc(0)],
  ];
}
