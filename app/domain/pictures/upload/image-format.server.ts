export type ImageFormat = "jpeg" | "png" | "webp" | "avif";

/** Enough bytes to detect the format. */
const headLength = 1024;

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
const avifBrands = new Set(["avif", "avis"]);

/**
 * Detects a file's format from its first bytes, never from its name: an accepted format, a
 * description of another known one, or null if unknown. Runs before any decoder, so that decoders
 * of documents and vector graphics (SVG, PDF) are never used.
 *
 * Signatures: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern, and for AVIF and
 * HEIC the brands of ISO/IEC 14496-12, section 4.3.
 */
export function imageFormatOf(file: Uint8Array): { kind: ImageFormat } | { other: string | null } {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, headLength));
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return { kind: "jpeg" };
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return { kind: "png" };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { kind: "webp" };
  if (text.slice(4, 8) === "ftyp") {
    const brands = brandsOf(head);
    if (brands.some((brand) => avifBrands.has(brand))) return { kind: "avif" };
    return { other: brands.some((brand) => heicBrands.has(brand)) ? "HEIC" : "video" };
  }
  return { other: otherKind(text) };
}

/** Returns the major and compatible brands, which are separated by a four-byte version. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  return brands;
}

function otherKind(text: string): string | null {
  if (text.startsWith("GIF8")) return "GIF";
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return "TIFF";
  if (text.startsWith("%PDF")) return "PDF";
  if (text.startsWith("BM")) return "BMP";
  if (text.startsWith("PK\x03\x04")) return "ZIP";
  return /<svg[\s>]/i.test(text) ? "SVG" : null;
}
