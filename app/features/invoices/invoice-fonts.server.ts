import { createRequire } from "node:module";
import { Font } from "@react-pdf/renderer";

// Files of a package, found wherever the server runs from: the build, Vite, a test.
const { resolve } = createRequire(import.meta.url);

// Public Sans is Libre Franklin, the shop's own face, with figures of one width; the variable files
// of the pages cannot be set into a PDF. Each file holds a part of the alphabet.
const alphabets = ["latin", "latin-ext", "vietnamese"];
const weights = [400, 600, 700];

/** Of several the first one that has a letter sets it. */
export const fontFamily = alphabets.map((alphabet) => `Public Sans ${alphabet}`);

for (const [index, alphabet] of alphabets.entries()) {
  Font.register({
    family: fontFamily[index] ?? "",
    fonts: weights.map((fontWeight) => ({
      fontWeight,
      src: resolve(
        `@fontsource/public-sans/files/public-sans-${alphabet}-${fontWeight}-normal.woff`,
      ),
    })),
  });
}

// No word is hyphenated, but one that is wider than its column is cut.
Font.registerHyphenationCallback((word) =>
  word.length > 30 ? (word.match(/.{1,15}/gsu) ?? [word]) : [word],
);

/**
 * What turns a text of any origin into one that the fonts can set: accents in one piece, and "?" in
 * place of a letter that none of them has, which would be set as nonsense.
 */
export async function settableText(): Promise<(text: string) => string> {
  const fonts = await Promise.all(
    fontFamily.map(async (family) => {
      const wanted = { fontFamily: family, fontWeight: 400 };
      await Font.load(wanted);
      return Font.getFont(wanted).data;
    }),
  );
  const isSettable = (character: string) =>
    character === "\n" ||
    fonts.some((font) => font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  return (text) =>
    [...text.replaceAll(/\s*?\r?\n|\r/g, "\n").normalize("NFC")]
      .map((character) => (isSettable(character) ? character : "?"))
      .join("");
}
