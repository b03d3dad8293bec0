/** The kinds of picture that are taken. */
export type PictureKind = "jpeg" | "png" | "webp" | "avif";

/** Enough of a file to tell its kind. */
const headLength = 1024;

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
const avifBrands = new Set(["avif", "avis"]);

/**
 * What a file is, by its first bytes and never by its name: a kind that is taken, or in words what
 * it is instead, or null for what is not known at all. Looked at before any decoder sees the file,
 * so that the decoders of documents and drawings (SVG, PDF) never do.
 *
 * Signatures: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern, and for AVIF and
 * HEIC the brands of ISO/IEC 14496-12, section 4.3.
 */
export function pictureKindOf(file: Uint8Array): { kind: PictureKind } | { other: string | null } {
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

/** The major brand and the compatible ones; four bytes of version stand between. */
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
