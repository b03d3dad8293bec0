import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { pictureIn, pngOf, zplOf } from "#app/domain/papers/picture.server.ts";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import { boxLabel, packLabel } from "#tests/setup/files/packing-papers.ts";
import {
  bitmapsOf,
  clearAround,
  codesOn,
  hasBlankEdges,
  mediaBoxes,
  textOf,
} from "#tests/setup/files/read-pdf.ts";
import { boxLabelsJob, packLabelsJob, packPictureJob } from "./labels.ts";
import type { PackLabelSize } from "./papers.ts";

/** Eight dots per mm. */
const dpi = 203.2;
/** Converts points to dots. */
const dotAt = (points: number) => Math.round((points * dpi) / 72);
const sizes: PackLabelSize[] = ["4x2", "2.25x1.25"];
const long = "Bœuf haché très maigre ".repeat(9).slice(0, 200);
const endless = "W".repeat(200);

const scanned = (text = "") => parseScan(text, { rules: [], today: "2026-11-22" });

let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
});

it("prints one page of exactly the label's size for each label", () => {
  expect(mediaBoxes(print(boxLabelsJob([boxLabel(), boxLabel()])))).toEqual([
    [0, 0, 288, 432],
    [0, 0, 288, 432],
  ]);
  expect(mediaBoxes(print(packLabelsJob([packLabel()], "4x2")))).toEqual([[0, 0, 288, 144]]);
  expect(mediaBoxes(print(packLabelsJob([packLabel()], "2.25x1.25")))).toEqual([[0, 0, 162, 90]]);
});

it("prints a box's destination, storage and contents", async () => {
  const [page] = await textOf(print(boxLabelsJob([boxLabel()])));
  for (const text of [
    "Hundredweight Beef Co.",
    "Box 2 of 3",
    "Sample Bistro",
    "Sample Contact 200 Sample Street Vancouver, BC V5K 0A1 604-555-0199",
    "Run Fraser Stop 7 Order 0b8a3b1e",
    "KEEP FROZEN / GARDER CONGELÉ",
    "23.41 lb",
    "10.618 kg",
    "3 × Ribeye Steak 12.5 lb Ground Beef, lean",
    "Packed Nov 22, 2026, 3:05 p.m. by Sample Packer",
  ]) {
    expect(page).toContain(text);
  }
});

it("prints long names of runs and orders in smaller letters rather than clip them", async () => {
  const run = "Wed, Nov 25, Sample pickup in Abbotsford";
  const [box] = await textOf(print(boxLabelsJob([boxLabel({ run })])));
  expect(box?.replaceAll(/\s+/g, " ")).toContain(run);
  const order = "Order 1439 · Stop 12 · Sample Steakhouse at the Harbour, Abbotsford";
  expect(await textOf(print(packLabelsJob([packLabel({ order })], "4x3")))).toMatchObject([
    expect.stringContaining(order),
  ]);
});

it.each<PackLabelSize>(["4x3", "4x2", "2.25x1.25"])(
  "prints a package's pieces on %s, with and without a price or a wish",
  async (size) => {
    const frozen = { pieces: 6, storage: "frozen" as const, packedOn: null, bestBefore: null };
    const price = { centsPerLb: 2499, totalCents: 37_985 };
    const labels = [
      packLabel({ ...frozen, price }),
      packLabel({ ...frozen, price: null, wish: "" }),
      packLabel({ ...frozen, price: null, wish: "Cut 1 in. thick" }),
    ];
    const pages = await textOf(print(packLabelsJob(labels, size)));
    expect(pages.map((page) => page.match(/6 pieces/g))).toEqual([
      ["6 pieces"],
      ["6 pieces"],
      ["6 pieces"],
    ]);
    expect(pages[2]).toContain("Cut 1 in. thick");
    expect(pages[0]).toContain("$379.85");
    const [uncounted] = await textOf(print(packLabelsJob([packLabel()], size)));
    expect(uncounted).not.toContain("piece");
  },
);

