import { expect, it } from "vitest";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import type { Run } from "../run.ts";
import { shownStops } from "./run-view.ts";

const stopId = "00000000-0000-4000-8000-000000000001";
const [first, second] = [
  "00000000-0000-4000-8000-000000000011",
  "00000000-0000-4000-8000-000000000012",
] as const;

const stop = {
  id: stopId,
  state: "waiting",
  orders: [],
  olderCents: 0,
  owesOlder: false,
  toCollect: { cents: 0, refusedCents: 0, isFinal: true },
  accountCents: 0,
  overdueCents: 0,
  openInvoices: [] as object[],
};

const receipt = {
  requestId: first,
  stopId,
  method: "cheque",
  reference: "101",
  cents: 299_93,
  hereCents: 249_90,
  olderCents: 50_03,
  overCents: 0,
  isForOlder: false,
};

/** Returns what the phone shows of the stop while these wait to be sent. */
function shown(
  waiting: object[],
  { stop: more = {}, receipts = [] }: { stop?: object; receipts?: object[] } = {},
) {
  const run = { receipts, stops: [{ ...stop, ...more }] } as unknown as Run;
  const reports = waiting.map((report, at) => ({
    id: String(at),
    op: reportSchema.parse({
      stopId,
      requestId: crypto.randomUUID(),
      at: "2026-11-26T17:00:00.000Z",
      method: "cheque",
      dueCents: 0,
      takenBy: "Sam",
      ...report,
    }),
  }));
  const [there] = shownStops(run, reports);
  return {
    due: there?.toCollect?.cents ?? null,
    older: there?.olderCents,
    owesOlder: there?.owesOlder,
    open: there?.openInvoices.map(({ cents }) => cents),
    overdue: there?.overdueCents,
    taken: there?.taken.map(({ reference }) => reference),
  };
}

const back = { kind: "unpaid", paymentId: first };

it("reopens the invoices that a payment settled, here and older ones, while its undo waits to be sent", () => {
  expect(shown([back], { receipts: [receipt] })).toEqual({
    due: 249_90,
    older: 50_03,
    owesOlder: false,
    open: [],
    overdue: 0,
    taken: [],
  });
  // If nothing is due at the stop, all of it was for older invoices.
  const older = { ...receipt, cents: 50_03, hereCents: 0 };
  expect(shown([back], { stop: { toCollect: null }, receipts: [older] })).toMatchObject({
    due: null,
    older: 50_03,
  });
  // A driver who may not take money for older invoices is not told the amount.
  const unsaid = { ...receipt, olderCents: 0, isForOlder: true };
  expect(shown([back], { receipts: [unsaid] })).toMatchObject({ older: 0, owesOlder: true });
});

it("hides a payment that was taken back before it was sent", () => {
  const open = { toCollect: { ...stop.toCollect, cents: 249_90 }, olderCents: 50_03 };
  const paid = { kind: "paid", requestId: first, cents: 299_93, reference: "101" };
  expect(shown([paid], { stop: open })).toMatchObject({ due: 0, older: 0, taken: ["101"] });
  const before = { due: 249_90, older: 50_03, taken: [] };
  expect(shown([paid, back], { stop: open })).toMatchObject(before);
  const anew = { ...paid, requestId: second, cents: 249_90, reference: "102" };
  expect(shown([paid, back, anew], { stop: open })).toMatchObject({ due: 0, older: 50_03 });
});

it("counts a recorded payment once even if its response was lost", () => {
  const paid = { kind: "paid", requestId: first, cents: 100_00, reference: "101" };
  const open = { toCollect: { ...stop.toCollect, cents: 149_90 } };
  const receipts = [{ ...receipt, cents: 100_00, hereCents: 100_00, olderCents: 0 }];
  expect(shown([paid], { stop: open, receipts })).toMatchObject({ due: 149_90, taken: ["101"] });
  expect(shown([paid, back], { stop: open, receipts })).toMatchObject({ due: 249_90, taken: [] });
});

