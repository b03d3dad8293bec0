import { describe, expect, it } from "vitest";
import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";
import { buttonFor, consequenceOf, questionFor, transitionWords } from "./transition-words.ts";

describe("the question whether an order was handed over", () => {
  const today = "2026-11-23";

  it("names the day if that is ahead", () => {
    expect(questionFor("deliver", { deliveryDay: "2026-12-01" }, today)).toMatch(
      /^This order is for Tuesday.* 1.*, not for today\. Was it handed over already\?$/,
    );
  });

  it("is the usual one on the day, after it, and without a day", () => {
    for (const deliveryDay of [today, "2026-11-20", null]) {
      expect(questionFor("deliver", { deliveryDay }, today)).toBe(transitionWords.deliver.question);
    }
    expect(questionFor("cancel", { deliveryDay: "2026-12-01" }, today)).toBe(
      transitionWords.cancel.question,
    );
  });
});

it("offers to take back the refusal instead of the delivery", () => {
  const refused = { deliveryDay: null, isRefused: true };
  expect(buttonFor("undeliver", refused)).toBe("Take Refusal Back");
  expect(buttonFor("undeliver", { isRefused: false })).toBe("Take Delivery Back");
  expect(questionFor("undeliver", refused, "2026-11-23")).toMatch(/refusal/);
});

it("promises an email only if the shop sends any", () => {
  for (const change of ["confirm", "fulfill", "cancel", "deliver"] as const) {
    expect(consequenceOf(change, true)).toContain("We email the client if we can.");
    expect(consequenceOf(change, false)).toContain(noMailGoesOut);
    expect(consequenceOf(change, false)).not.toContain("We email");
  }
});

it("names the amount paid ahead for an order that is to be cancelled, and that it stays as credit", () => {
  const paid = { paidAheadCents: 50_00 };
  const stays = "$50.00 was paid ahead. It stays as credit until it is given back.";
  expect(consequenceOf("cancel", true, paid)).toBe(`${stays} ${consequenceOf("cancel", true)}`);
  expect(consequenceOf("fulfill", true, paid)).not.toContain("paid ahead");
});
