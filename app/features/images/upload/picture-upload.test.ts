import { expect, test } from "vitest";
import { pictureName, uploadAddress } from "./picture-upload.ts";

test.each([
  ["ribeye-steak", "ribeye-steak"],
  ["Ribeye Steak (1).JPG", "ribeye-steak-1"],
  ["IMG_0042.heic.jpg", "img-0042-heic"],
  ["Entrecôte d'été.png", "entrecote-d-ete"],
  ["../../etc/passwd", "picture"],
  ["写真.jpg", "picture"],
  [".jpg", "picture"],
  ["", "picture"],
])("%j begins a path as %j", (name, expected) => {
  expect(pictureName(name)).toBe(expected);
});

test("a long name is cut to 120 characters, not at a dash", () => {
  expect(pictureName("a".repeat(119).concat("-b".repeat(50)))).toBe("a".repeat(119));
});

test("a file is sent to the folder, under its name, each with an id of its own", () => {
  const address = uploadAddress("products", "a&b.jpg");
  expect(address).toMatch(/^\/api\/images\?folder=products&name=a%26b\.jpg&id=[a-z0-9]{8}$/);
  expect(uploadAddress("products", "a&b.jpg")).not.toBe(address);
});
