import { expect, it } from "vitest";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { type HeldOrder, isRefusedStop, isReported, type Run, type RunOrder } from "../run.ts";
import { saidOf } from "./report-words.ts";
import {
  heldAtStop,
  isAllRefusedAt,
  isRestRefused,
  nextAfter,
  offeredAt,
  refusable,
  refusedAnew,
  revivedRun,
  type ShownStop,
  shownStops,
  takenOnRun,
} from "./run-view.ts";

const stopId = "00000000-0000-4000-8000-000000000001";
const lineId = "00000000-0000-4000-8000-000000000002";

const run = {
  id: "00000000-0000-4000-8000-000000000003",
  departedAt: null,
  receipts: [],
  stops: [
    {
      id: stopId,
      state: "waiting",
      visitedAt: null,
      receivedBy: "",
      note: "",
      earlier: [],
      orders: [
        {
          status: "fulfilled",
          lines: [
            {
              id: lineId,
              packedLb: "10.00",
              refusedLb: "1.01",
              keptLb: "0.00",
              billed: { pricePerLb: "9.99", taxRate: "5.000" },
            },
          ],
        },
        {
          status: "pending",
          lines: [{ id: "x", packedLb: "2.00", refusedLb: "0.00", keptLb: "0.00", billed: null }],
        },
      ],
    },
  ],
} as unknown as Run;

function waiting(kind: string, more: object = {}) {
  const requestId = "00000000-0000-4000-8000-000000000004";
  const at = "2026-11-26T17:00:00.000Z";
  return { id: "1", op: reportSchema.parse({ kind, stopId, requestId, at, ...more }) };
}

it("keeps held boxes, and orders wholly in them, on the truck by an unsent report", () => {
  const stays = [{ orderItemId: lineId, productName: "Ribeye Steak", lb: "4.00" }];
  const [stop] = run.stops;
  const [order] = stop?.orders ?? [];
  const shown = (isWhole: boolean) => {
    const held = [{ id: "o", stays, isWhole }] as unknown as HeldOrder[];
    const stops = [{ ...stop, orders: [{ ...order, id: "o" }] }] as unknown as Run["stops"];
    const sent = waiting("delivered", { receivedBy: "Kim", held: "kept" });
    return shownStops({ ...run, held, stops }, [sent])[0]?.orders[0];
  };
  expect(shown(true)).toMatchObject({ status: "fulfilled", lines: [{ keptLb: "0.00" }] });
  expect(shown(false)).toMatchObject({ status: "delivered", lines: [{ keptLb: "4.00" }] });
});

it("shows a stop as unvisited, with nothing refused, while an undo waits to be sent", () => {
  const [shown] = shownStops(run, [waiting("delivered", { receivedBy: "Kim" }), waiting("undone")]);
  expect(shown).toMatchObject({
    state: "waiting",
    visitedAt: null,
    receivedBy: "",
    orders: [{ status: "fulfilled", lines: [{ refusedLb: "0.00" }] }, { status: "pending" }],
  });
  expect(isReported(shown as ShownStop)).toBe(false);
  expect(shownStops(run, [])[0]).toSatisfy(isReported);
});

it("shows a payment as taken back, and its amount as due again, while its undo waits to be sent", () => {
  const paymentId = "00000000-0000-4000-8000-000000000009";
  const toCollect = { cents: 0, refusedCents: 0, isFinal: true };
  const stops = run.stops.map((stop) => ({ ...stop, toCollect, olderCents: 0 }));
  const receipts = [
    {
      requestId: paymentId,
      stopId,
      method: "cash",
      cents: 250_00,
      hereCents: 250_02,
      overCents: 0,
      olderCents: 0,
    },
  ] as unknown as Run["receipts"];
  const back = waiting("unpaid", { paymentId });
  const [shown] = shownStops({ ...run, stops, receipts }, [back]);
  expect(shown).toMatchObject({ taken: [], toCollect: { cents: 250_02 } });

  const said = (now: typeof receipts, unsent: (typeof back)[] = []) =>
    shownStops({ ...run, stops, receipts: now }, unsent).map((stop) => saidOf(stop, [back.op]));
  expect(said(receipts, [back])).toEqual(["The payment will be taken back. This isn’t sent yet"]);
  const takenBack = receipts.map((one) => ({ ...one, isTakenBack: true }));
  expect(said(takenBack)).toEqual([
    "The payment was taken back. Record the right one, if there is one",
  ]);
  // The shop refused, so that the payment stands.
  expect(said(receipts)).toEqual([""]);
});

