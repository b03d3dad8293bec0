import fc from "fast-check";
import { expect, it } from "vitest";
import { askedAtTill, expectedInDrawer, judgeTenders } from "#app/domain/door/till/till.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { type TillMethod, tillMethods, tillMoveKinds } from "#db/schema/values/tills.ts";
import {
  drawerRows,
  ordersPaid,
  type SumRow,
  sessionSums,
  soldToNetRows,
  sumsByWay,
  takenForOrders,
} from "./session-sums.ts";

const method = fc.constantFrom(...tillMethods);
const cents = fc.integer({ min: 10, max: 500_00 });

const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("sale" as const), cents, method, second: method }),
    fc.record({ kind: fc.constant("account" as const), cents }),
    fc.record({ kind: fc.constant("order" as const), cents, method, second: method }),
    fc.record({ kind: fc.constant("refund" as const), cents, method }),
    fc.record({ kind: fc.constant("correction" as const), which: fc.nat(50), method }),
  ),
  { maxLength: 40 },
);

interface Row {
  orderId: string;
  method: TillMethod;
  cents: number;
  roundingCents: number;
  isTakenBack: boolean;
}

function played(day: typeof acts extends fc.Arbitrary<infer Acts> ? Acts : never) {
  const sales: { id: string; totalCents: number; isOnAccount: boolean }[] = [];
  const receipts: Row[] = [];
  const pay = (orderId: string, due: number, first: TillMethod, second: TillMethod) => {
    const half = first === "cash" ? 0 : Math.floor(due / 2);
    const parts = [...(half > 0 && first !== second ? [{ method: first, cents: half }] : [])];
    const left = due - sumCents(parts, (part) => part.cents);
    const rest = { method: second, cents: askedAtTill(left, second) };
    const tenders = [...parts, rest].map((one) => ({ ...one, tenderedCents: null, reference: "" }));
    for (const one of judgeTenders(due, tenders).accepted ?? []) {
      receipts.push({ ...one, orderId, isTakenBack: false });
    }
  };
  for (const [index, act] of day.entries()) {
    const id = String(index);
    if (act.kind === "account") sales.push({ id, totalCents: act.cents, isOnAccount: true });
    if (act.kind === "sale") {
      sales.push({ id, totalCents: act.cents, isOnAccount: false });
      pay(id, act.cents, act.method, act.second);
    }
    if (act.kind === "order") pay(id, act.cents, act.method, act.second);
    if (act.kind === "refund") {
      // As booked by `refundSale`, for a sale of this drawer or another.
      const given = askedAtTill(act.cents, act.method);
      const row = { orderId: sales[0]?.id ?? id, method: act.method, isTakenBack: false };
      receipts.push({ ...row, cents: -given, roundingCents: act.cents - given });
    }
    const wrong = act.kind === "correction" ? receipts[act.which] : undefined;
    if (act.kind === "correction" && wrong && wrong.cents > 0 && !wrong.isTakenBack) {
      wrong.isTakenBack = true;
      pay(wrong.orderId, wrong.cents - wrong.roundingCents, "cash", act.method);
    }
  }
  return { sales, receipts };
}

it("figures add up from sales to takings and net amounts, for any day", () => {
  fc.assert(
    fc.property(acts, (day) => {
      const { sales, receipts } = played(day);
      const sums = sessionSums(sales, receipts);
      expect(sums.otherwiseCents).toBe(0);
      expect(sums.soldCents - sums.onAccountCents + sums.forOrdersCents + sums.roundingCents).toBe(
        sums.takenCents,
      );
      expect(sums.takenCents - sums.givenBackCents).toBe(sums.netCents);
      // The table by method adds up across and down.
      const ways = sumsByWay(receipts);
      for (const column of ["takenCents", "givenBackCents", "netCents"] as const) {
        expect(sumCents(tillMethods, (one) => ways[one][column])).toBe(sums[column]);
      }
      for (const way of Object.values(ways)) {
        expect(way.takenCents - way.givenBackCents).toBe(way.netCents);
        expect(Math.min(way.takenCents, way.givenBackCents)).toBeGreaterThanOrEqual(0);
      }
      const refunds = day.flatMap((act) => (act.kind === "refund" ? [act.cents] : []));
      expect(sums.creditedCents).toBe(sumCents(refunds, (one) => one));
    }),
    { numRuns: 1_000 },
  );
});

function added(rows: readonly SumRow[]) {
  let sum = 0;
  const totals: Record<string, number> = {};
  for (const { label, cents, isTotal } of rows) {
    if (!isTotal) sum += cents;
    else {
      totals[label] = cents;
      expect(`${label}: ${sum}`).toBe(`${label}: ${cents}`);
    }
  }
  return totals;
}