it("does not settle older invoices with the cents that cash is rounded by", () => {
  const open = { toCollect: { ...stop.toCollect, cents: 249_98 }, olderCents: 50_03 };
  const paid = { kind: "paid", method: "cash", cents: 250_00 };
  expect(shown([paid], { stop: open })).toMatchObject({ due: 0, older: 50_03 });
});

it("pays the reopened amount with the surplus of another payment here", () => {
  const spare = { ...receipt, requestId: second, reference: "102", hereCents: 0, olderCents: 0 };
  const credit = (overCents: number) => ({ receipts: [receipt, { ...spare, overCents }] });
  expect(shown([back], credit(299_93))).toMatchObject({ due: 0, older: 0, taken: ["102"] });
  expect(shown([back], credit(260_00))).toMatchObject({ due: 0, older: 39_93 });
  expect(shown([back], credit(100_00))).toMatchObject({ due: 149_90, older: 50_03 });
  // Also while the second is not sent yet.
  const unsent = { kind: "paid", requestId: second, reference: "102", cents: 249_90 };
  expect(shown([unsent, back], { receipts: [receipt] })).toMatchObject({ due: 0, older: 50_03 });
  // The payment's own surplus goes with it.
  const self = { ...receipt, overCents: 50_00 };
  expect(shown([back], { receipts: [self] })).toMatchObject({ due: 249_90, older: 50_03 });
});

it("pays a cheque's chosen invoices, then the oldest, offline", () => {
  const invoices = (older: number | null) => [
    { number: "INV-000001", cents: older, isHere: false },
    { number: "INV-000002", cents: older, isHere: false },
    { number: "INV-000003", cents: 249_90, isHere: true },
  ];
  const open = {
    toCollect: { ...stop.toCollect, cents: 249_90 },
    olderCents: 100_00,
    openInvoices: invoices(50_00),
  };
  const cheque = { kind: "paid", requestId: first, cents: 60_00, invoices: ["INV-000002"] };
  expect(shown([cheque], { stop: open })).toMatchObject({
    due: 249_90,
    older: 40_00,
    open: [40_00, 249_90],
  });
  const [one, two, three] = invoices(50_00);
  const overdue = { ...two, dueOn: "2020-01-31" };
  const late = { ...open, overdueCents: 50_00, openInvoices: [one, overdue, three] };
  expect(shown([{ ...cheque, cents: 20_00 }], { stop: late })).toMatchObject({ overdue: 30_00 });
  const here = { ...cheque, cents: 249_90, invoices: ["INV-000003"] };
  expect(shown([here], { stop: open })).toMatchObject({
    due: 0,
    older: 100_00,
    open: [50_00, 50_00],
  });
  // A driver who may not know the older amount is not told the rest of it.
  const unsaid = { ...open, olderCents: 0, openInvoices: invoices(null) };
  expect(shown([cheque], { stop: unsaid })).toMatchObject({
    due: 249_90,
    open: [null, null, 249_90],
  });
});

it("pays the invoices that cash is for first, without pennies", () => {
  const openInvoices = [
    { number: "INV-000001", cents: 100_03, isHere: true },
    { number: "INV-000002", cents: 149_87, isHere: true },
    { number: "INV-000003", cents: 50_00, isHere: false },
  ];
  const open = { toCollect: { ...stop.toCollect, cents: 249_90 }, olderCents: 50_00, openInvoices };
  const cash = { kind: "paid", method: "cash", cents: 149_85, invoices: ["INV-000002"] };
  expect(shown([cash], { stop: open })).toMatchObject({
    due: 100_03,
    older: 50_00,
    open: [100_03, 50_00],
  });
  // The rest pays this delivery, before older invoices.
  const more = { ...cash, cents: 200_00 };
  expect(shown([more], { stop: open })).toMatchObject({ older: 50_00, open: [49_90, 50_00] });
});
