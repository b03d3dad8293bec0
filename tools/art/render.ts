import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { browserLaunch } from "../../tests/setup/browser.ts";
import { draw } from "./gpu.ts";
import { groundOf } from "./grounds.ts";
import { focusOf, passesOf } from "./passes.ts";

/**
 * Renders the shop's images: `node tools/art/render.ts [slug…]`, all of them by default.
 *
 * Each subject is a few lines of GLSL that place flesh, fat, bone and twine on a sheet of butcher's
 * paper, seen from above: `cuts/{slug}.glsl` for a product, `scenes/{key}.glsl` for a page,
 * `sections/{key}.glsl` for a section of one, `site/{name}.glsl` for the shop itself. They are
 * built from `shader/`: noise and distances first, then materials, then helpers for slices, roasts,
 * piles and ground meat. `passes.ts` turns that into a lit relief; `gpu.ts` runs it in the test
 * browser, whose WebGL runs on the CPU. All noise comes from integers, so the same source gives the
 * same image.
 *
 * Output: products to `{slug}.webp`, pages and sections to `pages/{key}.webp` and
 * `sections/{key}.webp`, 1600 pixels wide; the shop's own to `public/images`, half as wide.
 * `--width 480` is fast enough to work with. Then run `node tools/art/seed-images.ts` to describe
 * the changes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "server/seed/images" },
    width: { type: "string", default: "1600" },
    /** Supersampling factor; below 1 is faster and softer. */
    sharper: { type: "string", default: "1" },
  },
});

interface Subject {
  path: string;
  into: string;
  /** In pixels; the height is three quarters of it. */
  width: number;
}

const full = Number(values.width);

async function subjectsIn(
  folder: string,
  into: string,
  width: number = full,
): Promise<[string, Subject][]> {
  const path = join(import.meta.dirname, folder);
  const files = await readdir(path);
  return files.map((file) => [basename(file, ".glsl"), { path: join(path, file), into, width }]);
}

const subjects = new Map([
  ...(await subjectsIn("cuts", values.out)),
  ...(await subjectsIn("cooked", join(values.out, "cooked"))),
  ...(await subjectsIn("scenes", join(values.out, "pages"))),
  ...(await subjectsIn("sections", join(values.out, "sections"))),
  ...(await subjectsIn("site", "public/images", full / 2)),
]);

function subjectOf(slug: string): Subject {
  const subject = subjects.get(slug);
  if (!subject) throw new Error(`No such image: ${slug}`);
  return subject;
}

/** Returns a subject's GLSL, with the cuts of a scene's first line as functions. */
async function sourceOf(slug: string): Promise<string> {
  const source = await readFile(subjectOf(slug).path, "utf8");
  const others = /^\/\/ with: (.+)/.exec(source)?.[1]?.split(" ") ?? [];
  const named = others.map(async (other) =>
    (await sourceOf(other)).replace("void cut(", `void ${other.replaceAll("-", "_")}(`),
  );
  return [...(await Promise.all(named)), source].join("\n");
}

const scale = Number(values.sharper);

const { launchOptions } = await browserLaunch();
const browser = await chromium.launch({
  ...launchOptions,
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
try {
  for (const slug of positionals.length > 0 ? positionals : subjects.keys()) {
    const page = await browser.newPage();
    const { into, width } = subjectOf(slug);
    const height = Math.round((width * 3) / 4);
    const source = await sourceOf(slug);
    const scene = {
      subject: source,
      ground: groundOf(slug, source),
      focus: focusOf(source),
    };
    const drawing = await passesOf(scene, Math.round(width * scale), Math.round(height * scale));
    const png = Buffer.from(await page.evaluate(draw, drawing), "base64");
    await mkdir(into, { recursive: true });
    const file = join(into, `${slug}.webp`);
    const { size } = await sharp(png)
      .resize(width, height, { kernel: "lanczos3" })
      .webp({ quality: 76, effort: 5 })
      .toFile(file);
    process.stdout.write(`${file} ${Math.round(size / 1024)} kB\n`);
    await page.close();
  }
} finally {
  await browser.close();
}
