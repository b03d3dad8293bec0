import { expect, it } from "vitest";
import { hasWebAddress } from "./form-texts.ts";

it.each([
  "https://evil.example",
  "Win now http://evil.example/x",
  "HTTP://EVIL.EXAMPLE",
  "www.evil.example",
  "Claim: evil.example/prize",
  "ftp://x",
])("finds the web address in %j", (name) => {
  expect(hasWebAddress(name)).toBe(true);
});

it.each([
  "St. Paul's Meats",
  "A/B Butchers",
  "Meats.ca",
  "No. 9/10 Grill",
  "O'Brien & Sons Ltd.",
  "",
])("finds none in %j", (name) => {
  expect(hasWebAddress(name)).toBe(false);
});
