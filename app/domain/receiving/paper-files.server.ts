import { megabytes } from "#app/lib/in-words.ts";

/** Maximum size of a PDF, in bytes. */
const maxPdfBytes = 8 * 1024 * 1024;

/**
 * Checks an uploaded file: null for a PDF that may be stored, "picture" for anything that needs
 * decoding, or why it is refused. A PDF starts with its header and ends with its end-of-file marker
 * (ISO 32000, 7.5). It is never opened here, and served only as a download.
 */
export function paperProblem(file: Uint8Array): "picture" | string | null {
  if (file.length === 0) return "This file is empty.";
  const text = (from: number, to: number) =>
    Buffer.from(file.subarray(from, to)).toString("latin1");
  if (!/^%PDF-[12]\.\d/.test(text(0, 16))) return "picture";
  if (file.length > maxPdfBytes) return `A PDF may have up to ${megabytes(maxPdfBytes)}.`;
  const end = text(Math.max(0, file.length - 2048), file.length);
  if (/startxref\s+\d+\s+%%EOF/.test(end)) return null;
  return "This PDF is damaged or cut short. Please save it again, or take a photo.";
}
