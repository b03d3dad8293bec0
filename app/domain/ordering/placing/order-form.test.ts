import { describe, expect, it } from "vitest";
import { emptyDraft, lineKey } from "#app/domain/drafts/order-draft.ts";
import { draftLine, draftOf, pieceLine, productId } from "#app/domain/drafts/test-draft.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { readOrderForm, writeOrderForm } from "./order-form.ts";

const thick = draftLine(2, {
  key: lineKey(productId(2), 2),
  wish: { thickness: "1.25", perPack: "2", trim: "lean", note: "tied" },
});
const draft = {
  ...draftOf(draftLine(2), draftLine(1, { quantity: "x" }), pieceLine(3), thick),
  notes: "a\nb",
  allowsSubstitutes: true,
  callFirst: true,
  site: productId(8),
  day: `${productId(9)} 2026-11-26`,
  postalCode: "v3g",
  override: "r",
};

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe("an order form", () => {
  it.each(["pick", "review", "place"] as const)("is read as it was written, to %s", (intent) => {
    expect(readOrderForm(writeOrderForm(draft, intent))).toEqual({ draft, intent });
  });

  it("reads the requested page of the pad", () => {
    const form = writeOrderForm(draft, "review");
    form.delete("intent");
    form.set("page", "3");
    expect(readOrderForm(form)).toEqual({ draft, intent: "pick", page: 3 });
    form.set("page", "-1");
    expect(readOrderForm(form)).toEqual({ draft, intent: "review" });
  });

  it("reads that the review was the submitted step", () => {
    const form = writeOrderForm(draft, "site");
    form.set("step", "review");
    expect(readOrderForm(form)).toEqual({ draft, intent: "site", step: "review" });
    form.set("step", "placed");
    expect(readOrderForm(form)).toEqual({ draft, intent: "site" });
  });

  it("has no lines for empty or zero boxes", () => {
    const form = formOf({
      [`quantity.${productId(1)}`]: "",
      [`quantity.${productId(2)}`]: " 0.00 ",
      [`price.${productId(1)}`]: "10.00",
    });
    expect(readOrderForm(form).draft.lines).toEqual([]);
  });

  it("drops the line whose button was pressed, and asks for a review of the rest", () => {
    const form = writeOrderForm(draft, "place");
    form.delete("intent");
    form.set("drop", productId(2));
    expect(readOrderForm(form)).toEqual({
      draft: { ...draft, lines: draft.lines.slice(1) },
      intent: "review",
    });
  });

  it("reads an unknown form as far as possible", () => {
    const form = formOf({ intent: "fulfil", requestId: new File([], "x"), "quantity.": "2" });
    form.append("quantity.x", "1");
    form.append("quantity.x", "2");
    const unknown = { name: "", seenUnit: "lb", seenPricePerLb: "", wish: noWish };
    expect(readOrderForm(form)).toEqual({
      draft: {
        ...emptyDraft,
        lines: [
          { ...unknown, key: "", productId: "", quantity: "2" },
          { ...unknown, key: "x", productId: "x", quantity: "1" },
        ],
      },
      intent: "review",
    });
  });
});