it("keeps dates clear of the weight on the small label, even with two long names", async () => {
  const name = {
    en: "Mechanically Tenderized Extra Lean Striploin Steak, Centre Cut",
    fr: "Bifteck de contre-filet extra-maigre attendri mécaniquement, coupe du centre",
  };
  const label = packLabel({ name, lot: "CUT-26-11-28-STRIP-014", netG: 14_585, netLb: "132.15" });
  const [bitmap] = await bitmapsOf(print(packLabelsJob([label], "2.25x1.25")), dpi);
  if (!bitmap) throw new Error("There is no label");
  // Dates as low as the weight would print between its kilograms and pounds.
  const dots = (from: number, to: number) =>
    Array.from({ length: dotAt(to) - dotAt(from) }, (_, index) => dotAt(from) + index);
  const inked = dots(54.6, 66).flatMap((y) =>
    dots(58.5, 64).filter((x) => (bitmap.data[(y * bitmap.width + x) * 4] ?? 0) < 128),
  );
  expect(inked).toEqual([]);
});

it("prints a long lot in full on the label with a barcode", async () => {
  const lot = "CUT-2026-11-28-STRIP-014";
  const [page] = await textOf(print(packLabelsJob([packLabel({ lot })], "4x3")));
  expect(page?.replaceAll(/\s/g, "")).toContain(`LOT${lot}`);
});

it("leaves out an unknown run, stop and number of boxes, and shortens long contents", async () => {
  const contents = Array.from({ length: 14 }, (_, index) => `${index + 1} × Chuck Roast`);
  const label = boxLabel({ of: null, run: null, stop: null, contents, storage: "refrigerated" });
  const [page] = await textOf(print(boxLabelsJob([label])));
  expect(page).toContain("Box 2 Ship to");
  expect(page).not.toMatch(/Run|Stop/);
  expect(page).toContain("KEEP REFRIGERATED / GARDER RÉFRIGÉRÉ");
  expect(page).toContain("3 × Chuck Roast and 11 more");
});

it.each(sizes)("prints all that the law requires in both languages on %s in", async (size) => {
  const [page] = await textOf(print(packLabelsJob([packLabel()], size)));
  const lowerCase = page?.toLowerCase();
  for (const text of [
    "Beef Ribeye Steak",
    "Bifteck de faux-filet de bœuf",
    "0.585 kg",
    "1.29 lb",
    "$55.09/kg",
    "$24.99/lb",
    "$32.24",
    "Lot 26-326-A",
    "2026 NO 22",
    "2026 DE 02",
    "KEEP REFRIGERATED / GARDER RÉFRIGÉRÉ",
    "Hundredweight Beef Co., 100 Sample Road, Abbotsford, BC V2S 0A0",
  ]) {
    expect(lowerCase).toContain(text.toLowerCase());
  }
  expect(lowerCase).toMatch(/packaged on (\/ )?empaqueté le/);
  expect(lowerCase).toMatch(/best before (\/ )?meilleur avant/);
});

it.each(sizes)(
  "prints no dates on frozen packages, and no lot or price if there is none (%s)",
  async (size) => {
    const label = packLabel({ storage: "frozen", price: null, lot: null });
    const [page] = await textOf(print(packLabelsJob([label], size)));
    expect(page).toContain("KEEP FROZEN / GARDER CONGELÉ");
    expect(page).not.toMatch(/2026|\$|lot|before|avant/i);
  },
);

it.each(sizes)("prints the grade only on cuts of that grade (%s)", async (size) => {
  const of = async (cutFromCanadaAaa: boolean) =>
    (
      await textOf(print(packLabelsJob([packLabel({ cutFromCanadaAaa, storage: "frozen" })], size)))
    )[0];
  expect(await of(true)).toContain(
    "Cut from Canada AAA / Coupe provenant d’une carcasse Canada AAA",
  );
  expect(await of(false)).not.toContain("AAA");
});

