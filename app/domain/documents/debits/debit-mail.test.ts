import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { debitMail } from "./debit-mail.ts";

const shop = sampleShop();

const invoice = {
  documentNumber: "INV-000043",
  corrects: "INV-000042",
  reason: "The label was read wrongly",
  total: "53.00",
  issuedOn: "2026-12-01",
  dueOn: "2026-12-31",
  terms: "net 30 days",
  url: "/invoices/abcdefghijklmnopqrstuvwxyz012345",
};

it("names the corrected invoice, the reason, the amount and the due day", () => {
  const { subject, text } = debitMail(invoice, shop);
  expect(subject).toBe("Invoice INV-000043 adds $53.00 to invoice INV-000042");
  expect(text).toContain("The label was read wrongly");
  expect(text).toContain("Due: Dec 31, 2026 (net 30 days)");
  expect(text).toContain(`${shop.siteUrl}${invoice.url}`);
});

it("names the credit note that is taken back", () => {
  const { subject, text } = debitMail({ ...invoice, corrects: "CN-000007", bills: "credit" }, shop);
  expect(subject).toBe("Invoice INV-000043 takes back $53.00 of credit note CN-000007");
  expect(text).toContain("We credited too much on credit note CN-000007");
  expect(text).toMatch(/Credit note\s+CN-000007 stays as it is\./);
});

it("links to the list of invoices if the invoice has no link", () => {
  const { text } = debitMail({ ...invoice, url: null }, shop);
  expect(text).toContain(`${shop.siteUrl}/dashboard/invoices`);
});
