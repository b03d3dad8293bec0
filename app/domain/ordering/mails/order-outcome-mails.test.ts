import { describe, expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import {
  type BilledLine,
  type IssuedInvoice,
  orderCancelledMail,
  orderFulfilledMail,
  orderPackedMail,
  orderReleasedMail,
} from "./order-outcome-mails.ts";

const shop = sampleShop();
const order = {
  id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
  number: 1042,
  // The evening before in British Columbia.
  placedAt: new Date("2026-03-09T06:30:00Z"),
  totalPrice: "1312.38",
};
const line: BilledLine = {
  description: "Ribeye Steak",
  ordered: "100.00",
  orderedPieces: null,
  packed: "100.00",
  unit: "lb",
  packages: null,
  remark: "Weight as ordered",
  unitPrice: "24.99",
  amount: "2499.00",
};
const invoice: IssuedInvoice = {
  invoiceNumber: "INV-000042",
  total: "1312.38",
  invoiceUrl: "/invoices/abcdefghijklmnopqrstuvwxyz012345",
  dueOn: "2026-04-09",
  terms: "net 30 days",
  lines: [{ ...line, description: "Chuck Roast", unitPrice: "13.12", amount: "1312.00" }],
  taxes: [],
};

describe("orderFulfilledMail", () => {
  it("contains the invoice: its number, amount, address and due date", () => {
    const { subject, text } = orderFulfilledMail(order, invoice, shop);
    expect(subject).toBe("Order 1042 is packed: invoice INV-000042");
    expect(text).toContain("placed on Mar 8, 2026");
    expect(text).toContain(`Invoice: INV-000042
Order: 1042
Amount due: $1,312.38
Due: Apr 9, 2026 (net 30 days)
`);
    expect(text).toContain(`Open the invoice:
https://shop.example.com/invoices/abcdefghijklmnopqrstuvwxyz012345
`);
  });

  it("says where to pay the invoice, unless the order has its own way of paying", () => {
    const pay = `${shop.siteUrl}${invoice.invoiceUrl}/pay`;
    const { text, html } = orderFulfilledMail(order, invoice, shop);
    expect(text).toContain(`Balance and payment options:\n${pay}\n`);
    expect(html).toContain(`href="${pay}"`);
    const retail = { ...invoice, howToPay: ["Pay at the door."] };
    expect(orderFulfilledMail(order, retail, shop).text).not.toContain("/pay");
  });

  it("names the amount that a card was or will be charged, and not as due", () => {
    const card = { cardBrand: "visa", cardLast4: "4242" };
    const charged = { ...card, heldCents: 150_000, capturedCents: 131_238 };
    const paid = orderFulfilledMail(order, { ...invoice, openCents: 0, charged }, shop);
    expect(paid.subject).toBe("Order 1042 is packed: $1,312.38 charged to your card");
    expect(paid.text).toContain(`Total: $1,312.38
Held on your card: $1,500.00
Charged: $1,312.38
Released: $187.62
Card: Visa •••• 4242
`);
    const waiting = orderFulfilledMail(order, { ...invoice, toChargeCents: 131_238 }, shop);
    expect(waiting.text).toContain("To be charged to your card: $1,312.38");
    for (const { text } of [paid, waiting]) expect(text).not.toMatch(/Amount due|Due:/);
  });

  it("names the amount due of an invoice that is paid in part or in advance", () => {
    const part = orderFulfilledMail(order, { ...invoice, openCents: 31_238 }, shop);
    expect(part.text).toContain("Total: $1,312.38\nAmount due: $312.38\nDue: Apr 9, 2026");
    const none = { ...invoice, openCents: 0, terms: "paid in advance" };
    const { text } = orderFulfilledMail(order, none, shop);
    expect(text).toContain("Amount due: $0.00 (paid in advance)");
    expect(text).not.toContain("Due:");
  });

  it("says that the order was bought at the counter, with the PO number", () => {
    const bought = { ...order, channel: "counter" as const, poNumber: "PO 77" };
    const { subject, text } = orderFulfilledMail(bought, invoice, shop);
    expect(subject).toBe("Bought at our counter: invoice INV-000042");
    expect(text).toContain("This was bought at our counter on Mar 8, 2026, on your account.");
    expect(text).toContain("PO number: PO 77");
    expect(text).not.toMatch(/packed\.|placed/);
  });

  it("links to the order if the invoice has no URL", () => {
    const { text } = orderFulfilledMail(order, { ...invoice, invoiceUrl: null }, shop);
    expect(text).toContain(`${shop.siteUrl}/dashboard/orders/${order.id}`);
    expect(text).not.toMatch(/Open the invoice|Here is the invoice|invoice link/);
  });

  it("has the same links in HTML", () => {
    const { html } = orderFulfilledMail(order, invoice, shop);
    expect(html).toContain(`href="${shop.siteUrl}${invoice.invoiceUrl}"`);
    expect(html).toContain("$1,312.38");
  });
});

describe("the lines of orderFulfilledMail", () => {
  const linesIn = (lines: BilledLine[], more: Partial<IssuedInvoice> = {}) => {
    const { text } = orderFulfilledMail(order, { ...invoice, lines, ...more }, shop);
    const [, table = ""] = text.split("What you are billed for\n");
    return table.slice(0, table.indexOf("\n\n"));
  };

  it("show packed beside ordered quantities, with reasons and the total", () => {
    const pieces = { ...line, ordered: "3.75", orderedPieces: 3, packages: 3, remark: "" };
    const lines: BilledLine[] = [
      { ...pieces, packed: "3.86", amount: "96.46" },
      { ...pieces, packed: "4.50", amount: "112.46", description: "Côte de Bœuf" },
      {
        ...line,
        description: "Over weight, no charge",
        ordered: null,
        packed: "-1.00",
        unit: "each",
        remark: "",
        unitPrice: "9.38",
        amount: "-9.38",
      },
      {
        ...line,
        description: "Oxtail",
        ordered: "12.50",
        packed: "10.25",
        packages: 2,
        remark: "Less than ordered: ran out",
        unitPrice: "9.35",
        amount: "95.84",
      },
      {
        ...line,
        description: "Brisket",
        ordered: "12.50",
        packed: "0.00",
        amount: "0.00",
        remark: "Replaced by Chuck Roast",
      },
      {
        ...line,
        description: "Chuck Roast",
        ordered: null,
        packed: "12.25",
        packages: 1,
        remark: "In place of Brisket",
        unitPrice: "10.00",
        amount: "122.50",
      },
    ];
    expect(linesIn(lines, { total: "417.88" })).toBe(
      `------------------------------------------------------------------------
Ribeye Steak
  Packed 3.86 lb (you asked for about 3.75 lb) × $24.99/lb        $96.46
Côte de Bœuf
  Packed 4.5 lb (you asked for about 3.75 lb) × $24.99/lb        $112.46
Over weight, no charge                                            -$9.38
Oxtail
  Packed 10.25 lb (you asked for 12.5 lb) × $9.35/lb              $95.84
  Less than ordered: ran out
Brisket
  You asked for 12.5 lb                                            $0.00
  Replaced by Chuck Roast
Chuck Roast
  Packed 12.25 lb × $10.00/lb                                    $122.50
  In place of Brisket
------------------------------------------------------------------------
Total                                                            $417.88`,
    );
  });

  it("show ordered quantities if nothing was weighed, and name a tax", () => {
    const knife = { ...line, ordered: "1.00", packed: "1.00", unitPrice: "50.00", amount: "50.00" };
    const taxes = [{ label: "GST 5% and PST 7%", amount: "6.00" }];
    expect(linesIn([knife], { total: "56.00", taxes })).toBe(
      `------------------------------------------------------------------------
Ribeye Steak
  1 lb × $50.00/lb                                                $50.00
  Weight as ordered
------------------------------------------------------------------------
GST 5% and PST 7%                                                  $6.00
Total                                                             $56.00`,
    );
  });

  it("fit the width even with the largest amounts", () => {
    const large = { ...line, ordered: "9999.75", orderedPieces: 3, packages: 1, packed: "9999.25" };
    const table = linesIn([{ ...large, unitPrice: "99999.99", amount: "999924900.01" }]);
    for (const one of table.split("\n")) expect(one.length).toBeLessThanOrEqual(72);
    expect(table).toContain("$999,924,900.01");
  });
});

describe("orderCancelledMail", () => {
  it("says which order is cancelled, and that nothing is charged", () => {
    const { subject, text } = orderCancelledMail(order, shop);
    expect(subject).toBe("Order 1042 is cancelled");
    expect(text).toContain("The order for $1,312.38 that you placed on Mar 8, 2026");
    expect(text.replace(/\s+/g, " ")).toContain("There is no invoice, and you will not be charged");
    expect(text).toContain(`${shop.siteUrl}/dashboard/orders/${order.id}`);
    expect(text.replace(/\s+/g, " ")).toContain(`or call ${sampleShop().company.phone.display}`);
  });

  it("tells a guest that there is nothing to pay, without mentioning invoices", () => {
    const mail = orderCancelledMail(order, shop, `${shop.siteUrl}/orders/abc`);
    expect(mail.text.replace(/\s+/g, " ")).toContain(
      "has been cancelled. There is nothing to pay.",
    );
    expect(mail.text).not.toContain("invoice");
    const byCard = { ...order, paymentWay: "card" as const };
    const { text } = orderCancelledMail(byCard, shop, `${shop.siteUrl}/orders/abc`);
    expect(text.replace(/\s+/g, " ")).toContain(
      "Your card was not charged, and your bank releases",
    );
  });

  it("has a guest's link, and does not say that the order can still be changed", () => {
    const url = `${shop.siteUrl}/orders/abc`;
    for (const mail of [
      orderCancelledMail(order, shop, url),
      orderFulfilledMail(order, invoice, shop, url),
    ]) {
      const text = mail.text.replace(/\s+/g, " ");
      expect(text).toContain(url);
      expect(text).toContain("Whoever has this link can see the order. Share it only");
      expect(text).not.toContain("change or cancel it");
    }
    const released = orderReleasedMail(order, shop, url).text.replace(/\s+/g, " ");
    expect(released).toContain("change or cancel it until its cut-off");
  });

  it("says that a hold is released only if the order was to be paid by card", () => {
    const released = "Your bank releases anything that was held on your card.";
    const byCard = orderCancelledMail({ ...order, paymentWay: "card" }, shop).text;
    expect(byCard.replace(/\s+/g, " ")).toContain(released);
    const atDoor = orderCancelledMail({ ...order, paymentWay: "door" }, shop).text;
    expect(atDoor.replace(/\s+/g, " ")).not.toContain(released);
  });
});

describe("the email with a delivery note", () => {
  const { lines, taxes, total } = invoice;
  const note = { noteNumber: "DN-000007", noteUrl: "/invoices/abc", lines, taxes, total };

  it("lists the packed lines, and says that nothing is to be paid now", () => {
    const { subject, text } = orderPackedMail(order, note, shop);
    expect(subject).toBe("Order 1042 is packed: delivery note DN-000007");
    expect(text.replace(/\s+/g, " ")).toContain(
      "on your next monthly invoice; there is nothing to pay",
    );
    expect(text).toContain(`${shop.siteUrl}/invoices/abc`);
    expect(text).toContain("What was packed");
    expect(text).not.toMatch(/amount due|billed for/i);
  });

  it("links to the order if the note has no URL", () => {
    const { text } = orderPackedMail(order, { ...note, noteUrl: null }, shop);
    expect(text).toContain(`${shop.siteUrl}/dashboard/orders/${order.id}`);
  });
});
