import bark from "bark-js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { withOneDigitWrong } from "#tests/setup/files/scan-codes.ts";
import { readElementString, separator } from "./gs1-element-strings.ts";
import { identifierAt } from "./gs1-identifiers.ts";

const today = "2026-11-22";
const read = (text: string, day = today) => readElementString(text, day);

const gtin = "90012345678908";

/** A typical packer's carton: GTIN, net weight, packing day, serial. */
const carton = `01${gtin}3202000272132611222112345678`;

describe("a carton of variable measure", () => {
  it("is read in full", () => {
    expect(read(carton)).toEqual({
      gtin,
      indicator: 9,
      weight: { value: "2.72", unit: "lb" },
      needsWeight: false,
      packedOn: "2026-11-22",
      serial: "12345678",
      elements: [
        { ai: "01", value: gtin },
        { ai: "3202", value: "000272" },
        { ai: "13", value: "261122" },
        { ai: "21", value: "12345678" },
      ],
    });
  });

  it("is refused or read differently if any one digit is wrong", () => {
    const right = JSON.stringify(read(carton));
    for (const wrong of withOneDigitWrong(carton)) {
      const reading = attempt(() => read(wrong));
      expect(JSON.stringify(reading), wrong).not.toBe(right);
      // The check digit guards the product's number.
      expect([gtin, undefined], wrong).toContain(reading?.gtin);
    }
  });

  it("needs a weight if it has none; a gross weight doesn't count", () => {
    const gross = "3302000272" + "3402000600";
    expect(read(`01${gtin}${gross}`)).toMatchObject({ needsWeight: true, weight: undefined });
    expect(read(`01${gtin}${gross}3202000580`)).toMatchObject({
      needsWeight: false,
      weight: { value: "5.80", unit: "lb" },
    });
    expect(read("0104006381333931")).toMatchObject({ indicator: 0, needsWeight: false });
  });
});

describe("net weight", () => {
  it.each([
    ["3100000012", "12", "kg"],
    ["3101000012", "1.2", "kg"],
    ["3103001235", "1.235", "kg"],
    ["3105000001", "0.00001", "kg"],
    ["3105999999", "9.99999", "kg"],
    ["3202000272", "2.72", "lb"],
    ["3201005512", "551.2", "lb"],
  ])("of %s is %s %s, with all its decimals", (text, value, unit) => {
    expect(read(text).weight).toEqual({ value, unit });
  });

  it("may be in both units if they agree", () => {
    // 25.00 kg is 55.115 lb; at this weight the law allows 82.5 g, which is 0.18 lb.
    expect(read("3102002500" + "3202005512").weight).toEqual({ value: "25.00", unit: "kg" });
    expect(read("3202005529" + "3102002500").weight).toEqual({ value: "25.00", unit: "kg" });
    expect(() => read("3102002500" + "3202005530")).toThrow(/25\.00 kg and 55\.30 lb/);
    expect(() => read("3102002500" + "3202002500")).toThrow(/contradicts itself/);
  });

  it.each([
    ["3103000000", /0 kg/],
    ["3202000000", /0 lb/],
    ["31020025003103025000", /two weights in kg/],
    ["31020025003102002501", /two values of \(3102\)/],
  ])("is refused in %s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe("other elements", () => {
  it("are read if the station needs them, and otherwise kept as elements", () => {
    const text = ["00376104250021234569", `02${gtin}`, "15270131", "17270200", "3712", separator];
    expect(read(`${text.join("")}10LOT/7${separator}251RANCH-1`)).toMatchObject({
      sscc: "376104250021234569",
      gtin,
      needsWeight: true,
      bestBefore: "2027-01-31",
      expiresOn: "2027-02-28",
      pieces: 12,
      lot: "LOT/7",
      elements: expect.arrayContaining([{ ai: "251", value: "RANCH-1" }]),
    });
  });

  it("prefer the day of packing to that of production, and the day of expiry to its time", () => {
    expect(read("11261120").packedOn).toBe("2026-11-20");
    expect(read("1126112013261122").packedOn).toBe("2026-11-22");
    expect(read("70032612011830").expiresOn).toBe("2026-12-01");
    expect(read(`70032612011830${separator}17261130`).expiresOn).toBe("2026-11-30");
  });

  it("may repeat with the same value", () => {
    expect(read("10A\u001d10A").elements).toEqual([{ ai: "10", value: "A" }]);
    expect(() => read("10A\u001d10B")).toThrow(/two values of \(10\)/);
  });

  it("are refused with 0 pieces", () => {
    expect(() => read("300")).toThrow(/0 pieces/);
  });
});

describe("a date", () => {
  it.each([
    ["261122", "2026-11-22"],
    ["000101", "2000-01-01"],
    ["261100", "2026-11-30"],
    ["261200", "2026-12-31"],
    ["280200", "2028-02-29"],
    ["270200", "2027-02-28"],
    ["280229", "2028-02-29"],
    // 50 years ahead, and 49 years back.
    ["760101", "2076-01-01"],
    ["770101", "1977-01-01"],
  ])("written as %s is %s", (value, day) => {
    expect(read(`15${value}`).bestBefore).toBe(day);
  });

  it("is in the nearest century", () => {
    expect(read("15010101", "2099-12-31").bestBefore).toBe("2101-01-01");
    expect(read("15490101", "2099-12-31").bestBefore).toBe("2149-01-01");
    expect(read("15500101", "2099-12-31").bestBefore).toBe("2050-01-01");
    expect(read("15510101", "2000-01-01").bestBefore).toBe("1951-01-01");
    expect(read("15500101", "2000-01-01").bestBefore).toBe("2050-01-01");
  });

  it.each(["261301", "260001", "261131", "270229", "261132", "000000"])(
    "is refused if it does not exist: %s",
    (value) => {
      for (const ai of ["11", "13", "15", "17"]) {
        expect(() => read(ai + value)).toThrow(/does not exist/);
      }
    },
  );

  it("can't be day 00 if it has a time", () => {
    expect(() => read("70032612001830")).toThrow(/does not exist/);
  });
});

describe("an invalid or ambiguous element string", () => {
  it.each([
    // Lost separators and ends, and identifiers that GS1 doesn't know.
    ["an unknown AI", `01${gtin}0412`, "unknown-identifier"],
    ["an unknown AI after a known length", "1326112214", "unknown-identifier"],
    ["an unknown number of decimals", "3106000001", "unknown-identifier"],
    ["a value cut short", "0190012345678", "wrong-value"],
    ["a value cut short by a separator", `320200${separator}0272`, "wrong-value"],
    ["an empty value", "10", "wrong-value"],
    ["an empty value before another", `10${separator}21A`, "wrong-value"],
    ["a lost separator after a value of 20 characters", `10${"A".repeat(20)}21B`, "wrong-value"],
    ["a lost separator after a count", "371213261122", "wrong-value"],
    ["a lost separator after a length that GS1 does not predefine", "42212410A", "wrong-value"],
    ["a letter among digits", "3202OOO272", "wrong-value"],
    ["a character that GS1 does not allow", "10LOT 7", "wrong-value"],
    ["a character that GS1 does not allow there", "8010ab", "wrong-value"],
    ["a wrong check digit of a GTIN", "0190012345678909", "wrong-check-digit"],
    ["a wrong check digit of an SSCC", "00376104250021234568", "wrong-check-digit"],
    ["a wrong check digit of a location", "4104006381333932", "wrong-check-digit"],
  ])("is refused with %s: %s", (_, text, reason) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ reason }));
  });
});

