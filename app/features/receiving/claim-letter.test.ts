import { expect, it } from "vitest";
import type { Receipt } from "#app/domain/receiving/receiving.ts";
import { claimLetter, letterAddress } from "./claim-letter.ts";

const company = { name: "Sample Beef", phone: { display: "604-555-0100" } };
const line = (over: object) => ({
  description: "Chuck roll",
  lotCode: "L-7",
  lb: "25.00",
  invoicedLb: null,
  reason: "",
  isAccepted: true,
  money: { claimedCents: 26_00 },
  ...over,
});
const receipt = (claimedCents: number, ...lines: object[]) =>
  ({
    number: 1042,
    invoiceNumber: "A-77",
    receivedAt: new Date("2026-11-20T20:00:00Z"),
    money: { claimedCents },
    lines,
  }) as unknown as Receipt;

it("asks the supplier for a credit, line by line", () => {
  const letter = claimLetter(
    receipt(
      76_00,
      line({ invoicedLb: "30.00" }),
      line({ description: "Brisket", lotCode: "", isAccepted: false, reason: "Warm" }),
      line({ description: "Oxtail", money: { claimedCents: 24_00 } }),
      line({ description: "Stew", money: { claimedCents: 0 } }),
    ),
    company,
  );
  expect(letter?.subject).toBe("Claim of $76.00 on your invoice A-77, received Nov 20, 2026");
  expect(letter?.text).toContain("- Chuck roll, lot L-7: billed 30 lb, received 25 lb: $26.00");
  expect(letter?.text).toContain("- Brisket: 25 lb refused (Warm): $26.00");
  expect(letter?.text).toContain("- Oxtail, lot L-7: 25 lb billed above the agreed price: $24.00");
  expect(letter?.text).not.toContain("Stew");
  expect(letter && letterAddress(letter, "packer@example.com")).toMatch(
    /^mailto:packer@example\.com\?subject=Claim%20of.*%0D%0A/,
  );
});

it("is null if nothing is claimed", () => {
  expect(claimLetter(receipt(0), company)).toBeNull();
});
