import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import {
  hugeClaim,
  phoneJpeg,
  refusedFiles,
  sampleImage,
  sampleJpeg,
} from "#tests/setup/images/sample-images.ts";
import { prepareImage } from "./prepare-image.server.ts";

describe("an accepted image", () => {
  test.each([
    ["JPEG", () => sampleImage().jpeg().toBuffer(), "image/jpeg", "jpg"],
    [
      "progressive JPEG",
      () => sampleImage().jpeg({ progressive: true }).toBuffer(),
      "image/jpeg",
      "jpg",
    ],
    ["CMYK JPEG", () => sampleImage().toColourspace("cmyk").jpeg().toBuffer(), "image/jpeg", "jpg"],
    ["PNG", () => sampleImage().png().toBuffer(), "image/webp", "webp"],
    [
      "16-bit PNG",
      () => sampleImage().toColourspace("rgb16").png().toBuffer(),
      "image/webp",
      "webp",
    ],
    ["WebP", () => sampleImage().webp().toBuffer(), "image/webp", "webp"],
    ["AVIF", () => sampleImage().avif({ effort: 0 }).toBuffer(), "image/webp", "webp"],
  ])("may be a %s", async (_name, make, contentType, extension) => {
    const prepared = await prepareImage(await make());
    expect(prepared).toMatchObject({ contentType, extension, width: 400, height: 300 });
    expect(prepared.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(prepared.preview).toMatch(/^data:image\/webp;base64,/);
    expect(prepared.preview.length).toBeLessThan(300);
    const kept = await sharp(prepared.bytes).metadata();
    expect(kept).toMatchObject({ space: "srgb", width: 400, height: 300 });
  });

  test.each([
    [200, 200],
    [200, 2560],
    [5120, 400],
  ])("may be as small or narrow as %i by %i", async (width, height) => {
    const prepared = await prepareImage(await sampleJpeg(width, height));
    expect(Math.min(prepared.width, prepared.height)).toBe(200);
  });

  test("keeps transparent parts", async () => {
    const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
    const glass = sharp({ create: { width: 200, height: 200, channels: 4, background } });
    const { bytes } = await prepareImage(await glass.png().toBuffer());
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  test("is the first of an animation", async () => {
    const frames = await Promise.all(
      ["#f00", "#00f"].map((background) =>
        sharp({ create: { width: 200, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { bytes } = await prepareImage(animation);
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  test("is scaled down from 12 megapixels", async () => {
    const { width, height } = await prepareImage(await sampleJpeg(4000, 3000));
    expect({ width, height }).toEqual({ width: 2560, height: 1920 });
  });
});

describe("a phone's image", () => {
  it("is made upright", async () => {
    const { bytes, width, height } = await prepareImage(await phoneJpeg());
    expect({ width, height }).toEqual({ width: 300, height: 400 });
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1);
    // The left edge before the rotation is at the top now.
    const top = await sharp(bytes).extract({ left: 0, top: 0, width: 300, height: 150 }).toBuffer();
    const { channels } = await sharp(top).stats();
    expect(channels[2]?.mean).toBeLessThan(80);
  });

  it("loses its location and camera", async () => {
    const phone = await phoneJpeg();
    expect((await sharp(phone).metadata()).exif?.length).toBeGreaterThan(100);
    const { bytes } = await prepareImage(phone);
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.toString("latin1")).not.toMatch(/GPS|Exif|Phone|Somebody/);
  });

  it("loses any bytes after its last pixel", async () => {
    const hidden = Buffer.from("PK\x03\x04 a hidden film", "latin1");
    const { bytes } = await prepareImage(Buffer.concat([await phoneJpeg(), hidden]));
    expect(bytes.includes("hidden")).toBe(false);
  });

  it("in a wider colour space shows the same colours in sRGB", async () => {
    const green = {
      create: { width: 200, height: 200, channels: 3 as const, background: "#40c040" },
    };
    const wide = await sharp(green).withIccProfile("p3").png().toBuffer();
    expect((await sharp(wide).metadata()).icc).toBeDefined();
    const { bytes } = await prepareImage(wide);
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.mean).toBeCloseTo(0x40, -1);
    expect(channels[1]?.mean).toBeCloseTo(0xc0, -1);
  });
});

describe("an image is refused with the reason", () => {
  it("if it can't be used", async () => {
    for (const [what, file] of await refusedFiles()) {
      const prepared = prepareImage(file);
      await expect(prepared, what).rejects.toThrow(Refusal);
      await expect(prepared, what).rejects.toThrow(what);
    }
  });

  it("if it claims 20,000 × 20,000 pixels, before anything is decoded", async () => {
    const message =
      "This image is too large: 20000 × 20000 pixels. It may have up to 50 megapixels.";
    await expect(prepareImage(hugeClaim())).rejects.toThrow(message);
  });

  test.each([
    [1, 1, "too small: 1 × 1 pixels. It needs at least 200 × 200."],
    [4000, 199, "too small: 4000 × 199 pixels. It needs at least 200 × 200."],
    [
      200,
      2561,
      "too narrow: 200 × 2561 pixels. Its longer side may be up to 12 times the shorter.",
    ],
  ])("if it has %i by %i pixels", async (width, height, words) => {
    await expect(prepareImage(await sampleJpeg(width, height))).rejects.toThrow(words);
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "if part of the file is missing: %s",
    async (format) => {
      const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
      const whole = await sharp({
        create: { width: 300, height: 200, channels: 3, background: "#000", noise },
      })
        .toFormat(format)
        .toBuffer();
      for (const part of [0.9, 0.5, 0.1]) {
        const half = whole.subarray(0, Math.floor(whole.length * part));
        await expect(prepareImage(half), String(part)).rejects.toThrow(/damaged or incomplete/);
      }
    },
  );

  it("if its first bytes are followed by something else", async () => {
    for (const head of [
      "\xff\xd8\xff\xe0",
      "\x89PNG\r\n\x1a\n",
      "RIFF\x10\0\0\0WEBP",
      "\0\0\0\x14ftypavif",
    ]) {
      const file = Buffer.from(`${head}${"<svg onload=alert(1)>".repeat(50)}`, "latin1");
      await expect(prepareImage(file), head).rejects.toThrow(/damaged or incomplete/);
    }
  });
});
