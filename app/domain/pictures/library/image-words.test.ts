import { expect, test } from "vitest";
import { addedFirst, moved } from "#app/components/drag-order.ts";
import { formatBytes, imageTitle, titleOfUrl, usesInWords } from "./image-words.ts";

test.each([
  ["products/ribeye-steak-1700000000000-ab12cd34.jpg", "ribeye-steak"],
  ["products/1700000000000-ab12cd34.jpg", "1700000000000-ab12cd34"],
  ["pages/home-hero.webp", "home-hero"],
])("%s is called %s", (path, title) => {
  expect(imageTitle(path)).toBe(title);
});

test("a URL gets the title of its image", () => {
  expect(titleOfUrl("/photos/products/oxtail-1700000000000-ab12cd34.jpg?t=5")).toBe("oxtail");
  expect(titleOfUrl("https://images.example/a/flank.png?size=2")).toBe("flank");
});

test.each([
  [12, "1 kB"],
  [640_400, "640 kB"],
  [999_700, "1.0 MB"],
  [20_000_000, "20.0 MB"],
])("%d bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test("places are named in words", () => {
  const usedFor = [
    { section: "product", key: "1", name: "T-Bone Steak", isHidden: false },
    { section: "product", key: "2", name: "Oxtail", isHidden: true },
    { section: "pages", key: "about-team", name: null, isHidden: false },
    { section: "sections", key: "unknown-place", name: null, isHidden: false },
  ];
  expect(usesInWords(usedFor)).toEqual([
    "T-Bone Steak",
    "Oxtail (inactive)",
    "Our Story, the team",
    "Unknown place",
  ]);
});

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, 3, "abc"],
  [1, -1, "abc"],
])("an image is moved from %d to %d", (from, to, after) => {
  expect(moved([..."abc"], from, to).join("")).toBe(after);
});

test.each([
  ["bc", "", "abc"],
  ["", "", "a"],
  ["xbc", "x", "xabc"],
  ["bax", "", "abx"],
  ["bcx", "x", "abcx"],
])("a new image goes before %s, but after a leading %s", (before, earlier, after) => {
  expect(addedFirst([...before], "a", new Set(earlier)).join("")).toBe(after);
});
