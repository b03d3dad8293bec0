import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import * as fontkit from "fontkit";
import { bitmapOf } from "./bitmap.ts";
import { drawCode } from "./codes.ts";
import type { PrintJob } from "./print-job.ts";

// Runs in a separate process (print-worker.ts), from source: imports only from this folder.

/** Renders a document. Deterministic: the same job gives the same bytes. */
export interface Printer {
  (job: PrintJob, logo?: Uint8Array | null): Buffer;
  /** Renders the first page for a label printer (`bitmap.ts`); `job.dots` is the resolution. */
  picture(job: PrintJob): Promise<Uint8Array>;
}

const { resolve } = createRequire(import.meta.url);

/** Templates import only from this folder, `app`, and below. */
const app = join(import.meta.dirname, "../..");

/** Package and files of each font family, in the fallback order of paper.typ. */
const families: [name: string, files: string[]][] = [
  ["public-sans", ["PublicSans_400Regular", "PublicSans_600SemiBold", "PublicSans_700Bold"]],
  ["besley", ["Besley_700Bold"]],
  ["noto-sans-gurmukhi", ["NotoSansGurmukhi_400Regular", "NotoSansGurmukhi_600SemiBold"]],
  ["noto-sans-devanagari", ["NotoSansDevanagari_400Regular", "NotoSansDevanagari_600SemiBold"]],
  ["noto-sans-arabic", ["NotoSansArabic_400Regular", "NotoSansArabic_600SemiBold"]],
  // One weight only: each takes 10 MB of memory.
  ["noto-sans-sc", ["NotoSansSC_400Regular"]],
];

/** Loads the fonts. Takes a second and about 60 MB, once. */
export async function createPrinter(): Promise<Printer> {
  const fonts = await Promise.all(
    families.flatMap(([family, files]) => files.map((file) => fontOf(family, file))),
  );
  const compiler = NodeCompiler.create({ workspace: app, fontArgs: [{ fontBlobs: fonts }] });
  const settable = settableBy(fonts);
  type Typeset<Made> = (
    document: { mainFilePath: string; inputs: Record<string, string> },
    time: { creationTimestamp: number },
  ) => Made;

  function typeset<Made>(
    { template, sheet, codes = [], pictures = [], created, ...job }: PrintJob,
    logo: Uint8Array | null | undefined,
    make: Typeset<Made>,
  ): Made {
    const shown = pictures.map(({ contentType, content }, index) => ({
      path: `/domain/papers/picture-${index}.${contentType.replace("image/", "")}`,
      content,
    }));
    const inputs = {
      sheet: JSON.stringify(sheet, (_, value) =>
        typeof value === "string" ? settable(value) : value,
      ),
      codes: JSON.stringify(codes.map(drawCode)),
      pictures: JSON.stringify(shown.map(({ path }) => path)),
      logo: logo ? `/domain/papers/logo-${job.logo}.png` : "",
    };
    if (logo) shown.push({ path: inputs.logo, content: logo });
    for (const { path, content } of shown)
      compiler.mapShadow(join(app, path), Buffer.from(content));
    const document = { mainFilePath: join(app, `${template}.typ`), inputs };
    const time = { creationTimestamp: created };
    try {
      return make(document, time);
    } finally {
      for (const { path } of shown) compiler.unmapShadow(join(app, path));
      compiler.evictCache(10);
    }
  }

  const print = (job: PrintJob, logo?: Uint8Array | null) =>
    typeset(job, logo, (document, time) => {
      try {
        return compiler.pdf(document, { ...time, pdfStandard: "ua-1" });
      } catch (error) {
        // PDF/UA rejects unrenderable glyphs, such as an accent on a letter that the accent's font
        // lacks. Fall back to a tagged PDF without PDF/UA.
        const reason = reasonOf(error);
        if (!reason.includes("PDF/UA-1 error")) throw new Error(reason);
        return compiler.pdf(document, { ...time, pdfTags: true });
      }
    });
  return Object.assign(print, {
    picture(job: PrintJob) {
      const svg = typeset(job, null, (document) => {
        try {
          return compiler.plainSvg(document);
        } catch (error) {
          throw new Error(reasonOf(error));
        }
      });
      return bitmapOf(svg, job.dots ?? 203);
    },
  });
}

/** The compiler puts its diagnostics into `code` and leaves the message empty. */
function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function fontOf(family: string, file: string): Promise<Buffer> {
  // "PublicSans_600SemiBold" is in the folder "600SemiBold".
  const folder = file.slice(file.indexOf("_") + 1);
  return readFile(resolve(`@expo-google-fonts/${family}/${folder}/${file}.ttf`));
}

/**
 * Returns a function that converts any text to what the fonts can render: composes accents, and
 * replaces missing characters with "?".
 */
function settableBy(fonts: Buffer[]): (text: string) => string {
  const known = new Set<number>();
  for (const font of fonts) {
    const opened = fontkit.create(font);
    if (opened.type !== "TTF") throw new Error(`A font is ${opened.type}, not TTF`);
    for (const codePoint of opened.characterSet) known.add(codePoint);
  }
  // Also allow line ends, and the joiners of Devanagari and Arabic, which have no glyphs.
  const isSettable = (character: string) =>
    known.has(character.codePointAt(0) ?? 0) || /[\n\u200c\u200d]/.test(character);
  return (text) => Array.from(text.normalize("NFC"), (it) => (isSettable(it) ? it : "?")).join("");
}
