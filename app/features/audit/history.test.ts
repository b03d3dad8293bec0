import { describe, expect, it } from "vitest";
import { actionInWords, changesInWords } from "./history.ts";

function words(before: unknown, after: unknown) {
  const entry = { id: 1, at: new Date(0), actorEmail: "a@example.com", action: "edited" };
  return changesInWords({ ...entry, before, after }).map(({ field, from, to }) =>
    from === undefined ? `${field}: ${to}` : `${field}: ${from} → ${to}`,
  );
}

describe("actionInWords", () => {
  it.each([
    ["placed", "Order placed"],
    ["image changed", "Image changed"],
    ["price_list imported", "Price list imported"],
    ["shippedTwice", "Shipped twice"],
  ])("reads %j as %j", (action, text) => {
    expect(actionInWords(action)).toBe(text);
  });
});

describe("changesInWords", () => {
  it.each([
    [{ status: "pending" }, { status: "fulfilled" }, "Status: Pending → Fulfilled"],
    [{ isActive: true }, { isActive: false }, "Status: Active → Inactive"],
    [{ pricePerLb: "24.99" }, { pricePerLb: "26.50" }, "Price: $24.99/lb → $26.50/lb"],
    [{ category: "prime-rib" }, { category: null }, "Category: Prime Rib → empty"],
    [{ companyName: "" }, { companyName: "Bistro" }, "Company name: empty → Bistro"],
    [{ imageUrl: null }, { imageUrl: "/photos/a.jpg" }, "Image: empty → /photos/a.jpg"],
    [{ isAdmin: false }, { isAdmin: true }, "Administrator: No → Yes"],
    [{ shelfLife: 1 }, { shelfLife: { days: 2 } }, 'Shelf life: 1 → {"days":2}'],
    [{ pricePerLb: "dear" }, { pricePerLb: "24.99" }, "Price: dear → $24.99/lb"],
    ["old", "new", "Value: old → new"],
    [{ soldBy: "lb" }, { soldBy: "piece" }, "Sold by: By the pound → By the piece"],
    [{ typicalPieceLb: null }, { typicalPieceLb: "1.50" }, "Typical piece: empty → 1.5 lb"],
    [{ overCapPct: null }, { overCapPct: 0 }, "Tolerance: empty → 0%"],
    [{ taxCode: "Z" }, { taxCode: "G" }, "Tax: GST 0% → GST 5%"],
    [{ isTraced: false }, { isTraced: true }, "Traced: No → Yes"],
  ])("%j and %j", (before, after, text) => {
    expect(words(before, after)).toEqual([text]);
  });

  it("lists what a new thing has", () => {
    const made = { status: "pending", totalPrice: "1249.90", notes: "" };
    expect(words(null, made)).toEqual(["Status: Pending", "Total: $1,249.90"]);
    expect(words(undefined, undefined)).toEqual([]);
  });

  it("shows of long texts where they differ", () => {
    const long = "Well marbled and cut between the ribs. ".repeat(20);
    const [text = ""] = words({ description: `${long}Thick.` }, { description: `${long}Thin.` });
    expect(text).toMatch(/^Description: ….*Thick\. → ….*Thin\.$/);
    expect(text.length).toBeLessThan(150);
    const [whole = ""] = words({ notes: "" }, { notes: long });
    expect(whole).toMatch(/^Notes: empty → Well marbled.*…$/);
    expect(whole.length).toBeLessThan(170);
  });
});
