import { expect, it } from "vitest";
import {
  addressOfTry,
  firstTry,
  forgetImages,
  nextTry,
  placeholderImage,
  rememberFailed,
  rememberLoaded,
  wasLoaded,
} from "./image-memory.ts";

it("tries the image, then the placeholder twice, then gives up", () => {
  const asked: string[] = [];
  for (let current: number | null = 0; current !== null; current = nextTry(current)) {
    asked.push(addressOfTry("/photos/a.jpg", current));
  }
  expect(asked).toEqual([
    "/photos/a.jpg",
    "/images/placeholder.webp",
    "/images/placeholder.webp?retry=2",
  ]);
});

it("starts with the placeholder if an image failed earlier, until the failure is forgotten", () => {
  expect(firstTry("/photos/b.jpg")).toBe(0);
  rememberFailed("/photos/b.jpg");
  expect(firstTry("/photos/b.jpg")).toBe(1);
  forgetImages(["/photos/b.jpg"]);
  expect(firstTry("/photos/b.jpg")).toBe(0);
});

it("remembers which images were loaded, by their latest result", () => {
  expect(wasLoaded("/photos/c.jpg")).toBe(false);
  rememberLoaded("/photos/c.jpg");
  expect(wasLoaded("/photos/c.jpg")).toBe(true);
  rememberFailed("/photos/c.jpg");
  expect(wasLoaded("/photos/c.jpg")).toBe(false);
  rememberLoaded("/photos/c.jpg");
  expect(firstTry("/photos/c.jpg")).toBe(0);
});

it("retries a product whose own image is the placeholder at addresses that aren't cached", () => {
  const tries = [0, 1, 2].map((current) => addressOfTry(placeholderImage, current));
  expect(new Set(tries).size).toBe(3);
});
