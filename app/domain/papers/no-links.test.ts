import { getDocumentProxy } from "unpdf";
import { beforeAll, expect, it } from "vitest";
import { invoiceJob } from "#app/domain/documents/invoice-words.ts";
import { packingSlipJob } from "#app/features/packing/papers/packing-slip-words.ts";
import { invoiceOver } from "#tests/setup/files/invoice-document.ts";
import { packageOf, packingSlip, slipLine } from "#tests/setup/files/packing-papers.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import type { PrintJob } from "./print-job.ts";
import { createPrinter, type Printer } from "./printer.ts";

// User input on papers is plain text, even if it looks like a URL or markup.

let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
});

const typed = 'https://evil.ca/a #link("https://evil.ca/b")[c]';
const invoice = invoiceOver([[typed, "12.50", "24.99"]]);
const line = slipLine([packageOf("1.01", 456)], { description: typed });
const papers: [string, PrintJob][] = [
  [
    "an invoice",
    invoiceJob({ ...invoice, billedTo: { ...invoice.billedTo, company: typed, email: typed } }),
  ],
  ["a packing slip", packingSlipJob(packingSlip({ lines: [line], notes: typed }))],
];

it.each(papers)("names on %s never become links", async (_, job) => {
  const pdf = new Uint8Array(print(job));
  const read = (await textOf(pdf)).join("").replace(/\s/g, "");
  expect(read.split(typed.replaceAll(" ", "")).length).toBeGreaterThan(2);
  const document = await getDocumentProxy(pdf);
  for (let page = 1; page <= document.numPages; page += 1) {
    expect(await (await document.getPage(page)).getAnnotations()).toEqual([]);
  }
});
