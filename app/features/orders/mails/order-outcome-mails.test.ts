import { describe, expect, it } from "vitest";
import { site } from "#app/content/site.ts";
import { orderCancelledMail, orderFulfilledMail } from "./order-outcome-mails.ts";

const siteUrl = "https://shop.example.com";
const order = {
  id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
  // The evening before in British Columbia.
  placedAt: new Date("2026-03-09T06:30:00Z"),
  totalPrice: "1312.38",
};
const invoice = {
  invoiceNumber: "INV-000042",
  total: "1312.38",
  invoiceUrl: "/invoices/abcdefghijklmnopqrstuvwxyz012345",
  dueOn: "2026-04-09",
  terms: "net 30 days",
};

describe("orderFulfilledMail", () => {
  it("brings the invoice: its number, amount, address and when it is due", () => {
    const { subject, text } = orderFulfilledMail(order, invoice, siteUrl);
    expect(subject).toBe("Your order 0b8a3b1e is fulfilled: invoice INV-000042");
    expect(text).toContain("placed on Mar 8, 2026");
    expect(text).toContain(`Invoice: INV-000042
Order: 0b8a3b1e
Amount due: $1,312.38
Due: Apr 9, 2026 (net 30 days)
`);
    expect(text).toContain(`Open the invoice:
https://shop.example.com/invoices/abcdefghijklmnopqrstuvwxyz012345
`);
  });

  it("leads to the order where the invoice has no address", () => {
    const { text } = orderFulfilledMail(order, { ...invoice, invoiceUrl: null }, siteUrl);
    expect(text).toContain(`${siteUrl}/dashboard/orders/${order.id}`);
    expect(text).not.toMatch(/Open the invoice|Here is the invoice|invoice link/);
  });

  it("has the same links in HTML", () => {
    const { html } = orderFulfilledMail(order, invoice, siteUrl);
    expect(html).toContain(`href="${siteUrl}${invoice.invoiceUrl}"`);
    expect(html).toContain("$1,312.38");
  });
});

describe("orderCancelledMail", () => {
  it("says which order is cancelled, and that nothing is charged", () => {
    const { subject, text } = orderCancelledMail(order, siteUrl);
    expect(subject).toBe("Your order 0b8a3b1e is cancelled");
    expect(text).toContain("The order for $1,312.38 that you placed on Mar 8, 2026");
    expect(text.replace(/\s+/g, " ")).toContain("There is no invoice, and you will not be charged");
    expect(text).toContain(`${siteUrl}/dashboard/orders/${order.id}`);
    expect(text.replace(/\s+/g, " ")).toContain(`or call ${site.phone.display}`);
  });
});