describe("brackets", () => {
  it("may be typed around identifiers", () => {
    const text = `(01)${gtin}(3202)000272(13)261122(21)12345678`;
    expect(read(text)).toEqual(read(carton));
    expect(read(text.replaceAll("(", " (").replaceAll(")", ") ").trim())).toEqual(read(carton));
  });

  it("belong to a value unless they hold two to four digits", () => {
    expect(read("(10)A(B)C(1)(12345)(21)S").elements).toEqual([
      { ai: "10", value: "A(B)C(1)(12345)" },
      { ai: "21", value: "S" },
    ]);
    expect(() => read("(10)A(04)B")).toThrow(
      expect.objectContaining({ reason: "unknown-identifier" }),
    );
    expect(read("10A(21)B").elements).toEqual([{ ai: "10", value: "A(21)B" }]);
  });
});

describe("application identifiers", () => {
  const knows = (ai: string) => identifierAt(ai, 0)?.ai === ai;

  it("are as many as GS1 publishes", () => {
    expect(candidates().filter(knows)).toHaveLength(537);
  });

  it("include all of bark-js, except those that GS1 does not publish", () => {
    const missing = candidates().filter((ai) => barkKnows(ai) && !knows(ai));
    expect(missing.filter((ai) => !/^(3[1-6]\d6|3944)$/.test(ai))).toEqual([]);
  });
});

