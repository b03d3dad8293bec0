import { expect, it, vi } from "vitest";
import type { PrintJob } from "#app/features/printing/print-job.ts";
import { createPrintThread } from "#app/features/printing/print-thread.server.ts";
import { invoiceOver } from "#tests/setup/files/invoice-document.ts";
import { createInvoicePdfs } from "./invoice-pdfs.server.ts";

const invoice = (id: string) => invoiceOver([["Stew", "1.00", "9.99"]], { id });

it("prints an invoice once, however many ask at the same time or later", async () => {
  const print = vi.fn(async (_job: PrintJob) => Uint8Array.from(Buffer.from("pdf")));
  const pdfs = createInvoicePdfs(print);
  const asked = await Promise.all([pdfs.of(invoice("a")), pdfs.of(invoice("a"))]);
  expect([...asked, await pdfs.of(invoice("a"))].map(String)).toEqual(["pdf", "pdf", "pdf"]);
  expect(print).toHaveBeenCalledTimes(1);
});

it("tells of a failure all who asked, and tries again when asked again", async () => {
  const print = vi.fn(async (_job: PrintJob) => Uint8Array.from(Buffer.from("pdf")));
  print.mockRejectedValueOnce(new Error("out of paper"));
  const pdfs = createInvoicePdfs(print);
  const asked = await Promise.allSettled([pdfs.of(invoice("a")), pdfs.of(invoice("a"))]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(String(await pdfs.of(invoice("a")))).toBe("pdf");
  expect(print).toHaveBeenCalledTimes(2);
});

it("keeps no more than it may", async () => {
  const print = vi.fn(async (_job: PrintJob) => new Uint8Array(3 * 1024 * 1024));
  const pdfs = createInvoicePdfs(print);
  for (const id of ["a", "b", "c", "a"]) await pdfs.of(invoice(id));
  expect(print).toHaveBeenCalledTimes(4);
  await pdfs.of(invoice("a"));
  expect(print).toHaveBeenCalledTimes(4);
});

it("prints in a thread of its own, and refuses an invoice that contradicts itself", async () => {
  const pdfs = createInvoicePdfs(createPrintThread(async () => null));
  const wrong = invoiceOver([["Stew", "1.00", "9.99"]], { id: "wrong", total: "10.00" });
  await expect(pdfs.of(wrong)).rejects.toThrow("does not add up");
  const [one, two] = await Promise.all([pdfs.of(invoice("a")), pdfs.of(invoice("b"))]);
  expect(one.subarray(0, 5).toString()).toBe("%PDF-");
  expect(one.equals(two)).toBe(true);
});
