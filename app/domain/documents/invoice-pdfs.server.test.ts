import { expect, it, onTestFinished, vi } from "vitest";
import { createFairLine } from "#app/domain/papers/fair-line.server.ts";
import type { Print } from "#app/domain/papers/print-job.ts";
import { createPrinting } from "#app/domain/papers/printing.server.ts";
import { printLimits } from "#app/domain/papers/printing.ts";
import { invoiceOver } from "#tests/setup/files/invoice-document.ts";
import { createInvoicePdfs } from "./invoice-pdfs.server.ts";

const asker = { clientAddress: "192.0.2.1" };

/** Returns a cache of invoices printed by `print`, with its own queue. */
function pdfsBy(print: Print) {
  const line = createFairLine(printLimits);
  return createInvoicePdfs({ inLine: (who, work) => line.wait(who, () => work(print)) });
}

const invoice = (id: string) => invoiceOver([["Stew", "1.00", "9.99"]], { id });

it("prints an invoice once for concurrent and later requests", async () => {
  const print = vi.fn<Print>(async () => Uint8Array.from(Buffer.from("pdf")));
  const pdfs = pdfsBy(print);
  const asked = await Promise.all([pdfs.of(invoice("a"), asker), pdfs.of(invoice("a"), asker)]);
  expect([...asked, await pdfs.of(invoice("a"), asker)].map(String)).toEqual(["pdf", "pdf", "pdf"]);
  expect(print).toHaveBeenCalledTimes(1);
});

it("reports a failure to one caller only, and tries again for the next", async () => {
  const print = vi.fn<Print>(async () => Uint8Array.from(Buffer.from("pdf")));
  print.mockRejectedValueOnce(new Error("out of paper"));
  const pdfs = pdfsBy(print);
  const asked = await Promise.allSettled([
    pdfs.of(invoice("a"), asker),
    pdfs.of(invoice("a"), asker),
  ]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(String(await pdfs.of(invoice("a"), asker))).toBe("pdf");
  expect(print).toHaveBeenCalledTimes(2);
});

it("evicts the oldest PDFs above its size limit", async () => {
  const print = vi.fn<Print>(async () => new Uint8Array(3 * 1024 * 1024));
  const pdfs = pdfsBy(print);
  for (const id of ["a", "b", "c", "a"]) await pdfs.of(invoice(id), asker);
  expect(print).toHaveBeenCalledTimes(4);
  await pdfs.of(invoice("a"), asker);
  expect(print).toHaveBeenCalledTimes(4);
});

it("prints in a separate process, and refuses an inconsistent invoice", async () => {
  const printing = createPrinting(async () => null);
  onTestFinished(printing.close);
  const pdfs = createInvoicePdfs(printing);
  const wrong = invoiceOver([["Stew", "1.00", "9.99"]], { id: "wrong", total: "10.00" });
  await expect(pdfs.of(wrong, asker)).rejects.toThrow("does not add up");
  const [one, two] = await Promise.all([
    pdfs.of(invoice("a"), asker),
    pdfs.of(invoice("b"), asker),
  ]);
  expect(one.subarray(0, 5).toString()).toBe("%PDF-");
  expect(one.equals(two)).toBe(true);
});
