import { expect, it } from "vitest";
import { taxesApart } from "#app/domain/documents/document-taxes.ts";
import { changeOf, lineDetail, paidInWords, type ReceiptSheet, settlingRows } from "./sale.ts";

it("states a weight in kg as read, with the pounds it is priced by, and pieces", () => {
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49" })).toBe("2.65 lb × $9.49/lb");
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49", netG: 1200 })).toBe(
    "1.200 kg (2.65 lb) × $9.49/lb",
  );
  expect(lineDetail({ lb: "2.65", pricePerLb: "9.49", pieces: 2 })).toBe(
    "2 pieces, 2.65 lb × $9.49/lb",
  );
});

const sheetWith = (sheet: Partial<ReceiptSheet>): ReceiptSheet => ({
  slip: "T1-0001",
  documentNumber: "R-000001",
  soldAt: new Date(),
  lines: [],
  order: null,
  totals: { subtotalCents: 50_73, taxes: [], totalCents: 50_73 },
  tenders: [],
  refunds: [],
  isCreditedWhole: false,
  roundingCents: 0,
  onAccountOf: null,
  poNumber: "",
  forOthersCents: 0,
  keptCents: 0,
  otherwisePaidCents: 0,
  creditedCents: 0,
  openCents: 0,
  ...sheet,
});

it("states the cash handed over for the last sale, and its change", () => {
  const part = { reference: "", tenderedCents: null };
  const terminal = { ...part, method: "terminal" as const, cents: 30_73 };
  const cash = { ...part, method: "cash" as const, cents: 20_00, tenderedCents: 40_00 };
  const saidOf = (sheet: Partial<ReceiptSheet>) => paidInWords(sheetWith(sheet));
  expect(changeOf([terminal, cash])).toBe(20_00);
  expect(saidOf({ tenders: [terminal, cash] })).toBe(
    "$50.73. Cash handed over: $40.00. Change: $20.00",
  );
  expect(saidOf({ tenders: [terminal] })).toBe("$50.73 paid, no change");
  expect(saidOf({ onAccountOf: "Bistro" })).toBe("$50.73 on the account of Bistro");
});

it("lists a receipt's payments, change and credits, and the open amount", () => {
  const part = { reference: "117", tenderedCents: null };
  const rows = (sheet: Partial<ReceiptSheet>) =>
    settlingRows(sheetWith(sheet)).map(({ label, cents }) => `${label} ${cents}`);
  const paid: Partial<ReceiptSheet> = {
    tenders: [
      { ...part, method: "cheque", cents: 10_00 },
      { ...part, reference: "", method: "cash", cents: 20_00, tenderedCents: 50_00 },
    ],
    roundingCents: -1,
    forOthersCents: 1_00,
    keptCents: 2_00,
    otherwisePaidCents: 3_00,
    creditedCents: 4_00,
    openCents: 5_00,
  };
  expect(rows(paid)).toEqual([
    "For other invoices 100",
    "Stays on the account 200",
    "Paid elsewhere 300",
    "Settled by credit 400",
    "Cash rounding -1",
    "Paid by cheque 117 1000",
    "Paid in cash 5000",
    "Change 3000",
    "Still to be paid 500",
  ]);
  expect(rows({ onAccountOf: "Bistro", otherwisePaidCents: 3_00, openCents: 5_00 })).toEqual([]);
});

it("names GST and PST separately, adding up to the one amount stored for both", () => {
  const both = { taxCode: "GP", label: "GST 5% and PST 7%" };
  const gst = { taxCode: "G", label: "GST 5%", taxableCents: 10_00, cents: 50 };
  const zero = { taxCode: "Z", label: "GST 0%", taxableCents: 20_00, cents: 0 };
  expect(taxesApart([zero, gst, { ...both, taxableCents: 15_00, cents: 1_80 }])).toEqual([
    { label: "GST 5%", cents: 50 + 75 },
    { label: "PST 7%", cents: 1_05 },
  ]);
  // 12% of $0.10 is $0.01, which rounding gives to GST; a tax of zero isn't named.
  expect(taxesApart([{ ...both, taxableCents: 10, cents: 1 }])).toEqual([
    { label: "GST 5%", cents: 1 },
  ]);
});

it("lists refunds, also of a whole sale, and the amount open on account", () => {
  const rows = (sheet: Partial<ReceiptSheet>) =>
    settlingRows(sheetWith(sheet)).map(({ label, cents }) => `${label} ${cents}`);
  const refunds = [{ documentNumber: "CN-000003", method: "cash" as const, cents: 10_00 }];
  expect(rows({ refunds })).toEqual(["Refunded in cash, CN-000003 1000"]);
  expect(rows({ refunds, isCreditedWhole: true })).toEqual([
    "Refunded in full in cash, CN-000003 1000",
  ]);
  const open = { onAccountOf: "Bistro", openCents: 30_00, otherwisePaidCents: 20_73 };
  expect(rows({ ...open, documentNumber: "INV-000012" })).toEqual([
    "Paid elsewhere 2073",
    "Open on account 3000",
  ]);
  // The month's invoice asks for it.
  expect(rows({ ...open, documentNumber: "DN-000012" })).toEqual([]);
});
