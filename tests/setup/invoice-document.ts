import type { InvoiceDocument } from "#app/features/invoices/invoice-document.ts";
import { invoiceTerms } from "#app/features/invoices/invoice-terms.ts";
import { lineTotalCents } from "#app/lib/line-totals.ts";
import { toCents, toDollars } from "#app/lib/money.ts";

/** An invoice that adds up, over lines of name, pounds and dollars per lb. */
export function invoiceOver(
  lines: [name: string, quantity: string, pricePerLb: string][],
  overrides: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const cents = lines.map(([, quantity, price]) => lineTotalCents(toCents(price), quantity));
  const issuedAt = new Date("2026-10-15T17:00:00Z");
  const { taxes, ...terms } = invoiceTerms(issuedAt);
  const subtotal = toDollars(cents.reduce((sum, line) => sum + line, 0));
  return {
    ...terms,
    id: "5a7b1f0e-6b1c-4d55-8f5e-4f6f1d1c2b3a",
    invoiceNumber: "INV-000042",
    issuedAt,
    poNumber: "",
    orders: [
      {
        id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
        placedAt: new Date("2026-10-13T04:00:00Z"),
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
      packed,
      unitPrice,
      amount: toDollars(cents[index] ?? 0),
      taxCode: "Z",
    })),
    ...overrides,
  };
}
