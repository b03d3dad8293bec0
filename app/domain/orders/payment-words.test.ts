import { describe, expect, it } from "vitest";
import { howToPay, howToPayInvoice } from "./payment-words.ts";

const whole = { onCardCents: 0, isPartSettled: false };
const first = { ...whole, number: "INV-000007", openCents: 217_34, isLater: false };
const second = { ...whole, number: "INV-000009", openCents: 12_00, isLater: true };
const settings = { etransferEmail: "pay@example.com", etransferNote: "" };
const toPay = {
  kind: "delivery" as const,
  invoices: [first, second],
  isDelivered: false,
  phone: "604-555-0100",
  settings,
};

describe("the payment of an order with a second delivery", () => {
  it("is one amount at the door, with both invoices", () => {
    expect(howToPay("door", toPay)).toEqual([
      "Pay our driver $229.34 at the door.",
      "That is $217.34 of invoice INV-000007 and $12.00 of invoice INV-000009.",
    ]);
    expect(howToPay("door", { ...toPay, invoices: [first] })).toEqual([
      "Pay our driver $217.34 at the door.",
    ]);
  });

  it("is one e-transfer with both invoice numbers", () => {
    expect(howToPay("etransfer", toPay)[0]).toBe(
      "Send an Interac e-Transfer of $229.34 to pay@example.com, with INV-000007 and INV-000009 in the message.",
    );
  });

  it("is charged to the card for the first invoice only", () => {
    const charged = { ...first, openCents: 0 };
    expect(howToPay("card", { ...toPay, invoices: [charged, second] })).toEqual([
      "Invoice INV-000009 adds $12.00, which is not charged to your card.",
      "Send an Interac e-Transfer of $12.00 to pay@example.com, with INV-000009 in the message.",
    ]);
  });
});

describe("the charge to the card", () => {
  const charged = (onCardCents: number) =>
    howToPay("card", { ...toPay, invoices: [{ ...first, onCardCents }] });

  it("is the whole invoice if the hold covers it", () => {
    expect(charged(217_34)).toEqual([
      "$217.34 will be charged to your card. There is nothing to do.",
    ]);
  });

  it("is the held amount if that is less, and the rest stays open", () => {
    const send = "to pay@example.com, with INV-000007 in the message.";
    expect(charged(200_00)).toEqual([
      "$200.00 will be charged to your card, all that your bank holds.",
      "$17.34 of invoice INV-000007 is not charged to your card, and is still open.",
      `Send an Interac e-Transfer of $17.34 ${send}`,
    ]);
    expect(charged(0)).toEqual([
      "$217.34 of invoice INV-000007 is not charged to your card, and is still open.",
      `Send an Interac e-Transfer of $217.34 ${send}`,
    ]);
  });

  it("is stated without an amount on the invoice", () => {
    const onInvoice = (isCardShort: boolean) =>
      howToPayInvoice("card", { kind: "delivery", isCardShort, settings });
    expect(onInvoice(false)).toEqual(["Charged to your card."]);
    expect(onInvoice(true)).toEqual([
      "Charged to your card as far as your bank holds it. What that leaves is open.",
    ]);
  });
});

describe("the open amount after the handover", () => {
  const after = { ...toPay, invoices: [first], isDelivered: true };

  it("is requested by e-transfer or phone, no longer by the driver", () => {
    const said = howToPay("door", after).join(" ");
    expect(said).toContain("$217.34 is still open.");
    expect(said).toContain("Send an Interac e-Transfer of $217.34 to pay@example.com");
    expect(said).not.toContain("driver");
    const byPhone = { ...after, settings: { etransferEmail: "", etransferNote: "" } };
    expect(howToPay("door", byPhone).at(-1)).toBe("To pay it, please call us at 604-555-0100.");
  });

  it("is not taken for an unrecorded payment once part of it was paid or credited", () => {
    const left = { ...first, openCents: 1_78, isPartSettled: true };
    const said = howToPay("door", { ...after, invoices: [left] }).join(" ");
    expect(said).toContain("$1.78 is still open, after what you have paid and what was credited.");
    expect(said).not.toContain("recording");
  });

  it("is nothing if all is paid", () => {
    expect(howToPay("door", { ...after, invoices: [{ ...first, openCents: 0 }] })).toEqual([]);
  });
});
