import { randomUUID } from "node:crypto";
import type { NewLine, NewReceipt } from "#app/domain/receiving/receiving.ts";

/** Returns a line as entered: 100 lb in four boxes, accepted, without a price. */
export function newLine(overrides: Partial<NewLine> = {}): NewLine {
  return {
    row: 1,
    productId: null,
    description: "Front quarter",
    lotCode: "",
    theirLot: "",
    code: "",
    expiresOn: null,
    temperatureC: null,
    reason: "",
    cartons: [],
    isAccepted: true,
    boxes: 4,
    lb: "100.00",
    pricedBy: null,
    priceCents: null,
    invoicedLb: null,
    invoicedCents: null,
    ...overrides,
  };
}

/** Returns a receipt as entered, by default of a new supplier. */
export function newReceipt(
  lines: Partial<NewLine>[],
  overrides: Partial<NewReceipt> = {},
): NewReceipt {
  return {
    requestId: randomUUID(),
    supplier: { name: `Supplier ${randomUUID().slice(0, 8)}` },
    invoiceNumber: "",
    receivedAt: undefined,
    temperatureC: null,
    freightCents: 0,
    note: "",
    confirmed: [],
    lines: lines.map((line, index) => newLine({ row: index + 1, ...line })),
    ...overrides,
  };
}
