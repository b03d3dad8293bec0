import { describe, expect, it, test } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import { hugeClaim, phoneJpeg, refusedFiles, slowSvg } from "#tests/setup/images/sample-images.ts";
import { preparePrivateImage, sharp } from "./decode-image.server.ts";

describe("a private photo", () => {
  it("is made upright and smaller, and loses its location", async () => {
    const photo = await preparePrivateImage(await phoneJpeg(), 160);
    expect(photo).toMatchObject({ contentType: "image/webp", width: 120, height: 160 });
    expect((await sharp(photo.bytes).metadata()).exif).toBeUndefined();
  });

  it("is refused unless its bytes are those of an accepted format", async () => {
    for (const [what, file] of [...(await refusedFiles()), ["too large", hugeClaim()] as const]) {
      const prepared = preparePrivateImage(file, 160);
      await expect(prepared, what).rejects.toThrow(Refusal);
      await expect(prepared, what).rejects.toThrow(what);
    }
  });
});

test("loaders of other formats are disabled for every caller", async () => {
  const made = sharp({ create: { width: 8, height: 8, channels: 3, background: "#888" } });
  const closed = {
    SVG: slowSvg(),
    GIF: await made.gif().toBuffer(),
    TIFF: await made.tiff().toBuffer(),
  };
  for (const [format, file] of Object.entries(closed)) {
    await expect(sharp(file).metadata(), format).rejects.toThrow("unsupported image format");
  }
});
