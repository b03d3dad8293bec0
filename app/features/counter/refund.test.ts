import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taxes } from "#app/content/taxes.ts";
import { taxesOn } from "#app/domain/documents/document-taxes.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import {
  type GivenPart,
  givenPart,
  givenParts,
  piecesLeft,
  poundsOfPieces,
  type RefundableLine,
  refundCents,
  refundForm,
} from "./refund.ts";

const line = (position: number, more: Partial<RefundableLine> = {}): RefundableLine => ({
  position,
  orderItemId: null,
  description: "Chuck",
  unit: "lb",
  packed: "5.00",
  unitPrice: "9.99",
  taxCode: "Z",
  leftLb: "5.00",
  leftAmount: "49.95",
  pieces: null,
  ...more,
});

const saleOf = (creditable: RefundableLine[]) => {
  const lines = creditable.map(({ taxCode, leftAmount }) => ({ taxCode, amount: leftAmount }));
  return { creditable, leftCents: toCents(taxesOn(lines, taxes).total) };
};

const part = (of: RefundableLine, lb: string | null): GivenPart => {
  const given = givenPart(of, lb);
  if (typeof given === "string") throw new Error(given);
  return given;
};

it("refunds 2 of 5 lb at their price, in cash rounded to five cents", () => {
  const sale = saleOf([line(0)]);
  const cents = refundCents(sale, [part(line(0), "2")]);
  expect(cents).toBe(19_98);
  expect(askedAtTill(cents, "cash")).toBe(20_00);
});

it("converts pieces to pounds, and all remaining pieces to all remaining pounds", () => {
  const steaks = line(0, { packed: "4.00", leftLb: "4.00", leftAmount: "39.96", pieces: 3 });
  expect(piecesLeft(steaks)).toBe(3);
  expect([1, 2, 3].map((count) => poundsOfPieces(steaks, count))).toEqual(["1.33", "2.67", "4.00"]);
  expect(piecesLeft({ ...steaks, leftLb: "2.67" })).toBe(2);
  expect(piecesLeft(line(0))).toBeNull();
});

it("adds the tax of the part", () => {
  const rub = line(1, { taxCode: "GP", unitPrice: "10.00", leftLb: "1.00", leftAmount: "10.00" });
  const sale = saleOf([line(0), rub]);
  expect(refundCents(sale, [part(rub, "0.50")])).toBe(5_60);
  expect(refundCents(sale, [])).toBe(0);
});

it.each([
  ["more than is left", "5.01", "There are 5.00 lb of Chuck to give back."],
  ["next to nothing", "0.01", "0.01 lb of Chuck comes to nothing."],
])("refuses %s", (_, lb, why) => {
  expect(givenPart(line(0, { unitPrice: "0.10" }), lb)).toBe(why);
});

it("refuses a line that was already refunded, has no weight, or isn't in the sale", () => {
  expect(givenPart(line(0, { leftAmount: "0.00" }), null)).toContain("already");
  expect(givenPart(line(0, { unit: "each", leftLb: "0.00" }), "1.00")).toContain("There are");
  expect(givenParts([line(0)], [{ position: 7, lb: null }]).problem).toBe(
    "What was chosen is not on this sale.",
  );
});

