import { describe, expect, it, test } from "vitest";
import { isImageName } from "#app/domain/pictures/placement/image-mapping.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { checkedImageUrl } from "./checked-image-url.server.ts";
import {
  imageAddress,
  readImageAddress,
  variantAddress,
  variantFormats,
  variantWidths,
} from "./image-address.ts";
import { isImagePath, readVariantAddress } from "./variants/variant-address.server.ts";

const path = "products/ribeye-steak-1700000000000-ab12cd34.jpg";

test("an address contains its path, version and variant", () => {
  const address = imageAddress(path, 1700000000000);
  expect(address).toBe(`/photos/${path}?t=1700000000000`);
  expect(readImageAddress(address)).toEqual({ path, version: 1700000000000 });
  expect(readImageAddress(`/photos/${path}`)).toEqual({ path, version: undefined });
  for (const width of variantWidths) {
    for (const format of variantFormats) {
      const variant = variantAddress({ path, version: 7 }, width, format);
      expect(readVariantAddress(variant)).toEqual({ path, version: 7, width, format });
    }
  }
});

describe("a malformed address", () => {
  test.each([
    `/photos/${path}/641.avif`,
    `/photos/${path}/640.gif`,
    `/photos/${path}/640.avif.webp`,
    `/photos/${path}/0640.avif`,
    `/photos/${path}/640.avif?t=x`,
    `/photos/${path}/640.avif?t=1&t=2`,
    `/photos/${path}/640.avif?w=641`,
    `/photos/${path}?t=${"9".repeat(16)}`,
    `/photos/${path}/`,
    `/photos/../${path}`,
    "/photos/products/../../lock.jpg",
    "/photos/products/%2e%2e/lock.jpg",
    "/photos/products/a/b.jpg",
    "/photos/products/.jpg",
    "/photos/products/a.svg",
    "/photos/products/a.jpg.part",
    "/photos/products/A.jpg",
    "/photos/other/a.jpg",
    `/photos/products/${"a".repeat(200)}.jpg`,
    "/photos/",
    "//photos/products/a.jpg",
    "https://example.com/photos/products/a.jpg",
  ])("is not read: %s", (address) => {
    expect(readImageAddress(address) ?? readVariantAddress(address)).toBeNull();
  });

  test.each(["products/../a.jpg", "/products/a.jpg", "products/a.jpg\n", "a.jpg", ""])(
    "is not a path: %j",
    (text) => {
      expect(isImagePath(text)).toBe(false);
    },
  );
});

describe("checkedImageUrl", () => {
  it.each([
    "/photos/products/ribeye-steak-1700000000000-ab12cd34.jpg?t=1700000000000",
    "https://bucket.example.com/photos/a%20b.jpg",
    "http://127.0.0.1:9000/photos/a.jpg",
    `/${"a".repeat(1999)}`,
  ])("accepts %s", (url) => {
    expect(checkedImageUrl(url)).toBe(url);
  });

  it.each([
    "",
    " ",
    "photo.jpg",
    "//elsewhere.example.com/a.jpg",
    "/\\elsewhere.example.com/a.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "https://",
    "/a b.jpg",
    "/a\n.jpg",
    "/a\0.jpg",
    `/${"a".repeat(2000)}`,
  ])("refuses %j", (url) => {
    expect(() => checkedImageUrl(url)).toThrow(Refusal);
  });
});

describe("isImageName", () => {
  it.each(["product", "ribeye-steak", "home/hero", "A_1.b", "x".repeat(100)])(
    "accepts %s",
    (name) => {
      expect(isImageName(name)).toBe(true);
    },
  );

  it.each(["", " ", "-a", "a b", "a%", "a'", "é", "a\0", "a\n", "x".repeat(101)])(
    "refuses %j",
    (name) => {
      expect(isImageName(name)).toBe(false);
    },
  );
});