it("prints a readable code on each label, in modules of at least four dots", async () => {
  const ours = { symbologyIdentifier: "]Q1", text: "PKG-0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11" };
  // A QR code of version 3 is 29 modules wide.
  const four = 4 * 29 - 2;
  for (const size of sizes) {
    const [bitmap] = await bitmapsOf(print(packLabelsJob([packLabel()], size)), dpi);
    const codes = bitmap ? await codesOn(bitmap) : [];
    expect(codes).toMatchObject([ours]);
    expect(codes[0]?.wide).toBeGreaterThan(four);
    expect(scanned(codes[0]?.text)).toEqual({ kind: "package", id: packLabel().id });
  }
  const box = boxLabel();
  const [bitmap] = await bitmapsOf(print(boxLabelsJob([box])), dpi);
  const codes = bitmap ? await codesOn(bitmap) : [];
  const [qr, bars, ...others] = codes.toSorted((one, other) => one.wide - other.wide);
  expect(others).toEqual([]);
  // The bars for laser scanners are 123 modules wide, with the same content.
  expect(qr).toMatchObject({ symbologyIdentifier: "]Q1", text: box.code });
  expect(bars).toMatchObject({ symbologyIdentifier: "]C0", text: box.code });
  expect(qr?.wide).toBeGreaterThanOrEqual(4 * 21 - 2);
  expect(bars?.wide).toBeGreaterThanOrEqual(4 * 120);
  for (const { symbologyIdentifier, text } of codes) {
    expect(scanned(`${symbologyIdentifier}${text}`)).toEqual({ kind: "box", number: 100_042 });
  }
});

it("leaves the quiet zones that scanners need: four modules around a QR code, ten beside a barcode", async () => {
  const tolerance = 3;
  for (const [job, modules] of [
    [boxLabelsJob([boxLabel()]), 21],
    ...sizes.map((size) => [packLabelsJob([packLabel()], size), 29] as const),
  ] as const) {
    const [bitmap] = await bitmapsOf(print(job), dpi);
    const codes = bitmap ? await codesOn(bitmap) : [];
    for (const { symbologyIdentifier, wide, box } of codes) {
      if (!bitmap) throw new Error("There is no page");
      const clear = clearAround(bitmap, box);
      const isBars = symbologyIdentifier === "]C0";
      const needed = isBars ? (10 * wide) / 123 : (4 * wide) / modules;
      const sides = isBars ? [clear.left, clear.right] : Object.values(clear);
      expect(Math.min(...sides), job.template).toBeGreaterThanOrEqual(needed - tolerance);
    }
  }
});

it("prints a GS1 element string for a company with GTINs, in the unit of the scale", async () => {
  const gs1 = { gtin: "90614141000015", serial: "000123", weighedIn: "kg" as const };
  const labels = [
    packLabel({ gs1 }),
    packLabel({ gs1: { ...gs1, weighedIn: "lb" } }),
    packLabel({ gs1: { ...gs1, serial: null }, lot: null, packedOn: null, storage: "frozen" }),
    packLabel({ gs1: { ...gs1, serial: "S".repeat(20) }, lot: "L".repeat(20) }),
  ];
  for (const size of sizes) {
    const bitmaps = await bitmapsOf(print(packLabelsJob(labels, size)), dpi);
    const codes = await Promise.all(bitmaps.map(codesOn));
    expect(codes.flat().map(({ symbologyIdentifier, text }) => symbologyIdentifier + text)).toEqual(
      [
        "]d201906141410000153103000585132611221026-326-A\u001d21000123",
        "]d201906141410000153202000129132611221026-326-A\u001d21000123",
        "]d201906141410000153103000585",
        `]d2019061414100001531030005851326112210${"L".repeat(20)}\u001d21${"S".repeat(20)}`,
      ],
    );
  }
});

