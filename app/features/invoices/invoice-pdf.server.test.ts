import { extractText, getMeta } from "unpdf";
import { expect, it } from "vitest";
import { invoiceWords } from "#app/content/invoice.ts";
import { site } from "#app/content/site.ts";
import { invoiceOver } from "#tests/setup/invoice-document.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { renderInvoicePdf } from "./invoice-pdf.server.tsx";

/** What a reader of the PDF reads, page by page, on one line each. */
async function pagesOf(invoice: InvoiceDocument): Promise<string[]> {
  const pdf = new Uint8Array(await renderInvoicePdf(invoice));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

it("says who sells what to whom for how much, and why there is no tax", async () => {
  const pages = await pagesOf(invoiceOver([["Ribeye Steak", "12.50", "24.99"]]));
  expect(pages).toHaveLength(1);
  const { street, city, region, postalCode } = site.address;
  for (const text of [
    site.name,
    street,
    `${city}, ${region} ${postalCode}, Canada`,
    site.phone.display,
    site.email,
    "Invoice INV-000042",
    "Billed to Sample Bistro Attn. Sample Contact 100 Sample Street Abbotsford, BC chef@example.com",
    "Invoice date Oct 15, 2026",
    "Order number 0b8a3b1e",
    "Order date Oct 12, 2026",
    "Payment due Nov 14, 2026",
    "Amount due $312.38",
    "No. Item Weight (lb) Price per lb Amount 1 Ribeye Steak 12.50 $24.99 $312.38",
    "Terms: net 30 days Please pay by Nov 14, 2026 and quote INV-000042.",
    "Subtotal $312.38 GST 0% $0.00",
    invoiceWords.gst.reason,
    "Total (CAD) $312.38",
    "Page 1 of 1",
  ]) {
    expect(pages[0]).toContain(text);
  }
}, 60_000);

it("has every line of two hundred, the head and the page's number on each page, one total", async () => {
  const lines = Array.from({ length: 200 }, (_, index): [string, string, string] => [
    index % 7 === 0 ? `Item ${index + 1} ${"très long ".repeat(12)}` : `Item ${index + 1}`,
    `${index + 1}.25`,
    "10.00",
  ]);
  const pages = await pagesOf(invoiceOver(lines));
  expect(pages.length).toBeGreaterThan(4);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain("No. Item Weight (lb) Price per lb Amount");
    expect(page).toContain(`Invoice INV-000042 Page ${index + 1} of ${pages.length}`);
    expect(page.match(/ \d+ Item \d+ /g)?.length).toBeGreaterThan(0);
  }
  const whole = pages.join(" ");
  for (const number of Array.from({ length: 200 }, (_, index) => index + 1)) {
    expect(whole).toContain(` ${number} Item ${number} `);
    expect(whole).toContain(` ${number}.25 $10.00 `);
  }
  expect(whole.match(/Total \(CAD\)/g)).toHaveLength(1);
  expect(pages.at(-1)).toContain("Total (CAD) $201,500.00");
}, 60_000);

it("never leaves the totals without a line beside them", async () => {
  for (let count = 15; count <= 21; count += 1) {
    const lines = Array.from({ length: count }, (): [string, string, string] => [
      "Stew",
      "1.00",
      "10.00",
    ]);
    const last = (await pagesOf(invoiceOver(lines))).at(-1);
    expect(last, `${count} lines`).toContain(`${count} Stew 1.00 $10.00 $10.00`);
    expect(last, `${count} lines`).toContain("Total (CAD)");
  }
}, 120_000);

it("has accents, in one piece or in two, and long names whole", async () => {
  const company =
    "Société Québécoise d’Alimentation Générale et des Boucheries Réunies de la Vallée du Fraser (Colombie-Britannique) Ltée";
  const name =
    "Côte de bœuf façon “Łódź”, Bratwürste, őrölt marhahús, Phở bò, extra long so that it needs several lines of its column";
  const [page] = await pagesOf(
    invoiceOver([[name, "1.00", "10.00"]], {
      billedTo: { company, contact: "Zoe\u0308 Nin\u0303o", address: "", email: "a@example.com" },
    }),
  );
  expect(page).toContain(company);
  expect(page).toContain("Zoë Niño");
  expect(page).toContain(name);
}, 60_000);

it("sets what no font has as a question mark, and breaks what is wider than its column", async () => {
  const endless = "W".repeat(150);
  const [page] = await pagesOf(
    invoiceOver([[`北京 🥩 beef ${endless}`, "1.00", "10.00"]], {
      billedTo: {
        company: "北京 Kitchen",
        contact: "",
        address: "a\r\nb\rc",
        email: "a@b.example",
      },
    }),
  );
  expect(page).toContain("?? Kitchen");
  expect(page).toContain("a b c");
  expect(page).toContain("?? ? beef");
  expect(page?.match(/W/g)).toHaveLength(150 + "Weight".split("W").length - 1);
}, 60_000);

it("names the account where no company is known", async () => {
  const nobody = { company: "", contact: "", address: "", email: "chef@example.com" };
  const [page] = await pagesOf(invoiceOver([["Stew", "1.00", "9.99"]], { billedTo: nobody }));
  expect(page).toContain("Billed to chef@example.com Invoice date");
}, 60_000);

it("is the same to the byte each time, and says what it is", async () => {
  const invoice = invoiceOver([["Stew", "1.00", "9.99"]]);
  const [first, second] = [await renderInvoicePdf(invoice), await renderInvoicePdf(invoice)];
  expect(first.equals(second)).toBe(true);
  const { info } = await getMeta(new Uint8Array(first));
  expect(info).toMatchObject({ Title: "Invoice INV-000042", Author: site.name, Language: "en-CA" });
}, 60_000);

it("is refused when it does not add up", async () => {
  const wrong = invoiceOver([["Stew", "1.00", "9.99"]], { amount: "10.00" });
  await expect(renderInvoicePdf(wrong)).rejects.toThrow("does not add up");
});
