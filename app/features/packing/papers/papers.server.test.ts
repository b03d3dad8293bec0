import { afterAll, expect, it } from "vitest";
import { createPrinting } from "#app/domain/papers/printing.server.ts";
import {
  boxLabel,
  packingSlip,
  packLabel,
  pickList,
  pickListCut,
} from "#tests/setup/files/packing-papers.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { createPackingPapers } from "./papers.server.ts";

const printing = createPrinting(async () => null);
afterAll(() => printing.close());
const asker = { account: "a packer", clientAddress: "" };
const papers = createPackingPapers((job) => printing.inLine(asker, (print) => print(job)));

it("prints each kind of paper", async () => {
  const [slip, list, boxes, packs, small] = await Promise.all([
    papers.printPackingSlips([packingSlip()]),
    papers.printPickList(pickList()),
    papers.printBoxLabels([boxLabel(), boxLabel()]),
    papers.printPackLabels([packLabel()], "4x2"),
    papers.printPackLabels([packLabel()], "2.25x1.25"),
  ]);
  expect((await textOf(slip))[0]).toContain("Packing slip 0b8a3b1e");
  expect((await textOf(list))[0]).toContain("Pick list Nov 23, 2026");
  expect(await textOf(boxes)).toHaveLength(2);
  expect((await textOf(packs))[0]).toContain("0.585 kg");
  expect((await textOf(small))[0]).toContain("0.585 kg");
});

it("rejects a job that can't be printed, and prints the next one", async () => {
  await expect(papers.printBoxLabels([])).rejects.toThrow("No labels to print");
  await expect(papers.printPackLabels([], "4x2")).rejects.toThrow("No labels to print");
  const gs1 = { gtin: "90614141000016", serial: null, weighedIn: "kg" as const };
  await expect(papers.printPackLabels([packLabel({ gs1 })], "4x2")).rejects.toThrow("checksum");
  expect(await textOf(await papers.printPackLabels([packLabel()], "4x2"))).toHaveLength(1);
});

it("doesn't block this thread while it prints forty pages", async () => {
  const [split] = pickListCut().splits;
  if (!split) throw new Error("The sample has an order");
  const splits = Array.from({ length: 45 }, () => split);
  const cuts = Array.from({ length: 30 }, () => pickListCut({ splits }));
  await papers.printPackLabels([packLabel()], "4x2");
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 5);
  await papers.printPickList(pickList({ cuts }));
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);
});