it("refuses codes that scanners could not read", () => {
  const gs1 = { gtin: "90614141000015", serial: null, weighedIn: "lb" as const };
  const job = (over: object, wrong: object = {}) =>
    packLabelsJob([packLabel({ gs1: { ...gs1, ...over }, ...wrong })], "4x2");
  expect(() => print(job({ gtin: "90614141000016" }))).toThrow("checksum");
  expect(() => job({ gtin: "00614141000012" })).toThrow("Not a GTIN of variable measure");
  expect(() => print(job({ serial: "S".repeat(21) }))).toThrow("AI 21");
  expect(() => print(job({}, { lot: "Lot 7 of June" }))).toThrow("AI 10");
  expect(() => job({}, { netLb: "12345.67" })).toThrow("Too heavy for a code");
  const endlessCode = packLabelsJob([packLabel({ id: "x".repeat(1500) })], "4x2");
  expect(() => print(endlessCode)).toThrow("does not fit its place");
});

it("stays a millimetre away from the edges, regardless of the text", async () => {
  for (const words of [long, endless]) {
    const shipTo = { company: words, contact: words, address: `${words}\n${words}`, phone: words };
    const box = boxLabel({
      shipTo,
      company: { name: words },
      orderNumber: words,
      run: words,
      stop: words,
      contents: [words, words],
      packedBy: words,
      number: 100_000,
      of: 100_000,
      lb: "100000.00",
      g: 45_359_237,
    });
    const pack = packLabel({
      name: { en: words, fr: words },
      company: { name: words, address: words },
      lot: words,
      netG: 45_359_237,
      netLb: "100000.00",
      price: { centsPerLb: 99_999_999, totalCents: 99_999_999_999 },
    });
    const papers = [boxLabelsJob([box]), ...sizes.map((size) => packLabelsJob([pack], size))];
    for (const job of papers) {
      const bitmaps = await bitmapsOf(print(job), dpi);
      expect(bitmaps).toHaveLength(1);
      for (const bitmap of bitmaps) {
        expect(hasBlankEdges(bitmap, 8), job.template).toBe(true);
        expect(await codesOn(bitmap)).toHaveLength(job.codes?.length ?? 0);
      }
    }
  }
});

it("prints Chinese and Gurmukhi characters, markup as text, and unsupported characters as ?", async () => {
  const shipTo = {
    company: "北京饭店 ਸੋਹਣ",
    contact: "#panic() *b* $x$ <e>",
    address: "a\u0007\ud800b\nc",
    phone: "",
  };
  const [page] = await textOf(print(boxLabelsJob([boxLabel({ shipTo })])));
  // The file's text repeats the first syllable, because two glyphs draw it.
  expect(page).toMatch(/北京饭店 (ਸੋ)+ ?ਹਣ/);
  expect(page).toContain("#panic() *b* $x$ <e> a??b c");
});

it("prints a package's recipient on one line, clipped if too long, and nothing without one", async () => {
  const saidOn = async (order: string, size: PackLabelSize) =>
    (await textOf(print(packLabelsJob([packLabel({ order })], size)))).join(" ");
  const name = `Order 1411 · Stop 12 · ${"Harrison Lake ".repeat(9)}`;
  for (const size of ["4x3", "4x2"] as const) {
    expect(await saidOn(name, size)).toMatch(/Order 1411 · Stop.*…/);
    expect(await saidOn("", size)).not.toMatch(/Order|…/);
  }
  expect(await saidOn(name, "4x3")).toMatch(/Order 1411 · Stop 12 · Harrison Lake .*…/);
});

it("prints the same bytes each time", () => {
  const job = () => packLabelsJob([packLabel()], "4x2");
  expect(print(job()).equals(print(job()))).toBe(true);
});

