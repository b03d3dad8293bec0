import { expect, test } from "vitest";
import { imageName, uploadAddress } from "./image-upload.ts";

test.each([
  ["ribeye-steak", "ribeye-steak"],
  ["Ribeye Steak (1).JPG", "ribeye-steak-1"],
  ["IMG_0042.heic.jpg", "img-0042-heic"],
  ["Entrecôte d'été.png", "entrecote-d-ete"],
  ["../../etc/passwd", "image"],
  ["写真.jpg", "image"],
  [".jpg", "image"],
  ["", "image"],
])("%j begins a path as %j", (name, expected) => {
  expect(imageName(name)).toBe(expected);
});

test("a long name is cut to 120 characters, not at a dash", () => {
  expect(imageName("a".repeat(119).concat("-b".repeat(50)))).toBe("a".repeat(119));
});

test("a file's upload address has its folder, its name and a new id", () => {
  const address = uploadAddress("products", "a&b.jpg");
  expect(address).toMatch(/^\/api\/images\?folder=products&name=a%26b\.jpg&id=[a-z0-9]{8}$/);
  expect(uploadAddress("products", "a&b.jpg")).not.toBe(address);
});
