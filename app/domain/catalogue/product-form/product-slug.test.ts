import { expect, test } from "vitest";
import { maxSlugLength, proposeSlug } from "./product-slug.ts";

test.each([
  ["Ribeye Steak", "ribeye-steak"],
  ["  T-Bone   Steak! ", "t-bone-steak"],
  ["Rôti de bœuf à l'ancienne", "roti-de-boeuf-a-lancienne"],
  ["Butcher’s Cut", "butchers-cut"],
  ["Surf & Turf", "surf-and-turf"],
  ["Weißwurst Łódź Øl Æbleskiver", "weisswurst-lodz-ol-aebleskiver"],
  ["Ground 85/15", "ground-85-15"],
  ["½ Side", "1-2-side"],
  ["İSKENDER", "iskender"],
  ["牛肉", ""],
  ["<script>alert('x')</script>", "script-alert-x-script"],
  ["../../etc", "etc"],
  ["", ""],
  ["\0", ""],
])("turns %j into the slug %j", (name, slug) => {
  expect(proposeSlug(name)).toBe(slug);
});

test("cuts a long name to the table's limit, without a trailing hyphen", () => {
  expect(proposeSlug("x".repeat(500))).toHaveLength(maxSlugLength);
  expect(proposeSlug(`${"x".repeat(maxSlugLength - 1)} rest`)).toBe("x".repeat(maxSlugLength - 1));
});
