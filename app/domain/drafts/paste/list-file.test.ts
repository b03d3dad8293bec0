import { describe, expect, it } from "vitest";
import { listOfFile } from "./list-file.ts";
import { mostPastedLines } from "./paste-lines.ts";

const read = (text: string) => listOfFile(new TextEncoder().encode(text), (number) => number < 100);

describe("a file with an order's lines", () => {
  it("is read by its headings, and rows without a quantity are counted as left out", () => {
    const file = [
      "Item #,Description,Qty,Unit",
      '42,"Ribeye Steak, AAA",12.5,lb',
      '9001,"Tenderloin ""center""",3,pcs',
      "43,Chuck Roast,,lb",
      "44,Brisket,0,lb",
      "",
    ].join("\r\n");
    expect(read(file)).toEqual({
      text: '42\t12.5\tlb\nTenderloin "center"\t3\tpcs',
      withoutQuantity: 2,
    });
  });

  it("has pounds in a column whose heading says so", () => {
    expect(read("Product;Lbs\nRibeye Steak;10\n").text).toBe("Ribeye Steak\t10\tlb");
  });

  it("is read row by row if it has no headings", () => {
    expect(read("Ribeye Steak,10\n42,5\n").text).toBe("Ribeye Steak\t10\n42\t5");
    expect(read("10 lb ribeye\n3 x tenderloin").text).toBe("10 lb ribeye\n3 x tenderloin");
    expect(read("")).toEqual({ text: "", withoutQuantity: 0 });
  });

  it("is refused if it is a spreadsheet, too long, or cut off within quotes", () => {
    expect(() => read("PK\u0003\u0004\u0000")).toThrow("Save it as CSV first");
    expect(() => read("Beef,1\n".repeat(mostPastedLines + 2))).toThrow("500 rows");
    expect(() => read('Product,Qty\n"Ribeye,3')).toThrow("quotation mark");
  });
});
