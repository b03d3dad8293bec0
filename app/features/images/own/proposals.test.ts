import { expect, test } from "vitest";
import type { OwnPlace } from "#app/domain/catalogue/placement/own-images.ts";
import { proposalFor } from "./proposals.ts";

const at = (section: string, folder: OwnPlace["folder"], fileName: string): OwnPlace => ({
  place: { section, key: fileName },
  id: fileName,
  label: fileName,
  folder,
  fileName,
  isHidden: false,
  images: [],
});

const places = [
  ...["ribeye-steak", "tomahawk-steak", "prime-rib-roast", "beef-stew", "chuck-blade-steak"].map(
    (slug) => at("product", "products", slug),
  ),
  at("product", "products", "chuck-blade-roast"),
  at("pages", "pages", "home-hero"),
];

test.each([
  ["ribeye-raw.jpg", "ribeye-steak", "raw"],
  ["Ribeye Steak (2) COOKED.JPG", "ribeye-steak", "cooked"],
  ["IMG_2031 tomahawk in a hand.heic", "tomahawk-steak", "hand"],
  ["prime-rib-roast-thickness.webp", "prime-rib-roast", "thickness"],
  ["chuck-blade-roast.png", "chuck-blade-roast", "raw"],
  ["home-hero-final.jpg", "home-hero", null],
])("%s seems to be %s, %s", (file, place, shot) => {
  const found = proposalFor(file, places);
  expect([found.place?.fileName, found.shot]).toEqual([place, shot]);
});

test.each(["IMG_2031.jpg", "chuck-blade-raw.jpg", "steak.jpg"])(
  "%s matches no product, or two equally, so the user has to choose",
  (file) => {
    expect(proposalFor(file, places)).toEqual({ place: null, shot: null });
  },
);
