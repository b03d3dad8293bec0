import { expect, it } from "vitest";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { discardQuestion, reportInWords, saidOf, stillToReport } from "./report-words.ts";

const words = (kind: string, more: object, orders?: Parameters<typeof reportInWords>[1]) =>
  reportInWords(
    reportSchema.parse({
      kind,
      requestId: newUuid(),
      stopId: newUuid(),
      at: "2026-11-27T18:00:00Z",
      ...more,
    }),
    orders,
  );

it("names the amount in the question before a payment record is discarded", () => {
  const at = { requestId: newUuid(), stopId: newUuid(), at: "2026-11-27T18:00:00Z" };
  const paid = { kind: "paid", method: "cash", cents: 300_00, dueCents: 300_00, takenBy: "Sam" };
  expect(discardQuestion(reportSchema.parse({ ...at, ...paid }), "Sample Pub")).toBe(
    "Discard the record of $300.00 in cash from Sample Pub?",
  );
  expect(discardQuestion(reportSchema.parse({ ...at, kind: "not_home" }), "Sample Pub")).toBe(
    "Discard the report of Sample Pub?",
  );
});

it("describes a report in a sentence", () => {
  const delivered = { receivedBy: "Kim", temperatureC: "2.5", note: "Back door" };
  expect(words("delivered", { ...delivered, signatureId: newUuid() })).toBe(
    "Delivered, received by Kim, product at 2.5 °C, with a signature that was not sent, “Back door”",
  );
  expect(words("delivered", { receivedBy: "Lee", leftWith: "neighbour" })).toBe(
    "Delivered, left with a neighbour Lee",
  );
  expect(words("not_home", { photoId: newUuid() })).toBe(
    "No one there, with a photo that was not sent",
  );
  expect(words("all_refused", { temperatureC: "3.0", note: "Too late" })).toBe(
    "Nothing was handed over: all of it was refused, product at 3 °C, “Too late”",
  );
  const paid = { method: "cash", cents: 120_00, dueCents: 120_00, takenBy: "Sam" };
  expect(words("paid", paid)).toBe("Took $120.00 in cash, by Sam");
  const refused = { orderItemId: newUuid(), lb: "4.50", reason: "short" };
  expect(words("refused", refused)).toBe("4.5 lb refused: Missing or short");
  const [orderItemId, lines] = [refused.orderItemId, [{ productName: "Ribeye Steak" }]];
  const orders = [{ number: 1042, lines: lines.map((line) => ({ ...line, id: orderItemId })) }];
  expect(words("refused", refused, orders)).toBe(
    "4.5 lb of Ribeye Steak, order 1042, refused: Missing or short",
  );
  expect(words("place", { afterId: null, beforeId: null })).toBe(
    "Put elsewhere in the order of stops",
  );
});

it("states how much of a line is refused now, not what was first reported", () => {
  const orderItemId = newUuid();
  const report = reportSchema.parse({
    kind: "refused",
    requestId: newUuid(),
    stopId: newUuid(),
    at: "2026-11-27T18:00:00Z",
    orderItemId,
    lb: "4.00",
    reason: "short",
  });
  const said = (refusedLb: string, isWaiting = false) =>
    saidOf(
      {
        state: "waiting",
        taken: [],
        isWaiting,
        orders: [{ lines: [{ id: orderItemId, productName: "Ribeye Steak", refusedLb }] }],
      } as unknown as Parameters<typeof saidOf>[0],
      [report],
    );
  expect(said("4.00", true)).toBe("Reported as refused: 4 lb of Ribeye Steak. This isn’t sent yet");
  expect(said("4.00")).toBe("Reported as refused: 4 lb of Ribeye Steak");
  // The office corrected it, or the shop recorded only what was refused before.
  expect(said("1.50")).toBe("Reported as refused: 1.5 lb of Ribeye Steak");
  // Taken back, or not recorded.
  expect(said("0.00")).toBe("");
});

it("states which orders the next report of a stop is about", () => {
  const order = (number: number, status: string) => ({ number, status, lines: [] });
  const stop = (status: string, state: string) =>
    ({
      orders: [order(1042, status), order(1043, "fulfilled")],
      earlier: [{ state, orders: [1042] }],
    }) as unknown as Parameters<typeof stillToReport>[0];
  expect(stillToReport(stop("delivered", "delivered"))).toBe(
    "Still to report: Order 1043. What you report now is of that alone.",
  );
  expect(stillToReport(stop("fulfilled", "not_home"))).toBe(
    "Still to report: Order 1043. What you report now is of that and of what nobody took before: Order 1042.",
  );
});
