import { describe, expect, it } from "vitest";
import { orderable, orderablePiece } from "../test-draft.ts";
import { mostPastedLines, readPasted, typedAmount } from "./paste-lines.ts";

const products = [
  orderable(1, { name: "Ribeye Steak", itemNumber: 42 }),
  orderable(2, { name: "Ribeye Roast" }),
  orderable(3, { name: "Tenderloin", typicalPieceLb: "4.50" }),
  orderablePiece(4, { name: "Striploin Steak" }),
  orderable(5, { name: "Lean Ground Beef" }),
];

/** Returns the product's name and the text for its box. */
function read(text: string) {
  const [line] = readPasted(text, products);
  if (!line?.product) return line?.guesses.map(({ name }) => name);
  const typed = typedAmount(line.amount, line.product);
  return [line.product.name, "error" in typed ? typed.error : typed.quantity];
}

describe("a pasted line", () => {
  it.each([
    ["10 lb ribeye steak", ["Ribeye Steak", "10"]],
    ["Ribeye Steak 10", ["Ribeye Steak", "10"]],
    ["ribeye steak, 12.5 lbs", ["Ribeye Steak", "12.5"]],
    ["12,5 lb Ribeye Steak", ["Ribeye Steak", "12.5"]],
    ["10lb ribeye steaks", ["Ribeye Steak", "10"]],
    ["3 x tenderloin", ["Tenderloin", "13.5"]],
    ["3x Striploin Steak", ["Striploin Steak", "3"]],
    ["4 striploin steak", ["Striploin Steak", "4"]],
    ["5 lb of striploin steak", ["Striploin Steak", "4"]],
    ["2 kg lean ground beef", ["Lean Ground Beef", "4.41"]],
    ["42\t12.5", ["Ribeye Steak", "12.5"]],
    ["Lean Ground Beef\t20\tlb", ["Lean Ground Beef", "20"]],
    ["#42; 7", ["Ribeye Steak", "7"]],
    ["LEAN GROUND BEEF - 15", ["Lean Ground Beef", "15"]],
    ["ground beef lean", ["Lean Ground Beef", "How much?"]],
    ["3 pcs lean ground beef", ["Lean Ground Beef", "It is sold by the pound. How many pounds?"]],
  ])("%j is read as %j", (text, understood) => {
    expect(read(text)).toEqual(understood);
  });

  it("needs a choice if it resembles two products, the likeliest first", () => {
    expect(read("10 lb ribeye")).toEqual(["Ribeye Roast", "Ribeye Steak"]);
  });

  it("stays in the list without a guess if it resembles no product", () => {
    expect(read("6 doz farm eggs")).toEqual([]);
    expect(readPasted("6 doz farm eggs", products)).toHaveLength(1);
  });
});

describe("a customer's name for a product", () => {
  const known = { "the good one": products[2]?.id ?? "", ribeye: products[0]?.id ?? "" };
  const named = (text: string) => readPasted(text, products, known)[0];

  it("takes precedence over similar products", () => {
    expect(named("5 lb The Good-One")?.product?.name).toBe("Tenderloin");
    expect(named("10 lb ribeye")).toMatchObject({
      product: { name: "Ribeye Steak" },
      phrase: "ribeye",
    });
  });

  it("doesn't take precedence over an item number or an exact name", () => {
    const wrong = { tenderloin: products[0]?.id ?? "", "42": products[2]?.id ?? "" };
    const [byName, byNumber] = readPasted("tenderloin 3\n42\t3", products, wrong);
    expect(byName?.product?.name).toBe("Tenderloin");
    expect(byNumber).toMatchObject({ product: { name: "Ribeye Steak" }, phrase: "" });
  });

  it("is ignored if that product is not offered", () => {
    const gone = { brisket: "0d8a1c7e-0000-4000-8000-00000000dead" };
    expect(readPasted("brisket 3", products, gone)[0]?.product).toBeNull();
  });
});

describe("a pasted list", () => {
  it("is read without its empty lines, and other lines keep their numbers", () => {
    const lines = readPasted("\r\n10 lb ribeye steak\r\n\r\n \n42\t3", products);
    expect(lines.map(({ number, text }) => [number, text])).toEqual([
      [2, "10 lb ribeye steak"],
      [5, "42\t3"],
    ]);
  });

  it("says how many lines are left out if it has too many", () => {
    const lines = readPasted("1 lb tenderloin\n".repeat(mostPastedLines + 7), products);
    expect(lines).toHaveLength(mostPastedLines + 1);
    expect(lines.at(-1)?.problem).toContain("the other 7");
  });

  it("refuses a line of ten thousand characters as too long", () => {
    const [line] = readPasted("1 ".repeat(5_000), products);
    expect(line).toMatchObject({ product: null, problem: expect.stringContaining("too long") });
    expect(line?.text.length).toBeLessThan(70);
  });
});
