import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { newOrderMail, type OrderToTell, orderReceivedMail } from "./order-mails.ts";

const stored = {
  finalAmount: "0.00",
  packState: "open" as const,
  overDecision: null,
  substitutesItemId: null,
};

const shop = sampleShop();
const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";

const ribeye = {
  productName: "Ribeye Steak",
  orderedPieces: null,
  quantity: "12.50",
  pricePerLb: "24.99",
  subtotal: "312.38",
  promisedAmount: "343.62",
  taxCode: "Z",
  wish: null,
  ...stored,
};

const roast = {
  productName: "Chuck Roast",
  orderedPieces: 40,
  quantity: "100",
  pricePerLb: "10.00",
  subtotal: "1000.00",
  promisedAmount: "1100.00",
  taxCode: "Z",
  wish: null,
  ...stored,
};

const withoutDay = {
  day: null,
  siteId: null,
  name: "Bistro d’Été",
  address: "100 Sample Street",
  postalCode: "",
  phone: "",
  notes: "",
};

function order(overrides: Partial<OrderToTell> = {}): OrderToTell {
  return {
    id,
    number: 1042,
    placedAt: new Date("2026-03-09T06:30:00Z"),
    notes: "",
    standingNotes: "",
    isNewClient: false,
    holds: [],
    poNumber: "",
    allowsSubstitutes: false,
    callFirst: false,
    takenBy: null,
    payment: null,
    charges: [],
    delivery: withoutDay,
    items: [ribeye, roast],
    client: {
      isUnproved: false,
      email: "chef@example.com",
      companyName: "Bistro d’Été",
      contactName: "Sample Contact",
      phone: "604-555-0142",
      address: "100 Sample Street\nAbbotsford, BC",
    },
    ...overrides,
  };
}

const client = (overrides: Partial<OrderToTell["client"]>) => ({
  client: { ...order().client, ...overrides },
});

it("emails the client the ordered lines and a link to the order", () => {
  const { subject, text } = orderReceivedMail(order({ notes: "Back door.\r\n\r\nRing." }), shop);
  expect(subject).toBe("We have your order 1042");
  expect(text).toBe(`We have your order 1042

Thank you, Bistro d’Été, for the order you placed on Mar 8, 2026, 11:30
p.m. Pacific time. The invoice follows once the order is packed.

Deliver to: Bistro d’Été, 100 Sample Street

What was ordered
------------------------------------------------------------------------
Ribeye Steak
  12.5 lb × $24.99/lb                                            $312.38
Chuck Roast
  40 pieces, about 100 lb × $10.00/lb                          $1,000.00
------------------------------------------------------------------------
Estimate                                                       $1,312.38

You pay for the weight we pack, at most $1,443.62.

Your notes:
  Back door.

  Ring.

See the order:
https://shop.example.com/dashboard/orders/${id}

Need to change something? Reply to this email, or call ${sampleShop().company.phone.display},
before we start cutting.

-- 
${sampleShop().company.name}
100 Sample Road, Abbotsford, BC V2S 0A0
${sampleShop().company.phone.display}, ${sampleShop().company.email}

You're receiving this email because an order was placed with the
Hundredweight Beef Co. account that lists this address.
`);
});

it("emails the company the client's details, with missing ones as not provided", () => {
  const { subject, text } = newOrderMail(order(client({ phone: "" })), shop);
  expect(subject).toBe("New order 1042: $1,312.38 from Bistro d’Été");
  expect(text).toContain(`Order: 1042
Placed: Mar 8, 2026, 11:30 p.m. Pacific time
Company: Bistro d’Été
Contact: Sample Contact
Phone: Not provided
Email: chef@example.com
Address: 100 Sample Street Abbotsford, BC
Deliver to: Bistro d’Été, 100 Sample Street
If not available: Send no substitute
`);
  expect(text).toContain("40 pieces, about 100 lb × $10.00/lb");
  expect(text).toContain("The client pays for the weight packed, at most $1,443.62.");
  expect(text).toContain(`${shop.siteUrl}/admin/orders/${id}`);
});

it("emails the company the client's notes for this order and for every order", () => {
  const noted = order({ notes: "Thick.", standingNotes: " Back door,\nring twice. " });
  expect(newOrderMail(noted, shop).text).toContain(`Notes for this order:
  Thick.

Notes for every order:
  Back door,
  ring twice.
`);
});

