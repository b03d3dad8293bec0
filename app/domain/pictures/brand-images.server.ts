import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { Company } from "#app/content/company.ts";
import type { Sharp } from "./decode-image.server.ts";
import { readImageAddress } from "./image-address.ts";
import type { Images } from "./images.server.ts";
import { libraryOriginal } from "./paper-logo.server.ts";
import type { KnownImage } from "./storage/image-reader.server.ts";

/** The icon in browsers, those on a phone's home screen, and the image of shared links. */
export type BrandImage = "icon" | "touch-icon" | "home-icon" | "large-icon" | "share";

type Library = Pick<Images, "storage" | "reader" | "work">;

const oxblood = "#7b1e22";
const paper = "#f8f1e9";
const brass = "#c9a566";

const icons = { icon: 64, "touch-icon": 180, "home-icon": 192, "large-icon": 512 } as const;

/** The recommended size of images for shared links, in pixels. */
const shareSize = { width: 1200, height: 630 } as const;

/** A logo with at most this ratio of its sides is legible in an icon. */
const mostAspect = 1.7;

const { resolve } = createRequire(import.meta.url);
const fonts = {
  name: { font: "Besley Bold", file: "@expo-google-fonts/besley/700Bold/Besley_700Bold.ttf" },
  text: {
    font: "Public Sans",
    file: "@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf",
  },
};

const drawn = new LRUCache<string, Promise<Buffer>>({ max: 20 });

/**
 * Returns an image of the company, drawn from its logo or its name; the one for shared links also
 * shows the home page's picture, once the owner has given one. Cached by its sources. Icons are
 * PNG, the image of shared links is JPEG. Anyone may see them.
 *
 * @throws QueueFullError if too many images wait
 */
export async function brandImage(
  { name, shortName, tagline, logo }: Company,
  kind: BrandImage,
  library: Library,
): Promise<Buffer> {
  const hero = kind === "share" ? await ownHero(library) : null;
  const words = { name, shortName, tagline };
  const from = JSON.stringify([kind, words, logo, hero?.digest]);
  const key = createHash("sha256").update(from).digest("hex");
  const before = drawn.get(key);
  if (before) return before;
  const image = draw({ ...words, logo }, kind, hero, library);
  drawn.set(key, image);
  image.catch(() => drawn.delete(key));
  return image;
}

/** Returns the home page's picture; null for the sample one, which other shops have too. */
async function ownHero({ reader }: Library): Promise<KnownImage | null> {
  const [url = ""] = await reader.urlsAt("pages", "home-hero");
  const place = readImageAddress(url);
  const hero = place && (await reader.find(place.path, place.version));
  return hero && !hero.isSample ? hero : null;
}

type Words = Pick<Company, "name" | "shortName" | "tagline" | "logo">;

async function draw(
  words: Words,
  kind: BrandImage,
  hero: KnownImage | null,
  library: Library,
): Promise<Buffer> {
  const logo = words.logo ? await libraryOriginal(library, words.logo) : null;
  const picture = hero && (await library.storage.read(hero.path));
  return library.work.run(async () => {
    const { sharp } = await import("./decode-image.server.ts");
    if (kind !== "share") return drawIcon(sharp, words, icons[kind], logo);
    return picture ? drawPictured(sharp, words, logo, picture) : drawShared(sharp, words, logo);
  });
}

type Drawing = typeof import("./decode-image.server.ts").sharp;

async function drawIcon(
  sharp: Drawing,
  { shortName }: Words,
  side: number,
  logo: Uint8Array | null,
): Promise<Buffer> {
  const { width = 1, height = 1 } = logo ? await sharp(logo).metadata() : {};
  if (logo && Math.max(width / height, height / width) <= mostAspect) {
    const inside = Math.round(side * 0.84);
    const image = await contained(sharp, logo, { width: inside, height: inside });
    return plate(sharp, { width: side, height: side }, paper)
      .composite([{ input: image, gravity: "centre" }])
      .png()
      .toBuffer();
  }
  const [letter = ""] = drawable(shortName).toUpperCase();
  const room = { width: Math.round(side * 0.68), height: Math.round(side * 0.54) };
  const image = await written(sharp, letter, { ...room, ...fonts.name, colour: paper });
  const left = Math.round((side - (image?.width ?? 0)) / 2);
  return plate(sharp, { width: side, height: side }, oxblood)
    .composite([
      ...(image ? [{ input: image.data, left, top: Math.round(side * 0.16) }] : []),
      ...graduations({ left: side * 0.19, top: side * 0.81, width: side * 0.62, unit: side / 64 }),
    ])
    .png()
    .toBuffer();
}

