import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { type Evidence, evidenceJob } from "./evidence.ts";

const at = new Date("2026-11-26T18:00:00Z");

function doorOf(isRefused: boolean) {
  const name = { companyName: "", contactName: "", guestEmail: "", phone: "", address: "" };
  const site = { day: null, name: "", address: "", postalCode: "", phone: "", notes: "" };
  const order = {
    id: "",
    invoiceNumber: null,
    invoiceTotal: null,
    number: 1042,
    placedAt: at,
    deliveredAt: at,
    notes: "",
    standingNotes: "",
    items: [],
    customer: name,
    delivery: site,
    charges: [],
    taxes: [],
    deliveryKind: "delivery",
    isRefused,
  } as unknown as Evidence["order"];
  const report = {
    kind: "delivered" as const,
    happenedAt: at,
    receivedBy: "Kim",
    temperatureC: null,
    refusedLb: null,
    note: "",
    signature: null,
    photo: null,
  };
  const payment = {
    cardBrand: "Visa",
    cardLast4: "4242",
    createdAt: at,
    chargedAt: null,
    intentRef: null,
    cents: 100,
    capturedCents: 0,
    refundedCents: 0,
  } as Evidence["payment"];
  const { company } = sampleShop();
  const job = evidenceJob({ payment, order, reports: [report], company, printedAt: at });
  const { reports } = job.sheet as { reports: { rows: { what: string; facts: unknown }[] } };
  return reports.rows[0];
}

it("names the person who received an order, or who refused all of it", () => {
  expect(doorOf(false)).toMatchObject({
    what: expect.stringMatching(/^Delivered, /),
    facts: [["Received by", "Kim"]],
  });
  expect(doorOf(true)).toMatchObject({
    what: expect.stringMatching(/^Refused at the door, /),
    facts: [["Refused by", "Kim"]],
  });
});
