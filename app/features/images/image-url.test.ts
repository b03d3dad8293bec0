import { describe, expect, it } from "vitest";
import { checkedImageUrl, InvalidImageUrlError } from "./image-url.ts";
import { isImageName } from "./placement/image-mapping.ts";

describe("checkedImageUrl", () => {
  it.each([
    "/photos/products/ribeye-steak-1700000000000-ab12cd34.jpg?t=1700000000000",
    "https://bucket.example.com/photos/a%20b.jpg",
    "http://127.0.0.1:9000/photos/a.jpg",
    `/${"a".repeat(1999)}`,
  ])("takes %s", (url) => {
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
    expect(() => checkedImageUrl(url)).toThrow(InvalidImageUrlError);
  });
});

describe("isImageName", () => {
  it.each(["product", "ribeye-steak", "home/hero", "A_1.b", "x".repeat(100)])(
    "takes %s",
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
