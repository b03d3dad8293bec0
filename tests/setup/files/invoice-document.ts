import type { InvoiceDocument } from "#app/domain/documents/invoice-document.ts";
import { deliveryNoteTerms, invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

/** Returns an invoice with correct sums, over lines of name, pounds and dollars per lb. */
export function invoiceOver(
  lines: [name: string, quantity: string, pricePerLb: string][],
  overrides: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const cents = lines.map(([, quantity, price]) =>
    lineTotalCents(toCents(price), toHundredthsLb(quantity)),
  );
  const issuedAt = new Date("2026-10-15T17:00:00Z");
  const { taxes, ...terms } = invoiceTerms(sampleShop())(issuedAt);
  const subtotal = toDollars(cents.reduce((sum, line) => sum + line, 0));
  return {
    ...terms,
    kind: "invoice",
    corrects: null,
    reason: "",
    settled: null,
    id: "5a7b1f0e-6b1c-4d55-8f5e-4f6f1d1c2b3a",
    invoiceNumber: "INV-000042",
    issuedAt,
    poNumber: "",
    orders: [
      {
        number: 1042,
        placedAt: new Date("2026-10-13T04:00:00Z"),
        note: null,
      },
    ],
    subtotal,
    total: subtotal,
    taxes: [
      {
        taxCode: "Z",
        label: taxes.Z.label,
        taxable: subtotal,
        amount: "0.00",
        reason: taxes.Z.reason,
      },
    ],
    billedTo: {
      company: "Sample Bistro",
      contact: "Sample Contact",
      address: "100 Sample Street\nAbbotsford, BC",
      email: "chef@example.com",
    },
    lines: lines.map(([description, packed, unitPrice], index) => ({
      description,
      orderPosition: 0,
      ordered: packed,
      orderedPieces: null,
      packed,
      unit: "lb",
      packages: null,
      weights: [],
      remark: "",
      unitPrice,
      amount: toDollars(cents[index] ?? 0),
      taxCode: "Z",
    })),
    ...overrides,
  };
}

/** Returns an invoice with a line of each kind. */
export function weighedInvoice(): InvoiceDocument {
  const lines = weighedLines.map((line) => ({ ...plainLine, ...line }));
  const { taxes } = invoiceTerms(sampleShop())(new Date("2026-10-15T17:00:00Z"));
  const tax = (taxCode: "Z" | "GP", taxable: string, amount: string) => {
    const { label, reason } = taxes[taxCode];
    return { taxCode, label, reason, taxable, amount };
  };
  return invoiceOver([], {
    lines,
    subtotal: "304.75",
    taxes: [tax("GP", "50.00", "6.00"), tax("Z", "254.75", "0.00")],
    total: "310.75",
  });
}

/** Returns an invoice over three delivery notes of this many lines, each with a taxed charge. */
export function monthlyInvoice(lineCount = 2): InvoiceDocument {
  const { taxes } = invoiceTerms(sampleShop())(new Date("2026-12-01T17:00:00Z"));
  const notes = ["2026-11-03", "2026-11-12", "2026-11-28"].map((issuedOn, index) => ({
    number: 1042 + index,
    placedAt: new Date(`${issuedOn}T04:00:00Z`),
    note: { number: `DN-00000${index + 1}`, issuedOn, poNumber: index === 2 ? "" : `471${index}` },
  }));
  const lines = notes.flatMap((_, orderPosition) => [
    ...Array.from({ length: lineCount }, () => ({
      ...plainLine,
      orderPosition,
      description: "Ribeye Steak",
      ordered: "10.00",
      packed: "10.00",
      unitPrice: "24.99",
      amount: "249.90",
    })),
    {
      ...plainLine,
      orderPosition,
      description: "Delivery",
      packed: "1.00",
      unit: "each" as const,
      unitPrice: "0.30",
      amount: "0.30",
      taxCode: "G",
    },
  ]);
  const goods = toDollars(3 * lineCount * 24990);
  const subtotal = toDollars(3 * lineCount * 24990 + 90);
  const tax = (taxCode: "Z" | "G", taxable: string, amount: string) => {
    const { label, reason } = taxes[taxCode];
    return { taxCode, label, reason, taxable, amount };
  };
  return invoiceOver([], {
    issuedAt: new Date("2026-12-01T17:00:00Z"),
    issuedOn: "2026-12-01",
    dueOn: "2026-12-31",
    poNumber: "4710, 4711",
    orders: notes,
    lines,
    subtotal,
    taxes: [tax("G", "0.90", "0.05"), tax("Z", goods, "0.00")],
    total: toDollars(3 * lineCount * 24990 + 95),
  });
}

/** Returns the delivery note of an order with a line of each kind. */
export function deliveryNote(): InvoiceDocument {
  const issuedAt = new Date("2026-11-12T17:00:00Z");
  const { taxes: _, ...terms } = deliveryNoteTerms(sampleShop())(issuedAt);
  const kind = "delivery_note" as const;
  return {
    ...weighedInvoice(),
    ...terms,
    kind,
    issuedAt,
    dueOn: null,
    terms: "",
    invoiceNumber: "DN-000007",
    poNumber: "4711",
  };
}

const plainLine = {
  orderPosition: 0,
  ordered: null,
  orderedPieces: null,
  unit: "lb" as const,
  packages: null,
  weights: [],
  remark: "",
  taxCode: "Z",
};

const weighedLines = [
  {
    description: "Ribeye Steak",
    ordered: "3.75",
    orderedPieces: 3,
    packed: "3.86",
    packages: 3,
    weights: ["1.29", "1.31", "1.26"],
    unitPrice: "24.99",
    amount: "96.46",
  },
  {
    description: "Tenderloin Steak",
    ordered: "1.00",
    orderedPieces: 1,
    packed: "1.40",
    packages: 1,
    weights: ["1.40"],
    unitPrice: "40.00",
    amount: "56.00",
  },
  {
    description: "Over weight, no charge",
    packed: "-1.00",
    unit: "each" as const,
    unitPrice: "12.00",
    amount: "-12.00",
  },
  {
    description: "Packer Brisket",
    ordered: "12.50",
    packed: "0.00",
    unitPrice: "9.99",
    amount: "0.00",
    remark: "Replaced by Chuck Roast: none left",
  },
  {
    description: "Chuck Roast",
    packed: "12.03",
    packages: 1,
    weights: ["12.03"],
    unitPrice: "9.50",
    amount: "114.29",
    remark: "In place of Packer Brisket",
  },
  {
    description: "Boning knife",
    ordered: "1.00",
    packed: "1.00",
    unitPrice: "50.00",
    amount: "50.00",
    taxCode: "GP",
    remark: "Weight as ordered",
  },
];