it("confirms an undo only once it is recorded, and never if it was refused", () => {
  const undo = waiting("undone");
  const [stop] = shownStops(run, [undo]);
  if (!stop) throw new Error("No stop");
  expect(saidOf(stop, [undo.op])).toBe(
    "What was reported here will be taken back. This isn’t sent yet",
  );
  const done = { ...stop, isWaiting: false };
  expect(saidOf(done, [undo.op])).toBe("What was reported here was taken back");
  expect(shownStops(run, []).map((one) => saidOf(one, [undo.op]))).toEqual([""]);
});

it("shows waiting reports as if they were recorded", () => {
  const [plain] = shownStops(run, []);
  expect(plain).toMatchObject({ number: 1, state: "waiting", isWaiting: false });
  const [shown] = shownStops(run, [
    waiting("not_home", { note: "Dark" }),
    waiting("refused", { orderItemId: lineId, lb: "8.99", reason: "late" }),
    waiting("delivered", { receivedBy: "Kim" }),
  ]);
  expect(shown).toMatchObject({
    isWaiting: true,
    state: "delivered",
    receivedBy: "Kim",
    visitedAt: new Date("2026-11-26T17:00:00.000Z"),
    orders: [{ lines: [{ refusedLb: "10.00" }] }, {}],
  });
  expect(shown && refusable(shown)).toEqual([]);
  expect(plain && refusable(plain).map(({ id }) => id)).toEqual([lineId]);
});

it("offers the rest of each line, except held boxes, until all of it was refused", () => {
  const [stop] = run.stops;
  const [order] = stop?.orders ?? [];
  const stays = [{ orderItemId: lineId, productName: "Ribeye Steak", lb: "4.00" }];
  const held = [{ id: "o", stays, isWhole: false }] as unknown as HeldOrder[];
  const stops = [{ ...stop, orders: [{ ...order, id: "o" }] }] as unknown as Run["stops"];
  const refuse = (lb: string) => waiting("refused", { orderItemId: lineId, lb, reason: "late" });
  const after = (...reports: ReturnType<typeof waiting>[]) => {
    const [shown] = shownStops({ ...run, held, stops }, reports);
    if (!shown) throw new Error("The stop is gone");
    return shown;
  };
  // Of 10 lb, 1.01 lb were refused before.
  expect(offeredAt([], after()).map(({ left }) => left)).toEqual([8_99]);
  expect(offeredAt(held, after()).map(({ left }) => left)).toEqual([4_99]);
  expect(isRestRefused(held, after(), [refuse("4.98").op])).toBe(false);
  expect(isRestRefused(held, after(), [refuse("4.99").op])).toBe(true);
  expect(isAllRefusedAt(held, after(refuse("4.98")))).toBe(false);
  expect(isAllRefusedAt(held, after(refuse("4.99")))).toBe(true);
  const done = after(refuse("4.99"), waiting("all_refused", { note: "Too late" }));
  expect(done).toMatchObject({
    state: "delivered",
    receivedBy: "",
    note: "Too late",
    orders: [{ status: "delivered", lines: [{ refusedLb: "6.00", keptLb: "4.00" }] }],
  });
  expect(isRefusedStop(done)).toBe(true);
});

it("does not count a stop with nothing to hand over as refused", () => {
  const [stop] = run.stops;
  const [order] = stop?.orders ?? [];
  const pending = { orders: [{ ...order, status: "pending" }] } as unknown as ShownStop;
  expect(isAllRefusedAt([], pending)).toBe(false);
  expect(offeredAt([], pending)).toEqual([]);
});

