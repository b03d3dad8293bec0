import { expect, it } from "vitest";
import { hasWebAddress, optionalText, phoneText } from "./form-texts.ts";

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
])("finds no web address in %j", (name) => {
  expect(hasWebAddress(name)).toBe(false);
});

it.each([
  "604-555-0142",
  "(250) 555-0142",
  "604.555.0142",
  "+1 (604) 555 0142",
  "604 555 0142 ext. 5",
  "6045550142x12",
  "+44 20 7946 0958",
])("accepts %j as a phone number", (typed) => {
  expect(phoneText(50).parse(` ${typed} `)).toBe(typed);
});

it.each(["", "ask Bo", "555-0142", "1 2", "604-555-0142 or 604-555-0143", "604-555-0142 <b>"])(
  "rejects %j as a phone number",
  (typed) => {
    expect(phoneText(50).safeParse(typed).success).toBe(false);
  },
);

it("removes characters that the database rejects, and no valid ones", () => {
  expect(optionalText(20).parse("a\0b \ud83e c 🥩\udd69")).toBe("ab  c 🥩");
});
