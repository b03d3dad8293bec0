import { toSVG } from "bwip-js/node";
import type { Code } from "./print-job.ts";

// Papers' codes are drawn in the printing thread: one takes 10 ms.

/** A code as a template places it: square, or bars, which are as high as the template wants. */
export interface DrawnCode {
  svg: string;
  /** Its width in modules, quiet zones apart. */
  wide: number;
  /** The clear space that the symbology asks for on each side, in modules. */
  quiet: number;
  /** The text, for screen readers. */
  text: string;
}

const symbologies = {
  // ISO/IEC 18004. M restores 15 % of a code, about a crease or a drop of fat.
  qr: { bcid: "qrcode", eclevel: "M", quiet: 4 },
  // ISO/IEC 15417.
  "code-128": { bcid: "code128", quiet: 10 },
  // ISO/IEC 16022 asks for one; two, because packers put labels onto folds.
  "gs1-datamatrix": { bcid: "gs1datamatrix", format: "square", quiet: 2 },
};

/** What bwip-js makes of a module of a square code at scale 1; of bars it makes one. */
const unitsPerModule = 2;

/** A QR code for a screen: on white, within its quiet zone, as the address of an image. */
export function qrImage(text: string): string {
  const { quiet, ...options } = symbologies.qr;
  const colours = { barcolor: "000000", backgroundcolor: "ffffff" };
  const svg = toSVG({ ...options, ...colours, text, scale: 1, padding: quiet * unitsPerModule });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Draws a code in black. Throws on what its symbology cannot hold. */
export function drawCode({ symbol, text }: Code): DrawnCode {
  const { quiet, ...options } = symbologies[symbol];
  const svg = toSVG({ ...options, text, scale: 1, barcolor: "000000" });
  const [, units] = /viewBox="0 0 (\d+) /.exec(svg) ?? [];
  const wide = Number(units) / (symbol === "code-128" ? 1 : unitsPerModule);
  return { svg, wide, quiet, text };
}
