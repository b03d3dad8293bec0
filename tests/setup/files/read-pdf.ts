import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { extractText } from "unpdf";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const { resolve } = createRequire(import.meta.url);

/** Returns the text of each page, on one line. */
export async function textOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

/** Returns the size of each page in points, from the file itself. */
export function mediaBoxes(pdf: Uint8Array): number[][] {
  const file = Buffer.from(pdf).toString("latin1");
  return [...file.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box = ""]) =>
    box.trim().split(/\s+/).map(Number),
  );
}

interface Bitmap {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8ClampedArray<ArrayBuffer>;
}

let library: Promise<PDFiumLibrary> | undefined;

/** Returns each page as a label printer of that resolution gets it. */
export async function bitmapsOf(pdf: Uint8Array, dpi: number): Promise<Bitmap[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const bitmaps: Bitmap[] = [];
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: dpi / 72, render: "bitmap" });
    bitmaps.push({ width, height, data: Uint8ClampedArray.from(data) });
  }
  document.destroy();
  return bitmaps;
}

/** Returns the codes that a scanner finds, with FNC1 as the group separator that scanners send. */
export async function codesOn({ width, height, data }: Bitmap) {
  // From the package, not from the network.
  const wasm = readFileSync(resolve("zxing-wasm/reader/zxing_reader.wasm"));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  const image: ImageData = { width, height, data: inBlackAndWhite(data), colorSpace: "srgb" };
  const found = await readBarcodes(image, { textMode: "Plain" });
  return found.map(
    ({ symbologyIdentifier, text, position: { topLeft, topRight, bottomRight } }) => ({
      symbologyIdentifier,
      text,
      /** In dots. */
      wide: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y),
      box: { left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y },
    }),
  );
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A scanner's position of a code is exact to this many dots. */
const slack = 3;

/** Returns the blank dots on each side of a code, up to the next ink or the page's edge. */
export function clearAround(
  { width, height, data }: Bitmap,
  { left, top, right, bottom }: Box,
): Box {
  const isInk = (x: number, y: number) => (data[4 * (y * width + x)] ?? 255) < 128;
  const among = (from: number, to: number, isHit: (at: number) => boolean) => {
    for (let at = from; at <= to; at += 1) if (isHit(at)) return true;
    return false;
  };
  const column = (x: number) => among(top, bottom, (y) => isInk(x, y));
  const row = (y: number) => among(left, right, (x) => isInk(x, y));
  const blank = (start: number, step: 1 | -1, end: number, isHit: (at: number) => boolean) => {
    let at = start + step * slack;
    while (at !== end && !isHit(at)) at += step;
    return Math.abs(at - start);
  };
  return {
    left: blank(left, -1, -1, column),
    right: blank(right, 1, width, column),
    top: blank(top, -1, -1, row),
    bottom: blank(bottom, 1, height, row),
  };
}

/** A label printer has no greys. */
function inBlackAndWhite(data: Bitmap["data"]): Bitmap["data"] {
  return data.map((value) => (value < 128 ? 0 : 255));
}

/** True if this many dots along each edge are blank. */
export function hasBlankEdges({ width, height, data }: Bitmap, dots: number): boolean {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inside = x >= dots && y >= dots && x < width - dots && y < height - dots;
      if (!inside && (data[4 * (y * width + x)] ?? 0) < 128) return false;
    }
  }
  return true;
}