async function drawShared(
  sharp: Drawing,
  { name, tagline }: Words,
  logo: Uint8Array | null,
): Promise<Buffer> {
  const left = 90;
  const width = shareSize.width - 2 * left;
  const big = { width, height: 220, ...fonts.name, colour: paper };
  const small = { width, height: 50, ...fonts.text, colour: logo ? oxblood : paper };
  const shown = logo
    ? await contained(sharp, logo, { width, height: 250 })
    : (await written(sharp, name, big))?.data;
  const below = await written(sharp, tagline, small);
  return plate(sharp, shareSize, logo ? paper : oxblood)
    .composite([
      ...(shown ? [{ input: shown, left, top: 105 }] : []),
      ...(below ? [{ input: below.data, left, top: 415 }] : []),
      ...graduations({ left, top: 530, width, unit: 4 }),
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

/** Draws the hero above the logo or the name, on `paper`. */
async function drawPictured(
  sharp: Drawing,
  { name, tagline }: Words,
  logo: Uint8Array | null,
  picture: Uint8Array,
): Promise<Buffer> {
  const left = 60;
  const width = shareSize.width - 2 * left;
  const above = 430;
  const hero = await sharp(picture)
    .resize({ width: shareSize.width, height: above, fit: "cover", position: "centre" })
    .flatten({ background: paper })
    .toBuffer();
  const room = { width, height: 80 };
  const shown = logo
    ? await contained(sharp, logo, room)
    : (await written(sharp, name, { ...room, ...fonts.name, colour: oxblood }))?.data;
  const small = { width, height: 34, ...fonts.text, colour: oxblood };
  const below = await written(sharp, tagline, small);
  return plate(sharp, shareSize, paper)
    .composite([
      { input: hero, left: 0, top: 0 },
      ...graduations({ left: 0, top: above, width: shareSize.width, unit: 3 }),
      ...(shown ? [{ input: shown, left, top: above + 46 }] : []),
      ...(below ? [{ input: below.data, left, top: above + 144 }] : []),
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

const plate = (
  sharp: Drawing,
  size: { width: number; height: number },
  background: string,
): Sharp => sharp({ create: { ...size, channels: 3, background } });

const contained = (sharp: Drawing, image: Uint8Array, room: { width: number; height: number }) =>
  sharp(image)
    .resize({ ...room, fit: "inside" })
    .png()
    .toBuffer();

/** Keeps the characters that the two fonts have; others would be drawn as boxes. */
const drawable = (text: string) =>
  text
    .replace(/[^\p{Script=Latin}\p{N}\p{Zs}&.,:;'’!()+/–-]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

interface Writing {
  width: number;
  height: number;
  font: string;
  file: string;
  colour: string;
}

/** Draws a text as large as its room allows; null if the fonts have none of it. */
async function written(
  sharp: Drawing,
  text: string,
  { width, height, font, file, colour }: Writing,
): Promise<{ data: Buffer; width: number } | null> {
  const plain = drawable(text);
  if (plain === "") return null;
  // Colours need Pango's markup, so escape the owner's text.
  const escaped = (drawable(text) || " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped}</span>`,
      font,
      fontfile: resolve(file),
      width,
      height,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

interface Graduations {
  left: number;
  top: number;
  width: number;
  /** Line width in pixels. */
  unit: number;
}

/** Draws a scale's line with six marks, the outer two longer. */
function graduations({ left, top, width, unit }: Graduations) {
  const thick = Math.max(1, Math.round(unit));
  const line = (at: { x: number; width: number; height: number }) => ({
    input: {
      create: { width: at.width, height: at.height, channels: 3, background: brass } as const,
    },
    left: Math.round(at.x),
    top: Math.round(top),
  });
  const marks = [0, 1, 2, 3, 4, 5].map((mark) =>
    line({
      x: left + (mark * (width - thick)) / 5,
      width: thick,
      height: thick * (mark % 5 === 0 ? 8 : 5),
    }),
  );
  return [line({ x: left, width: Math.round(width), height: thick }), ...marks];
}
