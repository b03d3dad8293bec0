import { beforeAll, expect, it } from "vitest";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import {
  packageOf,
  packingSlip,
  pickList,
  pickListCut,
  slipLine,
} from "#tests/setup/files/packing-papers.ts";
import { mediaBoxes, textOf } from "#tests/setup/files/read-pdf.ts";
import { packingSlipJob, packingSlipsJob } from "./packing-slip-words.ts";
import type { PackingSlip, PickList } from "./papers.ts";
import { pickListJob } from "./pick-list-words.ts";

const long = "Société Québécoise des Boucheries Réunies ".repeat(5).slice(0, 200);
const letter = [0, 0, 612, 792];

let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
});

const slipPages = (slip: PackingSlip) => textOf(print(packingSlipJob(slip)));
const listPages = (list: PickList) => textOf(print(pickListJob(list)));

it("prints the time of delivery and the run in separate fields of the slip", async () => {
  const delivery = {
    kind: "delivery" as const,
    when: "Monday, November 30, 8 a.m. to 12 noon",
    run: "Sample Fraser Valley, stop 3",
  };
  const [page] = await textOf(print(packingSlipJob(packingSlip({ delivery }))));
  expect(page?.replaceAll(/\s+/g, " ")).toContain(
    "Delivery Monday, November 30, 8 a.m. to 12 noon Run Sample Fraser Valley, stop 3",
  );
});

it("prints the packed lines, each package, and why lines are short, but no prices", async () => {
  const slip = packingSlip({
    notes: "Ring at the back door.\r\nMind the step.",
    standingNotes: "Two to a bag.",
    lines: [
      slipLine([
        packageOf("1.01", 456, { box: 1 }),
        packageOf("1.01", 456, { box: 1 }),
        packageOf("1.01", 456, { box: 2 }),
      ]),
      slipLine([packageOf("12.10", 5489, { pieces: null, lot: null, box: 2 })], {
        description: "Ground Beef",
        ordered: "12.5 lb",
        state: "short",
        remark: "the rest tomorrow",
      }),
      slipLine([], { description: "Oxtail", ordered: "5 lb", packedLb: "0.00", state: "dropped" }),
      slipLine([], { description: "Brisket", ordered: "9 lb", state: "open" }),
    ],
    boxes: [
      { number: 1, lb: "2.02", g: 912 },
      { number: 2, lb: "13.11", g: 5945 },
    ],
    remarks: ["Short weight, damaged or wrong items: please tell us within 24 hours of delivery."],
  });
  const pdf = print(packingSlipJob(slip));
  expect(mediaBoxes(pdf)).toEqual([letter]);
  const [page] = await textOf(pdf);
  for (const text of [
    "Packing slip 0b8a3b1e",
    "Ship to Sample Bistro Attn. Sample Contact 200 Sample Street Vancouver, BC V5K 0A1 604-555-0199",
    "Order number 0b8a3b1e Order date Nov 19, 2026 Packed Nov 22, 2026 Packages 4 Boxes 2 Total packed 15.13 lb",
    "Order notes Ring at the back door. Mind the step. Standing notes Two to a bag.",
    "1 Ribeye Steak 3 pieces, about 3.75 lb 3.03 lb Lot 26-326-A · Box 1 1 0.456 kg 1.01 lb",
    "Lot 26-326-A · Box 2 1 0.456 kg 1.01 lb",
    "2 Ground Beef Short: the rest tomorrow 12.5 lb 12.10 lb Box 2 5.489 kg 12.10 lb",
    "3 Oxtail Not available 5 lb 0.00 lb",
    "4 Brisket Not packed yet 9 lb –",
    "Total packed 3 6.857 kg 15.13 lb",
    "Box 1 0.912 kg 2.02 lb Box 2 5.945 kg 13.11 lb",
    "within 24 hours of delivery",
    "Page 1 of 1",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain("$");
});

it("prints several slips in one file, each on its own pages", async () => {
  const lines = Array.from({ length: 40 }, () => slipLine([packageOf("1.01", 456)]));
  const slips = [
    packingSlip({ orderNumber: "1042", lines }),
    packingSlip({ orderNumber: "1043", lines: lines.slice(0, 1) }),
  ];
  const pages = await textOf(print(packingSlipsJob(slips)));
  const [own, last] = [pages.slice(0, -1), pages.at(-1)];
  expect(own.length).toBeGreaterThan(1);
  for (const [index, page] of own.entries()) {
    expect(page).toContain("Packing slip 1042");
    expect(page).toContain(`Page ${index + 1} of ${own.length}`);
  }
  expect(last).toContain("Packing slip 1043");
  expect(last).toContain("Page 1 of 1");
  expect(() => packingSlipsJob([])).toThrow(RangeError);
});

it("breaks forty lines over pages with headings, and keeps the total with the last line", async () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    slipLine(
      Array.from({ length: 1 + (index % 5) }, () => packageOf("1.25", 567)),
      { description: index % 9 === 0 ? `Cut ${index + 1} ${long}` : `Cut ${index + 1}` },
    ),
  );
  const pages = await slipPages(packingSlip({ lines }));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain("No. Item Ordered Pieces Net weight Packed");
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    // A line's packages stay on its page.
    expect(page.split(" Net weight Packed")[1]).toMatch(/^ \d+ Cut /);
  }
  const whole = pages.join(" ");
  for (const [index] of lines.entries()) expect(whole).toContain(` ${index + 1} Cut ${index + 1} `);
  expect(whole.match(/1\.25/g)).toHaveLength(8 * (1 + 2 + 3 + 4 + 5) + 8);
  expect(pages.at(-1)).toMatch(/40 Cut 40 .* Total packed 120 68\.040 kg 150\.00 lb/);
});

