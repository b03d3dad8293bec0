import { expect, it, vi } from "vitest";
import { invoiceOver } from "#tests/setup/invoice-document.ts";
import { createInvoicePdfs } from "./invoice-pdfs.server.ts";

const invoice = (id: string) => invoiceOver([["Stew", "1.00", "9.99"]], { id });

/** A printer that prints when it is told to. */
function manualPrinter() {
  const jobs: { id: string; done: (text: string) => void; fail: (error: Error) => void }[] = [];
  const render = vi.fn(
    ({ id }: { id: string }) =>
      new Promise<Buffer>((resolve, reject) => {
        jobs.push({ id, done: (text) => resolve(Buffer.from(text)), fail: reject });
      }),
  );
  const ids = () => jobs.map(({ id }) => id);
  return { jobs, render, ids };
}

it("prints an invoice once, however many ask at the same time or later", async () => {
  const render = vi.fn(async () => Buffer.from("pdf"));
  const pdfs = createInvoicePdfs(render);
  const asked = await Promise.all([pdfs.of(invoice("a")), pdfs.of(invoice("a"))]);
  expect([...asked, await pdfs.of(invoice("a"))].map(String)).toEqual(["pdf", "pdf", "pdf"]);
  expect(render).toHaveBeenCalledTimes(1);
});

it("prints one invoice after another", async () => {
  const { jobs, render, ids } = manualPrinter();
  const pdfs = createInvoicePdfs(render);
  const all = ["a", "b", "c"].map((id) => pdfs.of(invoice(id)));
  for (const expected of [["a"], ["a", "b"], ["a", "b", "c"]]) {
    await vi.waitFor(() => expect(ids()).toEqual(expected));
    jobs.at(-1)?.done(`pdf ${expected.at(-1)}`);
    await all[expected.length - 1];
  }
  expect((await Promise.all(all)).map(String)).toEqual(["pdf a", "pdf b", "pdf c"]);
});

it("tells of a failure those who asked, prints the next, and tries again when asked again", async () => {
  const { jobs, render, ids } = manualPrinter();
  const pdfs = createInvoicePdfs(render);
  const failing = pdfs.of(invoice("a"));
  const next = pdfs.of(invoice("b"));
  await vi.waitFor(() => expect(ids()).toEqual(["a"]));
  jobs[0]?.fail(new Error("does not add up"));
  await expect(failing).rejects.toThrow("does not add up");
  await vi.waitFor(() => expect(ids()).toEqual(["a", "b"]));
  jobs[1]?.done("pdf b");
  expect(String(await next)).toBe("pdf b");
  const again = pdfs.of(invoice("a"));
  await vi.waitFor(() => expect(ids()).toEqual(["a", "b", "a"]));
  jobs[2]?.done("pdf a");
  expect(String(await again)).toBe("pdf a");
});

it("keeps no more than it may", async () => {
  const render = vi.fn(async () => Buffer.alloc(3 * 1024 * 1024));
  const pdfs = createInvoicePdfs(render);
  for (const id of ["a", "b", "c", "a"]) await pdfs.of(invoice(id));
  expect(render).toHaveBeenCalledTimes(4);
  await pdfs.of(invoice("a"));
  expect(render).toHaveBeenCalledTimes(4);
});

it("prints in a thread of its own, which outlives an invoice that contradicts itself", async () => {
  const pdfs = createInvoicePdfs();
  const wrong = invoiceOver([["Stew", "1.00", "9.99"]], { id: "wrong", total: "10.00" });
  await expect(pdfs.of(wrong)).rejects.toThrow("does not add up");
  const [one, two] = await Promise.all([pdfs.of(invoice("a")), pdfs.of(invoice("b"))]);
  expect(one.subarray(0, 5).toString()).toBe("%PDF-");
  expect(one.equals(two)).toBe(true);
});
