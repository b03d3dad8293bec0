import { toSVG } from "bwip-js/node";
import type { Code } from "./print-job.ts";

// Codes are drawn in the printing process, as one takes 10 ms.

/** A square, or bars of any height that the template wants. */
export interface DrawnCode {
  svg: string;
  /** In modules, without quiet zones. */
  wide: number;
  /** The quiet zone that the symbology requires on each side, in modules. */
  quiet: number;
  text: string;
}

const symbologies = {
  // ISO/IEC 18004. Level M restores 15% of a code, e.g. under a crease or a drop of fat.
  qr: { bcid: "qrcode", eclevel: "M", quiet: 4 },
  // ISO/IEC 15417.
  "code-128": { bcid: "code128", quiet: 10 },
  // ISO/IEC 16022 requires one module. Two are left, because packers put labels over folds.
  "gs1-datamatrix": { bcid: "gs1datamatrix", format: "square", quiet: 2 },
};

/** Units per module that bwip-js draws for a square code at scale 1; for bars it is one. */
const unitsPerModule = 2;

/** Returns a QR code for screens as a data URL: on white, with its quiet zone. */
export function qrImage(text: string): string {
  const { quiet, ...options } = symbologies.qr;
  const colours = { barcolor: "000000", backgroundcolor: "ffffff" };
  const svg = toSVG({ ...options, ...colours, text, scale: 1, padding: quiet * unitsPerModule });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Draws a code in black. Throws if its symbology can't encode the text. */
export function drawCode({ symbol, text }: Code): DrawnCode {
  const { quiet, ...options } = symbologies[symbol];
  const svg = toSVG({ ...options, text, scale: 1, barcolor: "000000" });
  const [, units] = /viewBox="0 0 (\d+) /.exec(svg) ?? [];
  const wide = Number(units) / (symbol === "code-128" ? 1 : unitsPerModule);
  return { svg, wide, quiet, text };
}
