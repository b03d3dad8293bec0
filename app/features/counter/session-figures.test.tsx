import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { correctionsAmong } from "#app/domain/door/till/corrections.ts";
import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import type { SessionReport } from "./session.server.ts";
import { SessionFigures } from "./session-figures.tsx";
import { sessionSums, sumsByWay } from "./session-sums.ts";

const at = new Date("2026-11-28T20:00:00Z");

const sale: SessionReport["sales"][number] = {
  id: "order",
  slip: "T1-0001",
  documentNumber: "R-000008",
  soldAt: at,
  totalCents: 24_99,
  isOffline: false,
  isOnAccount: false,
  hasRemarks: false,
  refunds: [],
  payments: [{ method: "cash", cents: 25_00 }],
};

const receipt = (more: Partial<TillReceipt>): TillReceipt => ({
  id: "1",
  requestId: "1",
  sessionId: "s",
  orderId: "order",
  orderNumber: 1042,
  documentId: "d",
  documentNumber: "R-000008",
  correctsNumber: null,
  method: "cash",
  cents: 25_00,
  tenderedCents: null,
  roundingCents: 1,
  reference: "",
  otherwise: "",
  neverLeft: false,
  takenBy: "kim@example.com",
  takenAt: at,
  recordedAt: at,
  entryId: "e",
  roundingEntryId: null,
  customerId: "c",
  isTakenBack: false,
  isLate: false,
  countedAt: null,
  bookedAt: at,
  takenBack: null,
  ...more,
});

it("a Z report names credit notes among its documents, and has tax and rounding in rows", () => {
  const receipts = [
    receipt({}),
    receipt({ id: "2", documentNumber: "CN-000003", cents: -4_15, roundingCents: -1 }),
    // It was paid by card at first, and corrected to cash.
    receipt({
      id: "3",
      method: "terminal",
      cents: 24_99,
      isTakenBack: true,
      bookedAt: new Date("2026-11-28T19:00:00Z"),
      takenBack: {
        at,
        by: "kim@example.com",
        why: "Typed wrong",
        isAfterCount: false,
        cash: null,
        givenBackAt: null,
      },
    }),
  ];
  const report: SessionReport = {
    id: "s",
    tillId: "t",
    number: 1,
    name: "Door",
    floatCents: 100_00,
    openedAt: at,
    openedBy: "kim@example.com",
    sales: [sale],
    receipts,
    moves: [],
    forOrders: [],
    closed: {
      report: "Z1-0012",
      at,
      by: "kim@example.com",
      expectedCents: 120_85,
      countedCents: 120_80,
      reason: "Wrong change",
      first: { cents: 100_00, difference: "$20.85 short" },
    },
    ways: sumsByWay(receipts),
    expectedCents: 120_85,
    totals: sessionSums([sale], receipts),
    taxes: [{ label: "GST 5%", soldCents: 1_19, givenBackCents: 20, netCents: 99 }],
    driversCash: { cents: 249_90, runs: 2 },
    since: {
      sales: [],
      late: [receipt({ id: "4", documentNumber: "R-000009", isLate: true })],
      takenBack: correctionsAmong([
        receipt({
          id: "5",
          documentNumber: null,
          bookedAt: new Date("2026-11-28T19:00:00Z"),
          takenBack: {
            at,
            by: "kim@example.com",
            why: "Another client’s",
            isAfterCount: true,
            cash: "never received",
            givenBackAt: null,
          },
        }),
      ]),
      expectedCents: 120_80,
      terminalCents: 25_00,
    },
  };
  const text = renderToStaticMarkup(
    <MemoryRouter>
      <SessionFigures report={report} />
    </MemoryRouter>,
  )
    .replaceAll(/<\/?(span|strong|a)[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");
  expect(text).toContain("|Credit notes of refunds|CN-000003|Receipts of sales|R-000008|");
  expect(text).toContain(
    "|Sold, before tax|$23.80|GST 5%|$1.19|Sold, with tax|$24.99|Cash rounding|$0.01|" +
      "Taken, before refunds|$25.00|Given back|-$4.14|" +
      "Cash rounding of what was given back|-$0.01|Net, after refunds|$20.85|",
  );
  expect(text).toContain(
    "|Float|$100.00|Cash taken|$25.00|Cash given back|-$4.15|Should be there|$120.85|" +
      "First counted|$100.00 ($20.85 short)|Counted|$120.80|Difference|$0.05 short|",
  );
  expect(text).toContain("|Corrected payments|R-000008: Recorded as $24.99 by card terminal, ");
  expect(text).toMatch(/corrected to \$25\.00 in cash .*, by kim@example\.com: Typed wrong\|/);
  expect(text).toContain(
    "|While this drawer was open, drivers handed in $249.90 in cash from 2 runs. " +
      "It was counted with the runs. Only what is recorded as cash in is part of this drawer.|",
  );
  // Below the signed figures, which don't include it.
  expect(text).toContain(
    "|Changed since it was closed|The figures above are those of the count.|R-000009: $25.00 in cash, arrived on ",
  );
  expect(text).toMatch(
    /\|Order 1042: Recorded as \$25\.00 in cash, taken back on .*never received\.\|/,
  );
  expect(text).toContain("|By this, $120.80 should have been there: exactly right.|");
  expect(text).toContain("|By this, the card terminal’s own report should say $25.00.|");
});