describe("element strings of any kind", () => {
  it("are read back as they were composed", () => {
    fc.assert(
      fc.property(elementsArbitrary, fc.array(fc.boolean()), (elements, superfluous) => {
        const reading = read(joined(elements, superfluous));
        expect(reading.elements).toEqual(elements);
        const bracketed = elements.map(({ ai, value }) => `(${ai})${value}`).join("");
        if (!elements.some(({ value }) => value.includes("("))) {
          expect(read(bracketed)).toEqual(reading);
        }
      }),
      { numRuns: 2_000, seed: 20261122 },
    );
  });

  it("are refused with a wrong digit in a number that has a check digit", () => {
    const keys = ["00", "01", "02", "410", "8006"];
    fc.assert(
      fc.property(
        elementsArbitrary,
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (elements, at, by) => {
          const index = elements.findIndex(({ ai }) => keys.includes(ai));
          fc.pre(index >= 0);
          const changed = elements.map((element, place) => {
            if (place !== index) return element;
            const checked = Math.min(element.value.length, element.ai === "00" ? 18 : 14);
            return { ai: element.ai, value: withWrongDigit(element.value, at % checked, by) };
          });
          expect(() => read(joined(changed, []))).toThrow(/check digit/);
        },
      ),
      { numRuns: 2_000, seed: 20261122 },
    );
  });

  it("are read as bark-js reads them, if it can", () => {
    let compared = 0;
    fc.assert(
      fc.property(elementsArbitrary, fc.array(fc.boolean()), (elements, superfluous) => {
        const text = joined(elements, superfluous);
        const theirs = attempt(() => bark(text))?.elements;
        if (!theirs) return;
        compared += 1;
        const ours = read(text);
        expect(ours.elements).toEqual(
          theirs.map(({ ai, raw }) => ({ ai, value: raw.replace(separator, "") })),
        );
        const said = (...ais: string[]) =>
          theirs.find(({ ai }) => ais.includes(ai.slice(0, 3)))?.value;
        // bark-js keeps leading zeros.
        const weight = said("310") ?? said("320");
        expect(ours.weight?.value).toBe(weight?.replace(/^0+(?=\d)/, ""));
        expect(ours.lot).toBe(said("10"));
        expect(ours.serial).toBe(said("21"));
        // bark-js puts years from 51 in the last century, and keeps day 00.
        const day = said("15");
        if (day && Number(day.slice(2, 4)) <= 50 && !day.endsWith("00")) {
          expect(ours.bestBefore).toBe(day);
        }
      }),
      { numRuns: 2_000, seed: 20261122 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

interface TestElement {
  ai: string;
  value: string;
}

const set82 = [
  ..."!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
];
const text = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...set82), minLength: 1, maxLength });
const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const checked = (length: number) => digits(length - 1).map(withCheckDigit);
const day = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.nat({ max: 28 }))
  .map((numbers) => numbers.map((number) => String(number).padStart(2, "0")).join(""));
const positive = digits(6).filter((value) => Number(value) > 0);
const decimals = fc.integer({ min: 0, max: 5 });

/** Defined independently of the table under test; at most one weight per string. */
const elementArbitrary: fc.Arbitrary<TestElement> = fc.oneof(
  ...Object.entries({
    "00": checked(18),
    "01": checked(14),
    "02": checked(14),
    "10": text(20),
    "11": day,
    "13": day,
    "15": day,
    "17": day,
    "20": digits(2),
    "21": text(20),
    "240": text(30),
    "251": text(30),
    "30": digits(1, 8).filter((count) => Number(count) > 0),
    "37": digits(1, 8).filter((count) => Number(count) > 0),
    "400": text(30),
    "410": checked(13),
    "420": text(20),
    "421": fc.tuple(digits(3), text(9)).map((parts) => parts.join("")),
    "422": digits(3),
    "423": fc.array(digits(3), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("")),
    "7003": day.filter((value) => !value.endsWith("00")).map((value) => `${value}1830`),
    "7004": digits(1, 4),
    "7030": fc.tuple(digits(3), text(27)).map((parts) => parts.join("")),
    "8005": digits(6),
    "8006": fc.tuple(checked(14), digits(4)).map((parts) => parts.join("")),
    "8200": text(70),
    "3922": digits(1, 15),
    "91": text(90),
  }).map(([ai, values]) => values.map((value) => ({ ai, value }))),
  // Any number of gross weights, lengths and areas may accompany the net weight.
  fc
    .tuple(fc.constantFrom("330", "340", "311", "324", "350", "366"), decimals, digits(6))
    .map(([stem, n, value]) => ({ ai: `${stem}${n}`, value })),
  fc
    .tuple(fc.constantFrom("310", "320"), decimals, positive)
    .map(([stem, n, value]) => ({ ai: `${stem}${n}`, value })),
);

const elementsArbitrary = fc
  .uniqueArray(elementArbitrary, {
    selector: ({ ai }) => (/^3[12]0\d/.test(ai) ? "net weight" : ai),
    minLength: 1,
    maxLength: 8,
  })
  .filter((elements) => joined(elements, []).length <= 480);

const predefined = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

function joined(elements: readonly TestElement[], superfluous: readonly boolean[]): string {
  return elements
    .map(({ ai, value }, index) => {
      const isLast = index === elements.length - 1;
      const isNeeded = !predefined.test(ai) && !isLast;
      return ai + value + (isNeeded || (superfluous[index] && !isLast) ? separator : "");
    })
    .join("");
}

function withCheckDigit(body: string): string {
  return [..."0123456789"].map((digit) => body + digit).find(hasCheckDigit) ?? "";
}

function withWrongDigit(value: string, at: number, by: number): string {
  return value.slice(0, at) + ((Number(value[at]) + by) % 10) + value.slice(at + 1);
}

function candidates(): string[] {
  return [2, 3, 4].flatMap((length) =>
    Array.from({ length: 10 ** length }, (_, index) => String(index).padStart(length, "0")),
  );
}

/** True if bark-js knows exactly these digits as an AI. */
function barkKnows(ai: string): boolean {
  const found = attempt(() => bark(`${ai}${"1".repeat(34)}`))?.elements[0]?.ai;
  return found === ai;
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