it("never leaves the total alone on a page", async () => {
  for (let count = 14; count <= 24; count += 1) {
    const lines = Array.from({ length: count }, () => slipLine([packageOf("1.25", 567)]));
    const last = (await slipPages(packingSlip({ lines }))).at(-1);
    expect(last, `${count} lines`).toMatch(new RegExp(` ${count} Ribeye Steak .* Total packed `));
  }
});

it("breaks one line of two hundred packages over pages", async () => {
  const packages = Array.from({ length: 200 }, (_, index) =>
    packageOf("1.25", 567, { lot: `L${index + 1}` }),
  );
  const pages = await slipPages(packingSlip({ lines: [slipLine(packages)] }));
  expect(pages.length).toBeGreaterThan(2);
  const whole = pages.join(" ");
  for (const [index] of packages.entries())
    expect(whole).toContain(`Lot L${index + 1} 1 0.567 kg 1.25 lb`);
  expect(pages.at(-1)).toContain(
    "Lot L200 1 0.567 kg 1.25 lb Total packed 200 113.400 kg 250.00 lb",
  );
});

it("prints a slip without lines, boxes or company", async () => {
  const customer = { company: "", contact: "Sample Contact", address: "", phone: "" };
  const [page] = await slipPages(packingSlip({ customer, lines: [], packedOn: null }));
  expect(page).toContain("Ship to Sample Contact Order number");
  expect(page).toContain("Packed Not finished Packages 0 Total packed 0.00 lb");
  expect(page).toContain("Total packed 0.000 kg 0.00 lb");
});

it("refuses a slip whose lines or boxes don't add up, or whose pounds have three decimals", () => {
  const line = slipLine([packageOf("1.25", 567, { box: 1 })]);
  const job = (over: Partial<PackingSlip>) => () => packingSlipJob(packingSlip(over));
  expect(job({ lines: [{ ...line, packedLb: "1.26" }] })).toThrow("does not add up: line 1");
  expect(job({ lines: [{ ...line, packedLb: null }] })).toThrow("does not add up: line 1");
  const boxes = [{ number: 1, lb: "1.24", g: 567 }];
  expect(job({ lines: [line], boxes })).toThrow("does not add up: box 1");
  const wrong = slipLine([packageOf("1.255", 567)], { packedLb: "1.26" });
  expect(job({ lines: [wrong] })).toThrow("1.255");
});

it("keeps every letter where a long word breaks, anywhere on the sheet", async () => {
  // The breaks come after letters 15 and 30, "o" and "d".
  const company = "abcdefghijklmnopqrstuvwxyzabcdefgh";
  const customer = { company, contact: "", address: "", phone: "" };
  const [page] = await slipPages(
    packingSlip({ customer, notes: "A good odd word, good for food" }),
  );
  expect(page?.replaceAll(" ", "")).toContain(company);
  expect(page).toContain("A good odd word, good for food");
});

it("prints names of two hundred letters in full, and accents", async () => {
  const customer = { company: long, contact: long, address: long, phone: "" };
  const lines = [slipLine([packageOf("1.25", 567)], { description: long, remark: long })];
  const [page] = await slipPages(packingSlip({ customer, lines, notes: "W".repeat(200) }));
  expect(page?.match(/Société Québécoise des Boucheries Réunies/g)).toHaveLength(20);
  expect(page?.match(/W/g)).toHaveLength(200);
  expect(page).not.toContain("?");
});

it("lists each cut with the orders that it is for", async () => {
  const list = pickList({
    cuts: [
      pickListCut(),
      pickListCut({
        product: "Bœuf haché",
        storage: "refrigerated",
        totalLb: "1250.5",
        pieces: null,
        splits: [{ customer: long, orderNumber: "1f00ba12", ordered: "1250.5 lb", note: long }],
      }),
    ],
  });
  const pdf = print(pickListJob(list));
  expect(mediaBoxes(pdf)).toEqual([letter]);
  const [page] = await textOf(pdf);
  for (const text of [
    "Pick list Nov 23, 2026 2 cuts, 1,261.75 lb",
    "Customer Order Ordered Note Packed",
    "Ribeye Steak Frozen 9 pieces, 11.25 lb",
    "Sample Bistro 0b8a3b1e 3 pieces, about 3.75 lb",
    "Sample Grill 77a1c0de 6 pieces, about 7.5 lb Thick",
    "Bœuf haché Refrigerated 1,250.50 lb",
    "Printed Nov 22, 2026, 3:05 p.m. Page 1 of 1",
  ]) {
    expect(page).toContain(text);
  }
});

it("repeats the cut's heading where its orders continue, over forty pages or more", async () => {
  const [split] = pickListCut().splits;
  if (!split) throw new Error("The sample has an order");
  const cuts = Array.from({ length: 30 }, (_, cut) =>
    pickListCut({
      product: `Cut ${cut + 1}`,
      splits: Array.from({ length: 45 }, (_, order) => ({
        ...split,
        orderNumber: `${cut}-${order}`,
      })),
    }),
  );
  const pages = await listPages(pickList({ cuts }));
  expect(pages.length).toBeGreaterThanOrEqual(40);
  for (const [index, page] of pages.entries()) {
    expect(page).toMatch(/Customer Order Ordered Note Packed Cut \d+ Frozen 9 pieces, 11\.25 lb/);
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  const whole = pages.join(" ");
  for (const { splits } of cuts) {
    for (const { orderNumber } of splits) expect(whole).toContain(` ${orderNumber} 3 pieces`);
  }
});

it("states on the pick list that nothing is to be packed", async () => {
  const [page] = await listPages(pickList({ cuts: [] }));
  expect(page).toContain("Nothing is to be packed on this day.");
});
