import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkReceipt, rowsIn } from "./receipt-form.ts";

const product = randomUUID();
const form = (over: Record<string, string> = {}) => ({
  requestId: randomUUID(),
  newSupplier: "Sample Packer",
  product1: product,
  lb1: "100",
  ...over,
});
const read = (over: Record<string, string>) => checkReceipt(form(over));
const line = (over: Record<string, string>) => read(over).data?.lines[0];
const errorsOf = (over: Record<string, string>) => read(over).refused?.errors ?? {};

describe("a receipt as typed", () => {
  it("is parsed without blank lines", () => {
    const typed = { lb3: "1,250.5 lb", what3: "Front quarter", boxes3: "3", decision2: "accept" };
    const { data } = read({ ...typed, invoiceNumber: " A  12 ", temperature: "−1.5", freight: "" });
    expect(data).toMatchObject({
      supplier: { name: "Sample Packer" },
      invoiceNumber: "A 12",
      temperatureC: "-1.5",
      freightCents: 0,
      receivedAt: undefined,
      lines: [
        { row: 1, productId: product, lb: "100.00", pricedBy: null, isAccepted: true },
        { row: 3, productId: null, description: "Front quarter", lb: "1250.50", boxes: 3 },
      ],
    });
    expect(rowsIn({ lb4: "1", reason2: "x" })).toEqual([4]);
  });

  it("accepts a sum of box weights, and counts the boxes by it", () => {
    const sum = { lb1: "61.20 + 58.75+ 60.05", boxes1: "" };
    expect(line(sum)).toMatchObject({ lb: "180.00", boxes: 3 });
    expect(line({ ...sum, boxes1: "4" })).toMatchObject({ boxes: 4 });
    expect(line({ lb1: "10 kg + 10", boxes1: "" })).toMatchObject({ lb: "32.05", boxes: 2 });
    expect(errorsOf({ lb1: "61.20 + x" })).toHaveProperty("lb1");
    expect(errorsOf({ lb1: "40000 + 40000" })).toHaveProperty("lb1");
  });

  it("accepts invoiced boxes, and the day of slaughter", () => {
    const five = { lb1: "100", boxes1: "4", invoicedLb1: "5 boxes" };
    expect(line(five)).toMatchObject({ invoicedLb: "125.00", invoicedCents: null });
    expect(line({ ...five, pricedBy1: "box", price1: "40" })).toMatchObject({
      invoicedLb: "125.00",
      invoicedCents: 200_00,
    });
    expect(errorsOf({ ...five, boxes1: "" })).toHaveProperty("boxes1");
    expect(line({ killed1: "2026-01-05" })?.slaughteredOn).toBe("2026-01-05");
    expect(errorsOf({ killed1: "2099-01-05" })).toHaveProperty("killed1");
  });

  it("takes kilograms for pounds, and a decimal comma", () => {
    expect(line({ lb1: "12,5" })?.lb).toBe("12.50");
    expect(line({ lb1: "45.36 kg" })?.lb).toBe("100.00");
    expect(line({ lb1: "100", invoicedLb1: "50 KG" })?.invoicedLb).toBe("110.23");
  });

  it.each([
    ["lb1", "0", "0 lb can't be received. Enter the pounds, or remove the line"],
    ["lb1", "-5", "Pounds can't be less than none"],
    ["lb1", "", "Please enter the pounds"],
    ["lb1", "1000000", "That is more than a truck carries. Please check it"],
    ["lb1", "99999999999999", "That is more than a truck carries. Please check it"],
    ["lb1", "−5", "Pounds can't be less than none"],
    ["lb1", "1e5", "Please enter pounds, for instance 250, 113.4 kg or 61.2 + 58.75"],
    ["lb1", "1.234", "Please enter pounds with at most two decimals, for instance 250.5"],
    ["price1", "-1", "An amount can't be less than none"],
    ["price1", "3000000", "That is too much. Please check it"],
    ["price1", "five", "Please enter an amount, for instance 5.20"],
    ["freight", "-0.01", "An amount can't be less than none"],
    ["temperature", "cold", "Please enter degrees, for instance 3.5"],
    ["temperature", "300", "No meat is that hot or cold. Please enter degrees Celsius"],
    ["temp1", "-99", "No meat is that hot or cold. Please enter degrees Celsius"],
    ["price1", "9999999999", "That is too much. Please check it"],
    ["boxes1", "-1", "Please enter whole boxes, for instance 12"],
    ["boxes1", "10001", "That is too many. Please check it"],
    ["pieces1", "1e5", "Please enter whole pieces, for instance 12"],
    ["expires1", "2026-02-30", "Please enter a day, for instance 2026-12-01"],
    ["lot1", "x".repeat(41), "Please use at most 40 characters"],
    ["receivedAt", "yesterday", "Please enter day and time, for instance 2026-12-01 08:30"],
  ])("explains the mistake in %s: %s", (name, typed, message) => {
    expect(errorsOf({ boxes1: "1", [name]: typed })).toEqual({ [name]: [message] });
  });

  it("needs a supplier, a product or description, a reason to refuse, and boxes for a price per box", () => {
    expect(errorsOf({ newSupplier: "" })).toHaveProperty("supplier");
    expect(errorsOf({ product1: "nothing" })).toHaveProperty("product1");
    expect(errorsOf({ decision1: "refuse" })).toHaveProperty("reason1");
    expect(errorsOf({ pricedBy1: "box", price1: "40" })).toHaveProperty("boxes1");
    expect(errorsOf({ lb1: "", product1: "" })).toEqual({ product1: ["Please enter what came"] });
  });

  it("keeps the weight of each box in a sum, unless its cartons were scanned", () => {
    const typed = (lb: string) => ({ lb, serial: null, rawScan: "" });
    expect(line({ lb1: "61.2 + 10 kg" })?.cartons).toEqual([typed("61.20"), typed("22.05")]);
    expect(line({ lb1: "61.2" })?.cartons).toEqual([]);
    const carton = { lb: "61.20", serial: "1", rawScan: "(21)1" };
    const scanned = { lb1: "61.2 + 1", cartons1: JSON.stringify([carton]) };
    expect(line(scanned)?.cartons).toEqual([carton]);
  });

  it("accepts valid scanned cartons only", () => {
    const carton = { lb: "12.50", serial: "09506000134352:7", rawScan: "01…" };
    expect(line({ cartons1: JSON.stringify([carton]) })?.cartons).toEqual([carton]);
    for (const odd of ["{", "[{}]", "null", JSON.stringify([{ ...carton, lb: "-1" }])]) {
      expect(line({ cartons1: odd })?.cartons).toEqual([]);
    }
  });
});
