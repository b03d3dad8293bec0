import { describe, expect, it } from "vitest";
import { type BilledBefore, checkDebit, previewOf } from "./debit-form.ts";

const tenderloin: BilledBefore = {
  position: 1,
  description: "Tenderloin",
  unit: "lb",
  packed: "3.86",
  unitPrice: "40.00",
  amount: "154.40",
  taxCode: "Z",
};

const form = {
  requestId: "5a7b1f0e-6b1c-4d55-8f5e-4f6f1d1c2b3a",
  reason: "The label was read wrongly",
};

const check = (fields: Record<string, string>) => checkDebit({ ...form, ...fields }, [tenderloin]);

const errorsOf = (fields: Record<string, string>) =>
  Object.keys(check(fields).refused?.errors ?? {}).sort();

describe("the form that bills a difference", () => {
  it("bills pounds of a line, with its name and tax", () => {
    expect(check({ "about-0": "1", "lb-0": "1.2", "price-0": "$40" }).data?.lines).toEqual([
      {
        position: 1,
        description: "Tenderloin",
        taxCode: "Z",
        unit: "lb",
        packed: "1.20",
        unitPrice: "40.00",
        amount: "48.00",
      },
    ]);
  });

  it("bills an amount for something else, with a tax of its own", () => {
    const typed = { "description-2": "Cooler", "amount-2": "1,040.50", "tax-2": "GP" };
    expect(check(typed).data?.lines).toEqual([
      {
        position: null,
        description: "Cooler",
        taxCode: "GP",
        unit: "each",
        packed: "1.00",
        unitPrice: "1040.50",
        amount: "1040.50",
      },
    ]);
  });

  it("multiplies and rounds as all invoices do", () => {
    const typed = { "about-0": "1", "lb-0": "2.72", "price-0": "24.99" };
    expect(check(typed).data?.lines[0]?.amount).toBe("67.97");
  });

  it.each([
    ["no reason", { reason: " ", "about-0": "1", "amount-0": "4" }, ["reason"]],
    [
      "a line that is not on the invoice",
      { "about-0": "7", "amount-0": "4" },
      ["about-0", "description-0", "tax-0"],
    ],
    ["neither pounds nor an amount", { "about-0": "1" }, ["lb-0"]],
    ["both", { "about-0": "1", "lb-0": "1", "price-0": "4", "amount-0": "4" }, ["amount-0"]],
    ["pounds without a price", { "about-0": "1", "lb-0": "1" }, ["price-0"]],
    ["an amount with a price", { "about-0": "1", "price-0": "1", "amount-0": "4" }, ["price-0"]],
    ["less than nothing", { "about-0": "1", "amount-0": "-4" }, ["amount-0"]],
    ["three decimals", { "about-0": "1", "lb-0": "1.005", "price-0": "4" }, ["lb-0"]],
    ["what comes to nothing", { "about-0": "1", "lb-0": "0.01", "price-0": "0.01" }, ["lb-0"]],
    ["no tax", { "description-0": "Cooler", "amount-0": "4" }, ["tax-0"]],
  ])("refuses %s", (_, fields, errors) => {
    expect(errorsOf(fields)).toEqual(errors);
    expect(check(fields).refused?.values).toMatchObject(fields);
  });

  it("requires something to bill", () => {
    expect(check({}).refused?.message).toBe("Please enter what to bill.");
  });
});

it("previewOf adds up the taxes by code", () => {
  const cooler = { "description-1": "Cooler", "amount-1": "0.30", "tax-1": "G" };
  const more = { "description-2": "Ice", "amount-2": "0.30", "tax-2": "G" };
  const { data: typed } = check({ "about-0": "1", "amount-0": "4.00", ...cooler, ...more });
  expect(previewOf(typed?.lines ?? [])).toMatchObject({
    taxes: [
      { label: "GST 0%", cents: 0 },
      { label: "GST 5%", cents: 3 },
    ],
    totalCents: 463,
  });
});
