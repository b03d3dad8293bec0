import { expect, it } from "vitest";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type RefusedReport, withRefused } from "./report-queue.ts";

const stopId = newUuid();

function refusedOf(fields: object, message = "Not finished yet"): RefusedReport {
  const shared = { requestId: newUuid(), stopId, at: "2026-11-27T18:00:00Z", note: "" };
  return { report: reportSchema.parse({ ...shared, ...fields }), message };
}

const stacked = (...refused: RefusedReport[]) =>
  refused.reduce<RefusedReport[]>((before, one) => withRefused(before, one).refused, []);

it("replaces a report about the same change of the same stop", () => {
  const delivered = { kind: "delivered", receivedBy: "Kim Sample" };
  const [first, again] = [refusedOf(delivered), refusedOf({ ...delivered, receivedBy: "Lee" })];
  expect(stacked(first, again)).toEqual([again]);
  expect(withRefused([first], again).replaced).toEqual([first]);
  const elsewhere = refusedOf({ ...delivered, stopId: newUuid() });
  const nobody = refusedOf({ kind: "not_home" });
  // The newer one comes last.
  expect(stacked(first, elsewhere, nobody, again)).toEqual([elsewhere, nobody, again]);
});

it("keeps reports of different lines, boxes and payments", () => {
  const item = newUuid();
  const pounds = (lb: string, orderItemId = item) =>
    refusedOf({ kind: "refused", orderItemId, lb, reason: "quality" });
  const lines = [pounds("2"), pounds("3"), pounds("2", newUuid())];
  expect(stacked(...lines)).toEqual(lines);
  const twice = pounds("2");
  expect(stacked(...lines, twice)).toEqual([...lines.slice(1), twice]);
  const paid = (over: object = {}) =>
    refusedOf({
      kind: "paid",
      method: "cash",
      cents: 50_00,
      dueCents: 100_00,
      takenBy: "Kim",
      reference: "",
      ...over,
    });
  const payments = [paid(), paid({ dueCents: 50_00 }), paid({ method: "cheque", reference: "7" })];
  expect(stacked(...payments)).toEqual(payments);
  expect(stacked(paid(), ...payments)).toEqual(payments);
  const box = (number: number, orderId = item) =>
    refusedOf({ kind: "box", orderId, box: number, toStopId: newUuid() });
  expect(stacked(box(1), box(2), box(1))).toHaveLength(2);
});