it("says in both emails that substitutes are welcome", () => {
  const allowed = order({ allowsSubstitutes: true });
  expect(orderReceivedMail(allowed, shop).text.replace(/\s+/g, " ")).toContain(
    "at most $1,443.62. If something is not available, we may send something similar, as you asked.",
  );
  expect(newOrderMail(allowed, shop).text).toContain("If not available: Send something similar");
});

it("works without a company name", () => {
  const nameless = order(client({ companyName: "" }));
  expect(orderReceivedMail(nameless, shop).text).toContain("\nThank you for the order");
  expect(newOrderMail(nameless, shop).subject).toMatch(/from chef@example\.com$/);
});

it("says the same in HTML", () => {
  for (const mail of [orderReceivedMail, newOrderMail]) {
    const { text, html } = mail(order({ notes: "Back door." }), shop);
    const seen = words(html);
    for (const word of text.split(/[\s:,]+/)) {
      if (!/^-+$/.test(word)) expect(seen).toContain(word);
    }
  }
});

it("treats typed text as text", () => {
  const nasty = `</td><script src="https://evil.example"></script>'"&`;
  const typed = order({
    notes: nasty,
    items: [{ ...ribeye, productName: nasty }],
    ...client({ companyName: nasty, contactName: nasty, phone: nasty, address: nasty }),
  });
  for (const mail of [orderReceivedMail, newOrderMail]) {
    const { text, html } = mail(typed, shop);
    expect(html).not.toContain("<script");
    expect(html).not.toContain(`"&`);
    expect(words(html)).toContain("</td><script");
    expect(text).toContain("<script");
  }
});

it("wraps text at 72 characters even with long names, and loses none of it", () => {
  const long = "Très Longue Côte de Bœuf ".repeat(8).trim();
  const items = Array.from({ length: 200 }, (_, index) => ({
    productName: `${index} ${long}`.slice(0, 200),
    orderedPieces: 10_000,
    quantity: "10000.00",
    pricePerLb: "99999.99",
    subtotal: "999999900.00",
    promisedAmount: "1099999890.00",
    taxCode: "Z",
    wish: null,
    ...stored,
  }));
  const big = order({ items, notes: long.repeat(20), ...client({ companyName: long }) });
  for (const mail of [orderReceivedMail, newOrderMail]) {
    const { text } = mail(big, shop);
    const wide = text.split("\n").filter((line) => line.length > 72);
    expect(wide).toEqual(wide.filter((line) => line.startsWith(shop.siteUrl)));
    expect(text.match(/\$999,999,900\.00$/gm)).toHaveLength(200);
    expect(text.replace(/\s+/g, " ")).toContain(`199 ${long}`.slice(0, 200).trim());
  }
});

function words(html: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? "");
}

it("says that staff took the order by phone, and names the staff member to the company", () => {
  const taken = order({ takenBy: "staff@example.com" });
  const told = orderReceivedMail(taken, shop).text.replace(/\s+/g, " ");
  expect(told).toContain("the order that our staff took for you over the phone on Mar 8, 2026");
  expect(told).not.toContain("staff@example.com");
  expect(newOrderMail(taken, shop).text).toMatch(/Taken by:?\s+staff@example\.com/);
});

it("names no email address for a customer without a login", () => {
  const { text } = newOrderMail(
    order({ takenBy: "staff@example.com", ...client({ email: "" }) }),
    shop,
  );
  expect(text).toMatch(/Email:?\s+Not provided/);
  expect(text).not.toContain("Replies to this email");
});

it("has a link to skip a standing order's delivery for whoever ordered, but not for contacts", () => {
  const skipUrl = "https://shop.example/skip-delivery?token=secret";
  const standing = {
    rhythm: "Every Tuesday",
    said: [],
    skipUrl,
    changeUrl: "https://shop.example",
  };
  const reader = { guestUrl: null, repeatsTyped: true };
  expect(orderReceivedMail(order({ standing }), shop, reader).text).toContain(skipUrl);
  const contacts = orderReceivedMail(order({ standing }), shop, { ...reader, isContact: true });
  expect(`${contacts.text} ${contacts.html}`).not.toContain("skip-delivery");
});