describe("the refund form", () => {
  const form = (lines: unknown, meat: unknown = "customer") =>
    refundForm.safeParse({
      requestId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      lines,
      meat,
      cash: "5",
      reason: "Tough",
    });
  it.each(["customer", "counter"])("accepts as the place of the meat: %s", (meat) => {
    expect(form("0", meat).data?.meat).toBe(meat);
  });
  it.each([null, "", "truck"])("refuses %j as the place of the meat", (meat) => {
    const issues = form("0", meat).error?.issues.map(({ path, message }) => [path[0], message]);
    expect(issues).toEqual([["meat", "Please choose where the meat is"]]);
  });
  it("reads the amounts by method", () => {
    expect(form("0").data?.parts).toEqual([{ method: "cash", cents: 5_00 }]);
  });
  it("reads lines, whole or in pounds", () => {
    expect(form("0;2:1.5").data?.lines).toEqual([
      { position: 0, lb: null },
      { position: 2, lb: "1.50" },
    ]);
  });
  it("reads a decimal comma in pounds, not as another line", () => {
    expect(form("0:1,35;2:1,2 lb").data?.lines).toEqual([
      { position: 0, lb: "1.35" },
      { position: 2, lb: "1.20" },
    ]);
  });
  it("reads a weight in kg or g as a sale does", () => {
    expect(form("0:1.2 kg;1:1,2kg;2:585 g").data?.lines).toEqual([
      { position: 0, lb: "2.65" },
      { position: 1, lb: "2.65" },
      { position: 2, lb: "1.29" },
    ]);
  });
  it.each([
    ["", "Please choose what is given back"],
    ["0;0:1", "Please choose what is given back"],
    ["x", "Please choose what is given back"],
    ["0:", "Please enter pounds with at most 2 decimals, such as 1.55"],
    ["0:0", "Please enter pounds with at most 2 decimals, such as 1.55"],
    ["0:-1", "Please enter pounds with at most 2 decimals, such as 1.55"],
    ["0:2 x 1.2 kg", "Please enter pounds with at most 2 decimals, such as 1.55"],
    ["0:0 kg", "Please enter pounds with at most 2 decimals, such as 1.55"],
    ["0:1.234", "Please enter pounds with at most 2 decimals, such as 1.55"],
  ])("refuses %j", (lines, message) => {
    expect(form(lines).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

const soldLine = fc.record({
  lb: fc.integer({ min: 5, max: 2000 }),
  price: fc.integer({ min: 50, max: 9999 }),
  taxCode: fc.constantFrom("Z", "G", "GP"),
});

it("refunds in any parts add up to the amount paid, and never to more", () => {
  fc.assert(
    fc.property(
      fc.array(soldLine, { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ at: fc.nat(3), share: fc.integer({ min: 1, max: 100 }) }), {
        maxLength: 12,
      }),
      (lines, parts) => {
        const sold = lines.map(({ lb, price, taxCode }, at) =>
          line(at, {
            packed: toPounds(hundredthsLb(lb)),
            leftLb: toPounds(hundredthsLb(lb)),
            taxCode,
            unitPrice: toDollars(price),
            leftAmount: toDollars(lineTotalCents(price, hundredthsLb(lb))),
          }),
        );
        const { leftCents: paid } = saleOf(sold);
        let sale = saleOf(sold);
        const notes: number[] = [];
        const give = (given: GivenPart[]) => {
          const cents = refundCents(sale, given);
          expect(cents).toBeGreaterThanOrEqual(0);
          expect(cents).toBeLessThanOrEqual(sale.leftCents);
          expect(Math.abs(askedAtTill(cents, "cash") - cents)).toBeLessThanOrEqual(2);
          notes.push(cents);
          sale = {
            leftCents: sale.leftCents - cents,
            creditable: sale.creditable.map((one) => {
              const own = given.find(({ line: { position } }) => position === one.position);
              if (!own) return one;
              const left = toHundredthsLb(one.leftLb) - toHundredthsLb(own.lb);
              return {
                ...one,
                leftLb: toPounds(hundredthsLb(left)),
                leftAmount: toDollars(toCents(one.leftAmount) - own.cents),
              };
            }),
          };
        };
        for (const { at, share } of parts) {
          const own = sale.creditable[at];
          const lb = Math.floor((toHundredthsLb(own?.leftLb ?? "0") * share) / 100);
          const given = own && lb > 0 ? givenPart(own, toPounds(hundredthsLb(lb))) : "";
          if (typeof given !== "string") give([given]);
        }
        const left = sale.creditable.filter(({ leftAmount }) => toCents(leftAmount) > 0);
        if (left.length > 0) give(left.map((one) => part(one, null)));
        expect(sale.creditable.every(({ leftAmount }) => toCents(leftAmount) === 0)).toBe(true);
        expect(sumCents(notes, (cents) => cents)).toBe(paid);
      },
    ),
    { numRuns: 2000 },
  );
});
