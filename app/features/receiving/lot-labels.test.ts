import { expect, it } from "vitest";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { createPrinter } from "#app/domain/papers/printer.ts";
import { mediaBoxes, textOf } from "#tests/setup/files/read-pdf.ts";
import { lotLabelsJob } from "./lot-labels.ts";

const line = (over: object = {}) => ({
  id: "1",
  position: 1,
  productId: null,
  description: "Ribeye",
  lotId: "lot",
  boxes: 2,
  lotCode: "L-7",
  lb: "25.00",
  invoicedLb: null,
  temperatureC: null,
  isAccepted: true,
  reason: "",
  cartons: 0,
  boxLbs: [],
  pieces: null,
  expiresOn: null,
  slaughteredOn: null,
  money: null,
  ...over,
});
const receipt = (...lines: ReturnType<typeof line>[]) => ({
  number: 1042,
  supplier: "Sample Packer",
  receivedAt: new Date("2026-11-27T18:00:00Z"),
  lines,
});

it("prints a label for each accepted box, with the lot as the station scans it", async () => {
  const job = lotLabelsJob(
    receipt(line(), line({ lotCode: "é".repeat(40), boxes: 0 }), line({ lotId: null })),
    new Map([["lot", "2026-12-24"]]),
  );
  const [code, ...none] = job.codes ?? [];
  expect(none).toEqual([]);
  expect(parseScan(code?.text ?? "", { rules: [], today: "2026-11-27" })).toMatchObject({
    lot: "L-7",
  });
  const print = await createPrinter();
  const pdf = print(job);
  expect(mediaBoxes(pdf)).toEqual(Array(3).fill([0, 0, 288, 144]));
  const [first = ""] = await textOf(pdf);
  for (const text of ["Ribeye", "LOT L-7", "Sample Packer", "Box 1 of 2", "Dec 24, 2026"]) {
    expect(first).toContain(text);
  }
});
