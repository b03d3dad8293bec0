import { expect, it } from "vitest";
import { sourcesAt } from "./image-place.ts";

const url = "/photos/products/ribeye-steak-1700000000000-ab12cd34.webp?t=5";
const widths = (srcSet: string | null) => (srcSet?.match(/\d+(?=w\b)/g) ?? []).map(Number);

it.each([
  ["thumbnail", [160, 320], 320],
  ["card", [320, 480, 640, 768], 768],
  ["product", [320, 480, 640, 768, 960, 1280, 1600], 960],
] as const)("offers nothing wider than a %s can show", (place, offered, older) => {
  const { avif, webp, src } = sourcesAt(place, url);
  expect(widths(avif)).toEqual(offered);
  expect(webp).toMatch(new RegExp(`/${older}\\.webp\\?t=5$`));
  expect(src).toMatch(/\/960\.jpg\?t=5$/);
});

it("leaves an external image as it is", () => {
  const src = "https://example.com/ribeye.jpg";
  expect(sourcesAt("card", src)).toMatchObject({ avif: null, webp: null, src });
});