it("deducts refused goods with their tax before the report is sent", () => {
  const [stop] = run.stops;
  const owing = { cents: 104_90, refusedCents: 10_59, isFinal: true };
  const stops = [{ ...stop, toCollect: owing }] as Run["stops"];
  const [shown] = shownStops({ ...run, stops }, [
    waiting("refused", { orderItemId: lineId, lb: "2.5", reason: "late" }),
  ]);
  // 24.975 rounds to 24.98, and 5 % of that is 1.249.
  expect(shown?.toCollect).toEqual({ cents: 104_90 - 26_23, refusedCents: 36_82, isFinal: true });
});

it("accepts a run that was stored before moved orders were listed", () => {
  expect(revivedRun(JSON.parse(JSON.stringify(run))).moved).toEqual([]);
});

it("restores the dates of a stored run", () => {
  const visitedAt = new Date("2026-11-26T17:00:00.000Z");
  const stops = run.stops.map((stop) => ({ ...stop, visitedAt }));
  const stored = JSON.parse(JSON.stringify({ ...run, stops }));
  expect(revivedRun(stored).stops[0]?.visitedAt).toEqual(visitedAt);
});

it("continues with the next unvisited stop, or else the first one that was passed over", () => {
  const states = ["waiting", "delivered", "delivered", "waiting", "not_home"] as const;
  const orders = [{ status: "fulfilled" }];
  const stops = states.map((state, at) => ({ state, orders, number: at + 1 }) as ShownStop);
  const after = (number: number) => nextAfter(stops, { number })?.number;
  expect([1, 2, 4, 5].map(after)).toEqual([4, 1, 1, 1]);
  expect(nextAfter(stops.slice(1, 3), { number: 3 })).toBeUndefined();
});

it("skips a stop without packed orders", () => {
  const stopOf = (number: number, ...statuses: string[]) =>
    ({ state: "waiting", number, orders: statuses.map((status) => ({ status })) }) as ShownStop;
  const stops = [stopOf(1, "fulfilled"), stopOf(2, "pending"), stopOf(3, "pending", "fulfilled")];
  expect(nextAfter(stops, { number: 1 })?.number).toBe(3);
  expect(nextAfter(stops.slice(0, 2), { number: 1 })).toBeUndefined();
});

it("finds meat on hold at a stop until it is handed over", () => {
  const held = [{ id: "a" }, { id: "b" }, { id: "c" }] as HeldOrder[];
  const orders = [
    { id: "a", status: "fulfilled" },
    { id: "b", status: "delivered" },
  ] as RunOrder[];
  expect(heldAtStop(held, { orders }).map(({ id }) => id)).toEqual(["a"]);
});

it("treats typed pounds of a line as the total, and refuses a total not above those recorded", () => {
  const line = { packedLb: "30.00", refusedLb: "18.50", keptLb: "1.00" };
  expect(refusedAnew({ ...line, refusedLb: "0.00" }, "18,5")).toEqual({ lb: "18.50" });
  expect(refusedAnew(line, "27")).toEqual({ lb: "8.50" });
  for (const total of ["8.5", "18.5"]) {
    expect(refusedAnew(line, total).problem).toMatch(
      /^18\.5 lb of this line are recorded as refused/,
    );
  }
  expect(refusedAnew(line, "29.01").problem).toBe("At most 29 lb of this line can be refused");
  expect(refusedAnew(line, "much").problem).toMatch(/^Please type pounds/);
});

it("adds up payments on the run, and lists those of a stop that has left it", () => {
  const elsewhere = { requestId: "r", stopId: "gone", method: "cash", cents: 300_00 };
  const receipts = [
    { ...elsewhere, isTakenBack: false },
    { ...elsewhere, requestId: "wrong", isTakenBack: true },
  ];
  const money = { method: "cheque", cents: 80_00, dueCents: 80_00, takenBy: "Sam" };
  const taken = takenOnRun({ ...run, receipts } as unknown as Run, [waiting("paid", money)]);
  expect(taken.sums).toBe("cash $300.00, cheque $80.00");
  expect(taken.elsewhere.map(({ requestId }) => requestId)).toEqual(["r"]);
});
