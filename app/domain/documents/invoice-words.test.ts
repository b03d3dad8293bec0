import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { taxes } from "#app/content/taxes.ts";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import {
  deliveryNote,
  invoiceOver,
  monthlyInvoice,
  weighedInvoice,
} from "#tests/setup/files/invoice-document.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceJob, invoiceSheet } from "./invoice-words.ts";

let printer: Printer;
beforeAll(async () => {
  printer = await createPrinter();
});

const print = (invoice: InvoiceDocument) => new Uint8Array(printer(invoiceJob(invoice)));

/** Returns the PDF's text, page by page, on one line each. */
async function pagesOf(invoice: InvoiceDocument): Promise<string[]> {
  const { text } = await extractText(print(invoice), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

it("names seller, buyer, goods and amounts, and the reason for no tax", async () => {
  const pages = await pagesOf(invoiceOver([["Ribeye Steak", "12.50", "24.99"]]));
  expect(pages).toHaveLength(1);
  const { street, city, region, postalCode } = sampleShop().company.address;
  for (const text of [
    `${sampleShop().company.shortName} ${sampleShop().company.nameSuffix}`,
    street,
    `${city}, ${region} ${postalCode}, Canada`,
    sampleShop().company.phone.display,
    sampleShop().company.email,
    "Invoice INV-000042",
    "Billed to Sample Bistro Attn. Sample Contact 100 Sample Street Abbotsford, BC chef@example.com",
    "Invoice date Oct 15, 2026",
    "Order number 1042",
    "Order date Oct 12, 2026",
    "Payment due Nov 14, 2026",
    "Amount due $312.38",
    "No. Item Ordered Packed $/lb Amount 1 Ribeye Steak 12.50 lb 12.50 lb $24.99 $312.38",
    "Subtotal $312.38 GST 0% $0.00 Total (CAD) $312.38",
    "How to pay",
    ...sampleShop().documents.waysToPay,
    "Terms: net 30 days Please pay by Nov 14, 2026 and quote INV-000042.",
    taxes.Z.reason,
    "Page 1 of 1",
  ]) {
    expect(pages[0]).toContain(text);
  }
});

it("lists what was ordered and packed, the packages with their weights, and remarks", async () => {
  const [page] = await pagesOf(weighedInvoice());
  for (const text of [
    "1 Ribeye Steak 1.29 + 1.31 + 1.26 lb 3 pieces about 3.75 lb 3.86 lb in 3 packages $24.99 $96.46",
    "2 Tenderloin Steak 1 piece about 1 lb 1.40 lb in 1 package $40.00 $56.00",
    "3 Over weight, no charge -$12.00",
    "4 Packer Brisket Replaced by Chuck Roast: none left 12.50 lb 0.00 lb $9.99 $0.00",
    "5 Chuck Roast In place of Packer Brisket – 12.03 lb in 1 package $9.50 $114.29",
    "6 Boning knife Weight as ordered 1.00 lb 1.00 lb $50.00 $50.00",
    "Subtotal $304.75 GST 5% and PST 7% $6.00 GST 0% $0.00 Total (CAD) $310.75",
  ]) {
    expect(page).toContain(text);
  }
});

it("has all of 200 lines, a header and number on each page, and one total", async () => {
  const lines = Array.from({ length: 200 }, (_, index): [string, string, string] => [
    index % 7 === 0 ? `Item ${index + 1} ${"très long ".repeat(12)}` : `Item ${index + 1}`,
    `${index + 1}.25`,
    "10.00",
  ]);
  const pages = await pagesOf(invoiceOver(lines));
  expect(pages.length).toBeGreaterThan(4);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain("No. Item Ordered Packed $/lb Amount");
    expect(page).toContain(`Invoice INV-000042 Page ${index + 1} of ${pages.length}`);
    expect(page.match(/ \d+ Item \d+ /g)?.length).toBeGreaterThan(0);
  }
  const whole = pages.join(" ");
  for (const number of Array.from({ length: 200 }, (_, index) => index + 1)) {
    expect(whole).toContain(` ${number} Item ${number} `);
    expect(whole).toContain(` ${number}.25 lb $10.00 `);
  }
  expect(whole.match(/Total \(CAD\)/g)).toHaveLength(1);
  expect(pages.at(-1)).toContain("Total (CAD) $201,500.00");
});

it.each([
  ["paid", "Amount, paid $312.38", "Paid – This invoice is paid. There is nothing left to pay."],
  [
    "credited",
    "Amount, credited $312.38",
    "Credited – This invoice was credited in full. There is nothing to pay.",
  ],
] as const)("doesn't ask for payment once it is %s", async (settled, amount, ways) => {
  const invoice = { ...invoiceOver([["Ribeye Steak", "12.50", "24.99"]]), settled };
  const [page = ""] = await pagesOf(invoice);
  expect(page).toContain(amount);
  expect(page).toContain(ways);
  expect(page).not.toMatch(/Please pay|How to pay|due/);
});

it("prints a counter sale as a receipt, with pieces, taxes, payments and refunds", async () => {
  const sale = weighedInvoice();
  const payment = { tenderedCents: null, roundingCents: 0, reference: "", documentNumber: null };
  const [page = ""] = await pagesOf({
    ...sale,
    invoiceNumber: "R-000003",
    settled: "paid",
    lines: sale.lines.map((line, index) => ({ ...line, pieces: index === 0 ? 3 : null })),
    receipt: {
      slip: "T1-0003",
      payments: [
        { ...payment, method: "terminal", cents: 300_00, reference: "77" },
        { ...payment, method: "cash", cents: 10_70, tenderedCents: 20_00, roundingCents: -5 },
        { ...payment, method: "cash", cents: -50_00, documentNumber: "CN-000004" },
      ],
    },
  });
  for (const text of [
    "Receipt R-000003 Sold at",
    "Slip T1-0003",
    "No. Item Pieces Weight $/lb Amount 1 Ribeye Steak 3 3.86 lb $24.99 $96.46",
    "6 Boning knife Weight as ordered 1.00 lb $50.00 $50.00 taxed",
    "GST 5% $2.50 PST 7% $3.50 Total (CAD) $310.75",
    "Paid – Card terminal 77: $300.00 – Cash: $10.70, of $20.00 handed over",
    "Cash rounding: -$0.05",
    "Given back in cash: $50.00, credit note CN-000004",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toMatch(/Invoice|Billed to|package|due/);
});

it("never puts the totals on a page without a line", async () => {
  for (let count = 15; count <= 21; count += 1) {
    const lines = Array.from({ length: count }, (): [string, string, string] => [
      "Stew",
      "1.00",
      "10.00",
    ]);
    const last = (await pagesOf(invoiceOver(lines))).at(-1);
    expect(last, `${count} lines`).toContain(`${count} Stew 1.00 lb 1.00 lb $10.00 $10.00`);
    expect(last, `${count} lines`).toContain("Total (CAD)");
  }
});

it("prints accents, composed or decomposed, and long names in full", async () => {
  const company =
    "Société Québécoise d’Alimentation Générale et des Boucheries Réunies de la Vallée du Fraser (Colombie-Britannique) Ltée";
  const name =
    "Côte de bœuf façon “Łódź”, Bratwürste, őrölt marhahús, Phở bò, extra long so that it needs several lines of its column";
  const [page] = await pagesOf(
    invoiceOver([[name, "1.00", "10.00"]], {
      billedTo: { company, contact: "Zoe\u0308 Nin\u0303o", address: "", email: "a@example.com" },
    }),
  );
  // A line may end at a hyphen.
  expect(page?.replaceAll("- ", "-")).toContain(company);
  expect(page).toContain("Zoë Niño");
  expect(page).toContain(name);
});

it("prints the languages that are common in Abbotsford", async () => {
  const [page] = await pagesOf(
    invoiceOver([["Phở bò đặc biệt", "1.00", "10.00"]], {
      billedTo: {
        company: "北京饭店 龍鳳茶樓",
        contact: "",
        address: "ਸੋਹਣ ਸਿੰਘ\nहिन्दी रसोई\nمطعم السلام",
        email: "a@example.com",
      },
    }),
  );
  expect(page).toContain("北京饭店 龍鳳茶樓");
  expect(page).toContain("Phở bò đặc biệt");
  // Readers that ignore ActualText repeat the letters of a cluster.
  for (const letters of [/ਸਿੰ.*ਘ/u, /हि.*न्.*दी/u, /السلام/]) expect(page).toMatch(letters);
  expect(page).not.toContain("?");
});

it("prints a question mark for a character without a font, and breaks text wider than its column", async () => {
  const endless = "W".repeat(150);
  const [page] = await pagesOf(
    invoiceOver([[`한국 🥩 beef ${endless}`, "1.00", "10.00"]], {
      billedTo: {
        company: "x\u0302 ᚠ Kitchen",
        contact: "",
        address: "a\r\nb\rc",
        email: "a@b.example",
      },
    }),
  );
  expect(page).toContain("? Kitchen");
  expect(page).toContain("a b c");
  expect(page).toContain("?? ? beef");
  expect(page?.match(/W/g)).toHaveLength(150);
});

it("never treats a client's text as markup", async () => {
  const typed = '#panic("x") *b* $x$ `c` [d] <e> @f \\ // g';
  const [page] = await pagesOf(invoiceOver([[typed, "1.00", "10.00"]]));
  expect(page).toContain(typed);
});

it("is tagged for screen readers, with a title, headings and table headers", async () => {
  const pdf = await getDocumentProxy(print(invoiceOver([["Stew", "1.00", "9.99"]])));
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const roles: string[] = [];
  const collect = (node: object) => {
    if ("role" in node) roles.push(String(node.role));
    if ("children" in node && Array.isArray(node.children)) node.children.forEach(collect);
  };
  collect(await (await pdf.getPage(1)).getStructTree());
  const count = (role: string) => roles.filter((it) => it === role).length;
  expect({ H1: count("H1"), H2: count("H2"), Table: count("Table") }).toEqual({
    H1: 1,
    H2: 2,
    Table: 1,
  });
  expect(count("TH")).toBeGreaterThanOrEqual(6);
  expect(count("LI")).toBe(sampleShop().documents.waysToPay.length);
  // Typst writes this only if its own conformance checks passed.
  expect(Buffer.from(print(invoiceOver([["Stew", "1.00", "9.99"]]))).toString("latin1")).toContain(
    "<pdfuaid:part>1</pdfuaid:part>",
  );
});

it("is billed to the account's email address if no company is known", async () => {
  const nobody = { company: "", contact: "", address: "", email: "chef@example.com" };
  const [page] = await pagesOf(invoiceOver([["Stew", "1.00", "9.99"]], { billedTo: nobody }));
  expect(page).toContain("Billed to chef@example.com Invoice date");
});

it("is printed to the same bytes each time, with its metadata", async () => {
  const invoice = invoiceOver([["Stew", "1.00", "9.99"]]);
  const first = print(invoice);
  print(invoiceOver([["Ribeye", "1.00", "9.99"]]));
  expect(Buffer.from(first).equals(print(invoice))).toBe(true);
  const { info } = await getMeta(first);
  expect(info).toMatchObject({
    Title: "Invoice INV-000042",
    Author: sampleShop().company.name,
    Language: "en-CA",
  });
});

it("is refused when its figures don't add up", () => {
  const wrong = invoiceOver([["Stew", "1.00", "9.99"]], { total: "10.00" });
  expect(() => invoiceJob(wrong)).toThrow("does not add up");
});

describe("the invoice of a month", () => {
  const sheet = invoiceSheet(monthlyInvoice());

  it("has its lines by delivery note, numbered consecutively", () => {
    expect(sheet.groups.map(({ title, amount }) => [title, amount])).toEqual([
      ["DN-000001, Nov 3, 2026 · Order 1042 · PO 4710", "$500.10"],
      ["DN-000002, Nov 12, 2026 · Order 1043 · PO 4711", "$500.10"],
      ["DN-000003, Nov 28, 2026 · Order 1044", "$500.10"],
    ]);
    const numbers = sheet.groups.flatMap(({ lines }) => lines.map(({ number }) => number));
    expect(numbers).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  });

  it("states its period, and each tax only once", () => {
    expect(sheet.facts).toEqual([
      ["Invoice date", "Dec 1, 2026"],
      ["Delivery notes", "3"],
      ["First packed", "Nov 3, 2026"],
      ["Last packed", "Nov 28, 2026"],
      ["Payment due", "Dec 31, 2026"],
      ["Amount due", "$1,500.35"],
    ]);
    expect(sheet.totals).toContainEqual(["GST 5%", "$0.05"]);
  });
});

it("a delivery note has weights but no prices, and says that it isn't an invoice", () => {
  const sheet = invoiceSheet(deliveryNote());
  expect(sheet.title).toBe("Delivery note DN-000007");
  expect(sheet.columns).toEqual(["No.", "Item", "Ordered", "Packed"]);
  expect(sheet.groups[0]?.lines.map(({ item }) => item)).not.toContain("Over weight, no charge");
  expect(sheet.total).toEqual(["Packed in all", "18.29 lb"]);
  expect(sheet.facts.at(-1)).toEqual(["Packed", "Nov 12, 2026"]);
  expect(sheet.payment.ways[0]).toContain("This is not an invoice");
  expect(JSON.stringify(sheet)).not.toContain("$");
});
