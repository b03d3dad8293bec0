import fc from "fast-check";
import { expect, it } from "vitest";
import { orderFulfilledMail } from "#app/domain/ordering/mails/order-outcome-mails.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { invoiceOver, weighedInvoice } from "#tests/setup/files/invoice-document.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceSheet } from "./invoice-words.ts";

const centsIn = (amount: string) => toCents(amount.replace(/[$,]/g, ""));

/** A line by the pound with some packages, or a correction; both with a code's tax. */
const line = fc
  .record({
    weights: fc.array(
      fc.integer({ min: 5, max: 1_000_000 }).map((lb) => toPounds(hundredthsLb(lb))),
      { maxLength: 5 },
    ),
    isCorrection: fc.boolean(),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    taxCode: fc.constantFrom("Z", "G"),
  })
  .map(({ weights, isCorrection, price, taxCode }): InvoiceDocument["lines"][number] => {
    const packed = isCorrection ? "-1.00" : toPounds(sumLb(weights));
    return {
      description: "Ribeye Steak",
      orderPosition: 0,
      ordered: null,
      orderedPieces: null,
      remark: "",
      taxCode,
      packed,
      unit: isCorrection ? "each" : "lb",
      unitPrice: toDollars(price),
      packages: isCorrection || weights.length === 0 ? null : weights.length,
      weights: isCorrection ? [] : weights,
      amount: toDollars(lineTotalCents(price, toHundredthsLb(packed))),
    };
  });

function invoiceOf(lines: InvoiceDocument["lines"], taxCents: number): InvoiceDocument {
  const sumOf = (some: InvoiceDocument["lines"]) => sumCents(some, ({ amount }) => toCents(amount));
  const taxes = ["G", "Z"].map((taxCode) => ({
    taxCode,
    label: `Tax ${taxCode}`,
    reason: "",
    taxable: toDollars(sumOf(lines.filter((one) => one.taxCode === taxCode))),
    amount: toDollars(taxCode === "G" ? taxCents : 0),
  }));
  const subtotal = sumOf(lines);
  const totals = { subtotal: toDollars(subtotal), total: toDollars(subtotal + taxCents) };
  return invoiceOver([], { lines, taxes, ...totals });
}

it("the PDF and the email list lines and taxes that add up to the printed total, for 1,000 random invoices", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 100_000 }),
      (lines, taxCents) => {
        const invoice = invoiceOf(lines, taxCents);
        const sheet = invoiceSheet(invoice);
        const printed = sheet.groups
          .flatMap(({ lines }) => lines)
          .map(({ figures }) => figures.at(-1)?.[0] ?? "");
        const [subtotal, ...taxes] = sheet.totals.map(([, amount]) => centsIn(amount));
        expect(sumCents(printed, centsIn)).toBe(subtotal);
        const total = (subtotal ?? 0) + sumCents(taxes, (tax) => tax);
        expect(centsIn(sheet.total[1])).toBe(total);

        const order = {
          id: invoice.id,
          number: 1042,
          placedAt: invoice.issuedAt,
          totalPrice: invoice.total,
        };
        const { text } = orderFulfilledMail(
          order,
          { ...invoice, invoiceUrl: null },
          sampleShop("https://x"),
        );
        const [, table = ""] = text.split("What you are billed for\n");
        const [rows = "", last = ""] = table.split(/\nTotal +/);
        expect(sumCents(rows.match(/-?\$[\d,]+\.\d\d$/gm) ?? [], centsIn)).toBe(total);
        expect(centsIn(last.split("\n")[0] ?? "")).toBe(total);
      },
    ),
    { numRuns: 1_000 },
  );
});

function withWeights(weights: string[]): InvoiceDocument {
  const invoice = weighedInvoice();
  return {
    ...invoice,
    lines: invoice.lines.map((one, index) => (index === 0 ? { ...one, weights } : one)),
  };
}

it("an invoice is refused if a line's packages don't add up to its weight, or some are missing", () => {
  expect(() => invoiceSheet(weighedInvoice())).not.toThrow();
  expect(() => invoiceSheet(withWeights(["1.29", "1.31", "1.27"]))).toThrow("line 1");
  expect(() => invoiceSheet(withWeights(["1.29", "2.57"]))).toThrow("line 1");
});

it("a line has only the number of its packages if their weights aren't known", () => {
  const line = invoiceSheet(withWeights([])).groups[0]?.lines[0];
  expect(line?.notes.join()).not.toContain(" + ");
  expect(line?.figures.flat()).toContain("in 3 packages");
});

it("a line sold each has its number and price if it is more than one", () => {
  const coolers = {
    description: "Cooler",
    orderPosition: 0,
    ordered: null,
    orderedPieces: null,
    remark: "",
    taxCode: "G",
    packed: "3.00",
    unit: "each" as const,
    packages: null,
    weights: [],
    unitPrice: "12.50",
    amount: "37.50",
  };
  const line = invoiceSheet(invoiceOf([coolers], 188)).groups[0]?.lines[0];
  expect(line?.figures).toEqual([[], ["3"], ["$12.50"], ["$37.50"]]);
});