it("rows add up to their totals, for any day and tax", () => {
  const move = fc.record({
    kind: fc.constantFrom(...tillMoveKinds),
    cents: fc.integer({ min: 5, max: 500_00 }),
    reason: fc.constant("Noon"),
  });
  const days = [acts, fc.array(move), fc.nat(20_00), fc.nat(20_00)] as const;
  fc.assert(
    fc.property(...days, (day, moves, gst, pst) => {
      const { sales, receipts } = played(day);
      const totals = sessionSums(sales, receipts);
      const tax = (label: string, soldCents: number) => ({ label, soldCents });
      const taxes = [tax("GST 5%", gst), tax("GST 5% and PST 7%", pst)];
      const orderCount = ordersPaid(takenForOrders(sales, receipts));
      expect(added(soldToNetRows(totals, taxes, orderCount))).toMatchObject({
        "Taken, before refunds": totals.takenCents,
        "Net, after refunds": totals.netCents,
      });
      const cash = sumsByWay(receipts).cash;
      const expected = { floatCents: 150_00, moves, money: receipts };
      expect(added(drawerRows(150_00, moves, cash))).toEqual({
        "Should be there": expectedInDrawer(expected),
      });
    }),
    { numRuns: 500 },
  );
});

it("shows rows for taxes and rounding only if there are any", () => {
  const own = { orderId: "1", method: "cash" as const, isTakenBack: false };
  const sale = { id: "1", totalCents: 33_58, isOnAccount: false };
  const paid = { ...own, cents: 33_60, roundingCents: 2 };
  const refund = { ...own, cents: -4_15, roundingCents: -1 };
  const taxes = [
    { label: "GST 5%", soldCents: 50 },
    { label: "GST 5% and PST 7%", soldCents: 1_08 },
  ];
  const rows = soldToNetRows(sessionSums([sale], [paid, refund]), taxes, 0);
  expect(rows.map(({ label, cents }) => `${label}: ${cents}`)).toEqual([
    "Sold, before tax: 3200",
    "GST 5%: 50",
    "GST 5% and PST 7%: 108",
    "Sold, with tax: 3358",
    "Cash rounding: 2",
    "Taken, before refunds: 3360",
    "Given back: -414",
    "Cash rounding of what was given back: -1",
    "Net, after refunds: 2945",
  ]);
  const plain = soldToNetRows(sessionSums([], []), [], 0).map(({ label }) => label);
  expect(plain).toEqual(["Sold", "Taken, before refunds", "Given back", "Net, after refunds"]);
});

it("reveals neither the cash nor its sum to the person about to count", () => {
  const moves = [{ kind: "drop" as const, cents: 20_00, reason: "Noon" }];
  expect(drawerRows(100_00, moves, null).map(({ cents }) => cents)).toEqual([100_00, -20_00]);
});

it("counts the rounding of a refund once: $4.14 refunded as $4.15", () => {
  const own = { orderId: "1", method: "cash" as const, isTakenBack: false };
  const sale = { ...own, cents: 10_00, roundingCents: 0 };
  const refund = { ...own, cents: -4_15, roundingCents: -1 };
  expect(
    sessionSums([{ id: "1", totalCents: 10_00, isOnAccount: false }], [sale, refund]),
  ).toMatchObject({
    takenCents: 10_00,
    roundingCents: 0,
    creditedCents: 4_14,
    givenBackCents: 4_15,
    netCents: 5_85,
  });
});

it("states by how much takings differ from sales, after a tax changed while offline", () => {
  const receipt = {
    orderId: "1",
    method: "terminal" as const,
    isTakenBack: false,
    cents: 10_00,
    roundingCents: 0,
  };
  expect(
    sessionSums([{ id: "1", totalCents: 10_50, isOnAccount: false }], [receipt]),
  ).toMatchObject({ soldCents: 10_50, otherwiseCents: -50, takenCents: 10_00 });
});

it("counts a paid order once, even if it was paid in several parts", () => {
  const paid = (orderId: string) => ({
    orderId,
    cents: 10_00,
    roundingCents: 0,
    isTakenBack: false,
  });
  const receipts = [paid("pickup"), paid("pickup"), paid("sale"), paid("another")];
  expect(ordersPaid(takenForOrders([{ id: "sale", isOnAccount: false }], receipts))).toBe(2);
});

it("counts a later payment for a sale on account as taken for its order", () => {
  const sale = { id: "sale", totalCents: 50_00, isOnAccount: true };
  const paid = { orderId: "sale", method: "cash" as const, cents: 20_00, roundingCents: 0 };
  const receipts = [{ ...paid, isTakenBack: false }];
  expect(takenForOrders([sale], receipts)).toHaveLength(1);
  expect(sessionSums([sale], receipts)).toMatchObject({ forOrdersCents: 20_00, otherwiseCents: 0 });
});
