import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { previewOf } from "../../app/domain/pictures/variants/encode-image.server.ts";
import { type SeedImage, seedImagesFolder } from "../../server/seed/images.ts";

/**
 * Describes the images in `server/seed/images/`, so that a shop's first start need not decode them:
 * run `node tools/art/seed-images.ts` after every change of one. `{slug}.webp` is a product's,
 * `cooked/{slug}-cooked-and-sliced.webp` its second one, `pages/{key}.webp` and
 * `sections/{key}.webp` are other places'. An unchanged image keeps its path.
 */

// product-gallery.tsx describes such an image.
const cooked = "-cooked-and-sliced";

const file = join(seedImagesFolder, "images.json");
const before: SeedImage[] = JSON.parse(await readFile(file, "utf8").catch(() => "[]"));

const described = (
  await Promise.all([
    describeAll("", "product", "products"),
    describeAll("cooked", "product", "products"),
    describeAll("pages", "pages", "pages"),
    describeAll("sections", "sections", "sections"),
  ])
).flat();
await writeFile(file, `${JSON.stringify(described, null, 2)}\n`);

async function describeAll(folder: string, section: string, into: string) {
  const names = await readdir(join(seedImagesFolder, folder)).catch(() => []);
  const titles = names.filter((name) => name.endsWith(".webp")).map((name) => name.slice(0, -5));
  return Promise.all(titles.sort().map((title) => describe(folder, title, section, into)));
}

async function describe(
  folder: string,
  title: string,
  section: string,
  into: string,
): Promise<SeedImage> {
  const name = join(folder, `${title}.webp`);
  const key = title.replace(cooked, "");
  const position = key === title ? 0 : 1;
  const content = await readFile(join(seedImagesFolder, name));
  const digest = createHash("sha256").update(content).digest("hex");
  const unchanged = before.find((image) => image.file === name && image.digest === digest);
  if (unchanged) return { ...unchanged, position };
  const { width, height } = await sharp(content).metadata();
  const version = Date.now();
  const path = `${into}/${title}-${version}-${digest.slice(0, 8)}.webp`;
  const facts = { width, height, bytes: content.byteLength, preview: await previewOf(content) };
  return { file: name, section, key, path, version, digest, ...facts, position };
}