describe("a package label as a bitmap for its printer", () => {
  const dotsOf = async (over: Parameters<typeof packLabel>[0] = {}) => {
    const picture = pictureIn(await print.picture(packPictureJob(packLabel(over))));
    const { width, height, across, bits } = picture;
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const isBlack = ((bits[y * across + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
        if (isBlack) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
    return { picture, codes: await codesOn({ width, height, data }) };
  };

  it.each([
    ["frozen, at its own code", {}],
    [
      "refrigerated with a price, long names and a GS1 code",
      {
        name: { en: long, fr: long },
        storage: "refrigerated" as const,
        packedOn: "2026-11-22",
        bestBefore: "2026-12-06",
        price: { centsPerLb: 2499, totalCents: 9995 },
        gs1: { gtin: "90614141000015", serial: "0B8A3B1E7A55", weighedIn: "lb" as const },
      },
    ],
  ])("has both codes, which can be read from the bitmap: %s", async (_, over) => {
    const { picture, codes } = await dotsOf(over);
    expect([picture.width, picture.height]).toEqual([812, 609]);
    const texts = codes.map(({ text }) => text);
    expect(texts).toContain("PKG-104217");
    expect(scanned("PKG-104217")).toEqual({ kind: "package", number: 104_217 });
    const [square] = texts.filter((text) => text !== "PKG-104217");
    expect(scanned(square)).toMatchObject({ kind: "gs1" in over ? "element-string" : "package" });
    // About 61 mm, at the usual four dots a module.
    const bars = codes.find(({ text }) => text === "PKG-104217");
    expect(bars?.wide).toBeGreaterThan(470);
    expect(bars?.wide).toBeLessThan(500);
  });

  it("is converted to ZPL and PNG with the same dots", async () => {
    const { picture } = await dotsOf();
    const zpl = zplOf(picture);
    const [, total, again, across, hex = ""] =
      /\^GFA,(\d+),(\d+),(\d+),([0-9A-F]+)\^FS/.exec(zpl) ?? [];
    expect([total, again]).toEqual([String(102 * 609), String(102 * 609)]);
    expect(across).toBe("102");
    expect(Buffer.from(hex, "hex").equals(Buffer.from(picture.bits))).toBe(true);
    expect(zpl).toMatch(/^\^XA\n\^PW812\n\^LL609\n/);
    expect(zpl).toMatch(/\^XZ\n$/);
    const { data, info } = await sharp(pngOf(picture))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([812, 609]);
    const black = [...data].filter((grey) => grey === 0).length;
    const set = picture.bits.reduce(
      (sum, byte) => sum + byte.toString(2).replaceAll("0", "").length,
      0,
    );
    expect(black).toBe(set);
  });

  it("is printed 200 times in a row, each with its own code, in bounded memory", {
    timeout: 240_000,
  }, async () => {
    const seen = new Set<string>();
    let early = 0;
    for (let count = 0; count < 200; count += 1) {
      const number = 200_000 + count;
      const over = { labelNumber: number, netLb: `${(count % 9) + 1}.25` };
      // Reading codes is much slower than drawing them, so only a sample and the last are read.
      const isRead = count % 40 === 0 || count === 199;
      const picture = pictureIn(await print.picture(packPictureJob(packLabel(over))));
      const zpl = zplOf(picture);
      expect(zpl.length).toBeGreaterThan(2 * 102 * 609);
      expect([zpl.startsWith("^XA\n"), zpl.endsWith("^XZ\n")]).toEqual([true, true]);
      seen.add(createHash("sha256").update(zpl).digest("hex"));
      if (isRead) {
        const { codes } = await dotsOf(over);
        expect(codes.map(({ text }) => text)).toContain(`PKG-${number}`);
      }
      if (count === 40) early = process.memoryUsage().rss;
    }
    expect(seen.size).toBe(200);
    // Catches leaks from 1.3 MB a label; its text alone is about 125 kB.
    expect((process.memoryUsage().rss - early) / 1_000_000).toBeLessThan(200);
  });

  it("has a PDF of 200 pages as an alternative", async () => {
    const labels = Array.from({ length: 200 }, (_, at) => packLabel({ labelNumber: 300_000 + at }));
    const pages = await textOf(print(packLabelsJob(labels, "4x2")));
    expect(pages).toHaveLength(200);
    for (const page of pages) expect(page).toContain("Beef Ribeye Steak");
  });

  it("is refused if the output isn't a bitmap", () => {
    expect(() => pictureIn(Buffer.from("P4\n8 8\nshort"))).toThrow(RangeError);
    expect(() => pictureIn(Buffer.from("%PDF-1.7"))).toThrow(RangeError);
  });
});
