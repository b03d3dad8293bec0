import { describe, expect, it } from "vitest";
import { refusedWhole } from "#app/domain/delivery/runs/all-refused.ts";
import { actionInWords, changesInWords, withFirstFields } from "./history.ts";

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
    ["list created", "List added"],
    ["list days changed", "Last day of the list changed"],
    [refusedWhole, "Everything was refused, so nothing was handed over"],
  ])("reads %j as %j", (action, text) => {
    expect(actionInWords(action)).toBe(text);
  });
});

describe("changesInWords", () => {
  it.each([
    [{ status: "pending" }, { status: "fulfilled" }, "Status: Pending → Fulfilled"],
    [{ state: "planned" }, { state: "out" }, "State: Planned → Out"],
    [{ isActive: true }, { isActive: false }, "Status: Active → Inactive"],
    [{ pricePerLb: "24.99" }, { pricePerLb: "26.50" }, "Price: $24.99/lb → $26.50/lb"],
    [{ category: "prime-rib" }, { category: null }, "Category: Prime Rib → empty"],
    [{ companyName: "" }, { companyName: "Bistro" }, "Company name: empty → Bistro"],
    [{ imageUrl: null }, { imageUrl: "/photos/a.jpg" }, "Image: empty → /photos/a.jpg"],
    [{ isAdmin: false }, { isAdmin: true }, "Administrator: No → Yes"],
    [{ shelfLife: 1 }, { shelfLife: { days: 2 } }, "Shelf life: 1 → days 2"],
    [
      { paymentWay: "door" },
      { paymentWay: "etransfer" },
      "Payment: At pickup or at the door → E-transfer",
    ],
    [{ pricePerLb: "dear" }, { pricePerLb: "24.99" }, "Price: dear → $24.99/lb"],
    ["old", "new", "Value: old → new"],
    [{ soldBy: "lb" }, { soldBy: "piece" }, "Sold by: By the pound → By the piece"],
    [
      { "Line 1: killed": "2026-11-18" },
      { "Line 1: killed": "2026-11-17" },
      "Line 1: killed: Nov 18, 2026 → Nov 17, 2026",
    ],
    [
      { "Line 2: pounds": "178.70" },
      { "Line 2: pounds": "178.00" },
      "Line 2: pounds: 178.7 lb → 178 lb",
    ],
    [{ typicalPieceLb: null }, { typicalPieceLb: "1.50" }, "Typical piece: empty → 1.5 lb"],
    [{ overCapPct: null }, { overCapPct: 0 }, "Tolerance: empty → 0%"],
    [{ taxCode: "Z" }, { taxCode: "G" }, "Tax: GST 0% → GST 5%"],
    [{ outcome: "waste" }, { outcome: "stock" }, "Outcome: Waste → Back in stock"],
    [
      { place: "1 Main Street" },
      { place: "client" },
      "Place: 1 Main Street → Brought back by the client",
    ],
    [{ kind: "delivery" }, { kind: "no_pickup" }, "Kind: Delivery → No pickup"],
    [{ kind: "Cash to the Bank" }, { kind: "pickup" }, "Kind: Cash to the Bank → Pickup"],
    [{ isTraced: false }, { isTraced: true }, "Traced: No → Yes"],
  ])("%j and %j", (before, after, text) => {
    expect(words(before, after)).toEqual([text]);
  });

  it("doesn't describe a wholly refused order as delivered", () => {
    const [before, after] = [{ status: "fulfilled" }, { status: "delivered" }];
    expect(changesInWords({ action: refusedWhole, before, after })).toEqual([]);
  });

  it("describes the days of a zone", () => {
    const day = {
      weekday: 4,
      cutOffDaysBefore: 1,
      cutOffTime: "14:00",
      windowFrom: "08:00",
      windowTo: "12:00",
      capStops: 3,
      feeTaxCode: null,
    };
    const before = { days: [{ ...day, capLb: 200_000, minOrder: 0, fee: 1_200, freeFrom: null }] };
    const after = {
      days: [{ ...day, capLb: null, minOrder: "150.00", fee: "0", freeFrom: null }],
    };
    expect(words(null, before)).toEqual([
      "Days: Thursday, 8 a.m. to noon, order by 2 p.m. 1 day before, 3 stops at most, 2,000 lb at most, fee $12.00",
    ]);
    expect(words(null, after)).toEqual([
      "Days: Thursday, 8 a.m. to noon, order by 2 p.m. 1 day before, 3 stops at most, minimum $150.00, no fee",
    ]);
  });

  it("describes links, opening hours and the days of a list", () => {
    const social = [
      { name: "Instagram", href: "https://example.com/a" },
      { name: "Facebook", href: "https://example.com/b" },
    ];
    expect(words({ socialLinks: [] }, { socialLinks: social })).toEqual([
      "Social links: empty → Instagram: https://example.com/a; Facebook: https://example.com/b",
    ]);
    const hours = {
      printed: [{ days: "Monday to Friday", hours: "8 to 5" }],
      times: [{ days: ["Monday", "Tuesday"], opens: "08:00", closes: "17:30" }],
    };
    expect(words(null, hours)).toEqual([
      "Hours as printed: Monday to Friday: 8 to 5",
      "Hours for search engines: Monday, Tuesday: 8 a.m. to 5:30 p.m.",
    ]);
    expect(words({ endsOn: null }, { endsOn: "2026-12-31" })).toEqual([
      "Last day: empty → Dec 31, 2026",
    ]);
    expect(
      words(null, { days: [{ weekday: "odd", isOpen: true }], notes: { a: [1, null] } }),
    ).toEqual(["Days: weekday odd, is open yes", "Notes: a 1"]);
  });

  it("lists the fields of a new record", () => {
    const made = { status: "pending", totalPrice: "1249.90", notes: "" };
    expect(words(null, made)).toEqual(["Status: Pending", "Total: $1,249.90"]);
    expect(words(undefined, undefined)).toEqual([]);
  });

  it("shows where long texts differ", () => {
    const long = "Well marbled and cut between the ribs. ".repeat(20);
    const [text = ""] = words({ description: `${long}Thick.` }, { description: `${long}Thin.` });
    expect(text).toMatch(/^Description: ….*Thick\. → ….*Thin\.$/);
    expect(text.length).toBeLessThan(150);
    const [whole = ""] = words({ notes: "" }, { notes: long });
    expect(whole).toMatch(/^Notes: empty → Well marbled.*…$/);
    expect(whole.length).toBeLessThan(170);
  });
});

describe("withFirstFields", () => {
  const fields = (price: string) =>
    Object.fromEntries(Array.from({ length: 1_009 }, (_, number) => [`Cut ${number}`, price]));
  const entry = {
    id: 1,
    at: new Date(0),
    actorEmail: "a@example.com",
    action: "list price changed",
  };

  it("keeps the first fields of an entry, and counts the others", () => {
    const shown = withFirstFields({ ...entry, before: fields("1.00"), after: fields("2.00") });
    expect(changesInWords(shown)).toHaveLength(20);
    expect(changesInWords(shown)[0]).toEqual({ field: "Cut 0", from: "1.00", to: "2.00" });
    expect(shown.more).toBe(989);
  });

  it("leaves an entry with a small number of fields unchanged", () => {
    const small = { ...entry, before: null, after: { pricePerLb: "2.00" } };
    expect(withFirstFields(small)).toBe(small);
  });
});
