import { describe, expect, it, test } from "vitest";
import {
  formatPostalCode,
  fsaOf,
  longestMatch,
  postalCodeIn,
  readPostalCode,
  readPrefix,
} from "./postal-code.ts";

describe("a typed postal code", () => {
  test.each([
    ["V3G1A2", "V3G1A2"],
    ["V3G 1A2", "V3G1A2"],
    ["v3g 1a2", "V3G1A2"],
    [" v3g-1a2 ", "V3G1A2"],
    ["v 3 g 1 a 2", "V3G1A2"],
    ["V3G\u00a01A2", "V3G1A2"],
    // The letter O in a digit's place.
    ["VOX 1LO", "V0X1L0"],
    ["voxllo", undefined],
    ["V0X 1L0", "V0X1L0"],
    ["V1Z 9W8", "V1Z9W8"],
    // Full width, as from a Chinese or Japanese keyboard.
    ["Ｖ３Ｇ　１Ａ２", "V3G1A2"],
  ])("%j is read as %s", (typed, postalCode) => {
    const read = readPostalCode(typed);
    expect(read.ok ? read.postalCode : undefined).toBe(postalCode);
  });

  test.each([
    ["", "missing", /Enter your postal code/],
    ["   ", "missing", /Enter your postal code/],
    ["T2P 1J9", "outside", /We ship within British Columbia/],
    ["m5v", "outside", /We ship within British Columbia/],
    ["X0A 0H0", "outside", /We ship within British Columbia/],
    ["98225", "malformed", /begin with V/],
    ["D3G 1A2", "malformed", /begin with V/],
    ["W3G 1A2", "malformed", /begin with V/],
    ["Abbotsford", "malformed", /begin with V/],
    ["V3G", "malformed", /six characters.*only 3/],
    ["V3G 1A", "malformed", /only 5/],
    ["V3G 1A22", "malformed", /six characters.*more/],
    ["V3D 1A2", "malformed", /letter D is not used/],
    ["V3F 1A2", "malformed", /letter F/],
    ["V3I 1A2", "malformed", /letter I/],
    ["V3O 1A2", "malformed", /letter O/],
    ["V3Q 1A2", "malformed", /letter Q/],
    ["V3G 1U2", "malformed", /letter U/],
    ["V3G 1O2", "malformed", /letter O/],
    ["VGG 1A2", "malformed", /letter, digit, letter/],
    ["V33 1A2", "malformed", /letter, digit, letter/],
    ["V3G;1A", "malformed", /letter, digit, letter/],
    ["V".repeat(100_000), "malformed", /six characters.*more/],
    ["V3G1A2".padEnd(100_000), "malformed", /more/],
  ])("%j is refused as %s", (typed, reason, words) => {
    const read = readPostalCode(typed);
    if (read.ok) throw new Error(`Understood as ${read.postalCode}`);
    expect(read.reason).toBe(reason);
    expect(read.words).toMatch(words);
  });

  it("is written with its space, and counted by its first three characters", () => {
    expect(formatPostalCode("V3G1A2")).toBe("V3G 1A2");
    expect(fsaOf("V0X1L0")).toBe("V0X");
  });
});

test.each([
  ["v", "V"],
  ["V3", "V3"],
  ["vo", "V0"],
  ["V3G", "V3G"],
  ["v3g 1a2", "V3G1A2"],
  ["", undefined],
  ["T2P", undefined],
  ["V3D", undefined],
  ["VV", undefined],
  ["V3G1A2B", undefined],
])("the prefix %j is read as %s", (typed, prefix) => {
  expect(readPrefix(typed)).toBe(prefix);
});

describe("the zone with the longest matching prefix", () => {
  const all = new Map(["V", "V3", "V3G", "V3G1A2"].map((prefix) => [prefix, prefix]));
  const rural = new Map([
    ["V0X1L0", "Hope"],
    ["V0X", "Princeton"],
  ]);
  test.each([
    ["V3G1A2", all, "V3G1A2"],
    ["V3G1A3", all, "V3G"],
    ["V3H1A2", all, "V3"],
    ["V9H1A2", all, "V"],
    ["V0X1L0", rural, "Hope"],
    ["V0X1W0", rural, "Princeton"],
    ["V0K1A0", rural, undefined],
  ])("%s", (postalCode, byPrefix, zone) => {
    expect(longestMatch(postalCode, byPrefix)).toBe(zone);
  });
});

it("postalCodeIn finds a postal code in an address, and null if there is none", () => {
  expect(postalCodeIn("12 Sample Street\nVancouver, BC v6b-1a1")).toBe("V6B1A1");
  expect(postalCodeIn("12 Sample Street, Abbotsford V3G1A2, back door")).toBe("V3G1A2");
  expect(postalCodeIn("Unit V2, 12 Sample Street")).toBeNull();
  expect(postalCodeIn("V".repeat(500))).toBeNull();
});
