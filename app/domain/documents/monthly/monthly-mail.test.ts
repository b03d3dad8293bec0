import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { monthlyInvoiceMail } from "./monthly-mail.ts";

const shop = sampleShop();

const invoice = {
  documentNumber: "INV-000042",
  url: "/invoices/abcdefghijklmnopqrstuvwxyz012345",
  total: "500.43",
  issuedOn: "2026-12-01",
  dueOn: "2026-12-31",
  terms: "net 30 days",
  notes: [
    { number: "DN-000001", issuedOn: "2026-11-03", poNumber: "4711", amount: "250.20" },
    { number: "DN-000002", issuedOn: "2026-11-12", poNumber: "", amount: "250.20" },
  ],
  taxes: [{ label: "GST 5%", amount: "0.03" }],
};

it("states the month's total, its deliveries and the due day", () => {
  const { subject, text } = monthlyInvoiceMail(invoice, shop);
  expect(subject).toBe("Invoice INV-000042 for 2 deliveries: $500.43");
  expect(text).toContain("Due: Dec 31, 2026 (net 30 days)");
  expect(text).toContain(`${shop.siteUrl}${invoice.url}\n`);
  expect(text).toContain(`${shop.siteUrl}${invoice.url}/pay\n`);
  expect(text.replace(/\s+/g, " ")).toContain(
    "DN-000001 Nov 3, 2026, PO 4711 $250.20 DN-000002 Nov 12, 2026 $250.20",
  );
  expect(text).toMatch(/GST 5% +\$0\.03\nTotal +\$500\.43/);
});

it("links to the list of invoices if the invoice has no link", () => {
  const { text } = monthlyInvoiceMail({ ...invoice, url: null }, shop);
  expect(text).toContain(`${shop.siteUrl}/dashboard/invoices`);
});
