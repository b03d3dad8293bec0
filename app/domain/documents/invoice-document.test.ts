import { describe, expect, it } from "vitest";
import { invoiceOver } from "#tests/setup/files/invoice-document.ts";
import { InvoiceContradictionError, isInvoiceToken, totalsOf } from "./invoice-document.ts";

describe("totalsOf", () => {
  it("adds up one line", () => {
    const { lines, ...sums } = totalsOf(invoiceOver([["Ribeye Steak", "12.50", "24.99"]]));
    expect(sums).toMatchObject({ subtotal: 31238, taxes: [{ cents: 0 }], total: 31238 });
    expect(lines).toMatchObject([{ number: 1, description: "Ribeye Steak", cents: 31238 }]);
  });

  it("rounds each line half up, then adds, as the database does", () => {
    const half: [string, string, string] = ["Stew", "0.50", "0.01"];
    expect(totalsOf(invoiceOver([half, half, half])).total).toBe(3);
  });

  it("adds up two hundred lines, and the largest possible amounts, to the cent", () => {
    const many = Array.from({ length: 200 }, (_, index): [string, string, string] => [
      `Item ${index}`,
      "0.10",
      "0.70",
    ]);
    expect(totalsOf(invoiceOver(many)).total).toBe(1400);
    const large = totalsOf(invoiceOver(Array(99).fill(["Large", "10000.00", "9999.99"])));
    expect(large.total).toBe(989_999_010_000);
  });

  it("is zero for an order without lines", () => {
    expect(totalsOf(invoiceOver([]))).toMatchObject({ lines: [], subtotal: 0, total: 0 });
  });

  it("refuses a line whose amount is not its weight times its price", () => {
    const invoice = invoiceOver([
      ["Ribeye Steak", "12.50", "24.99"],
      ["Stew", "1.00", "9.99"],
    ]);
    const lines = invoice.lines.map((line) => ({ ...line, amount: "312.38" }));
    expect(() => totalsOf({ ...invoice, lines })).toThrow(InvoiceContradictionError);
    expect(() => totalsOf({ ...invoice, lines })).toThrow("INV-000042 does not add up: line 2");
  });

  it("refuses a total or subtotal that isn't the sum of its lines", () => {
    const line: [string, string, string] = ["Stew", "1.00", "9.99"];
    const wrong = invoiceOver([line], { total: "10.00" });
    expect(() => totalsOf(wrong)).toThrow("does not add up: the total");
    const short = invoiceOver([line], { subtotal: "9.98" });
    expect(() => totalsOf(short)).toThrow("does not add up: the subtotal");
  });

  it("adds taxes, and refuses one whose taxable amount isn't that of its lines", () => {
    const invoice = invoiceOver([["Stew", "1.00", "10.00"]], { total: "10.50" });
    const taxes = invoice.taxes.map((tax) => ({ ...tax, label: "GST 5%", amount: "0.50" }));
    expect(totalsOf({ ...invoice, taxes })).toMatchObject({ subtotal: 1000, total: 1050 });
    const other = taxes.map((tax) => ({ ...tax, taxCode: "G" }));
    expect(() => totalsOf({ ...invoice, taxes: other })).toThrow("does not add up: GST 5%");
  });
});

describe("isInvoiceToken", () => {
  it.each([
    ["abcdefghijklmnopqrstuvwxyzABCDEF", true],
    ["0123456789-_0123456789", true],
    ["too-short", false],
    ["x".repeat(65), false],
    ["abcdefghijklmnopqrstuvwxyzABCDE/", false],
    ["' or 1=1 --' or 1=1 --' or 1=1 --", false],
    ["abcdefghijklmnopqrstuvwxyzABCDEF\n", false],
    ["abcdefghijklmnopqrstuvwxyzABCDEé", false],
    ["", false],
  ])("for %j returns %s", (value, expected) => {
    expect(isInvoiceToken(value)).toBe(expected);
  });
});
