import { describe, expect, it } from "vitest";
import type { DayRule } from "#app/domain/delivery/days.ts";
import type { DeliveryRules } from "#app/domain/delivery/rules.ts";
import { emptyDraft } from "#app/domain/drafts/order-draft.ts";
import { type SummaryLine, summarize } from "#app/domain/drafts/order-summary.ts";
import { costLine, goodsCents } from "#app/domain/orders/order-costs.ts";
import { belowDay, cartMost, costsOf, daysThatDo, retailDelivery } from "./checkout.ts";
import { readCheckout, setAmount } from "./checkout-form.ts";

/** A Monday. */
const now = new Date("2026-11-23T18:00:00Z");

const day = (weekday: number, minOrder: number): DayRule => ({
  weekday,
  minOrder,
  cutOffDaysBefore: 1,
  cutOffTime: "14:00",
  windowFrom: "08:00",
  windowTo: "12:00",
  capStops: null,
  capLb: null,
  capBoxes: null,
  fee: 1200,
  feeTaxCode: null,
  freeFrom: null,
});

const zone = {
  id: "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e10",
  name: "Valley",
  kind: "delivery" as const,
  place: "",
  wholesaleOnly: false,
  prefixes: ["V3G"],
  days: [day(2, 30_000), day(4, 15_000)],
};
const counter = {
  ...zone,
  id: "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e11",
  name: "Counter",
  kind: "pickup" as const,
  place: "100 Sample Road",
  prefixes: [],
  days: [day(5, 0)],
};
const nowhere: ReadonlySet<string> = new Set();
const zones = [zone, counter];
const rules: DeliveryRules = { zones, exceptions: [], unavailable: nowhere, gone: nowhere };
const thursday = `${zone.id} 2026-11-26`;

const deliver = (estimateCents: number, chosen = "", shopMinimumCents = 0, of = rules) =>
  retailDelivery(
    of,
    { postalCode: "V3G 1A2", day: chosen },
    { estimateCents, shopMinimumCents },
    now,
  ).chosen;

describe("the day that is offered first", () => {
  it("is the first delivery whose minimum the order meets", () => {
    expect(deliver(30_000).day?.date).toBe("2026-11-24");
    expect(deliver(29_999).day?.date).toBe("2026-11-26");
    const isFull = { ...rules, unavailable: new Set([thursday]) };
    expect(deliver(29_999, "", 0, isFull).day?.date).toBe("2026-12-03");
  });

  it("is the first delivery if the order meets no day's minimum, and never a pickup", () => {
    expect(deliver(14_999).day?.date).toBe("2026-11-24");
    expect(deliver(20_000, "", 25_000).day?.date).toBe("2026-11-24");
    expect(retailDelivery(rules, { postalCode: "", day: "" }, none, now).chosen.day).toBeNull();
  });

  it("leaves a chosen day selected", () => {
    expect(deliver(100, thursday).day?.date).toBe("2026-11-26");
  });
});

const none = { estimateCents: 0, shopMinimumCents: 0 };

it("lists days whose minimum and the shop's the order meets, deliveries first", () => {
  const chosen = deliver(15_000);
  const [first] = daysThatDo(chosen, { estimateCents: 15_000, shopMinimumCents: 0 });
  expect(first).toMatchObject({ date: "2026-11-26", kind: "delivery" });
  const days = daysThatDo(chosen, { estimateCents: 14_999, shopMinimumCents: 0 });
  expect(new Set(days.map(({ kind }) => kind))).toEqual(new Set(["pickup"]));
  expect(daysThatDo(chosen, { estimateCents: 14_999, shopMinimumCents: 15_000 })).toEqual([]);
  const [pickup] = days;
  if (!pickup) throw new Error("There is no pickup");
  expect(belowDay(pickup, { estimateCents: 14_999, shopMinimumCents: 15_000 })).toBe(1);
});

describe("what an order costs (trade rules, section 13)", () => {
  const taxedFee = {
    ...zone,
    days: zone.days.map((one) => ({ ...one, feeTaxCode: "G" as const })),
  };
  const ofRules = { ...rules, zones: [taxedFee, counter] };
  const delivery = retailDelivery(
    ofRules,
    { postalCode: "V3G 1A2", day: thursday },
    { estimateCents: 115_72, shopMinimumCents: 0 },
    now,
  );
  const costsWith = (...costLines: ReturnType<typeof costLine>[]) =>
    costsOf({ costLines, cents: goodsCents(costLines) }, delivery.chosen, 0);

  const withDay = (terms: Partial<DayRule>) => {
    const { day: chosenDay } = delivery.chosen;
    if (!chosenDay) throw new Error("There is no day");
    return { ...delivery, chosen: { ...delivery.chosen, day: { ...chosenDay, ...terms } } };
  };
  const most = ({
    costs,
    delivery: to = delivery,
    postalCode = "V3G 1A2",
  }: {
    costs: ReturnType<typeof costsWith>;
    delivery?: typeof delivery;
    postalCode?: string;
  }) =>
    cartMost({
      costs,
      delivery: to,
      summary: { ...summarize(emptyDraft, []), cents: 115_72 },
      kept: readCheckout(new URLSearchParams({ postalCode })).kept,
    });

  it("includes the tax of the delivery fee, in the checkout and in the cart", () => {
    const costs = costsWith(costLine({ pricePerLb: "28.93", overCapPct: 10, taxCode: "Z" }, "4"));
    expect(costs).toMatchObject({
      fee: { label: "Delivery", cents: 12_00 },
      taxes: [{ label: "GST 5%", cents: 60 }],
      estimateCents: 128_32,
      mostCents: 139_89,
    });
    expect(most({ costs }).words).toBe("With tax and delivery ($12.00), at most $139.89.");
  });

  it("is not shown while any line is invalid or not available", () => {
    const costs = costsWith(costLine({ pricePerLb: "28.93", overCapPct: 10, taxCode: "Z" }, "4"));
    const line = (name: string, error: string) => ({ name, error }) as SummaryLine;
    const invalid = [
      line("Ribeye", "Only 12 pieces of Ribeye are left."),
      line("Brisket", "Please enter a number"),
    ];
    expect(
      cartMost({
        costs,
        delivery,
        summary: { ...summarize(emptyDraft, []), invalid },
        kept: readCheckout(new URLSearchParams()).kept,
      }),
    ).toEqual({
      words: null,
      to: null,
      goal: null,
      lacks: ["Only 12 pieces of Ribeye are left.", "Brisket: Please enter a number"],
    });
  });

  it("is shown in the cart for a day, with the amount missing to its minimum or to free delivery", () => {
    const costs = costsWith(costLine({ pricePerLb: "28.93", overCapPct: 10, taxCode: "Z" }, "4"));
    const below = { ...costs, missingCents: 34_28, minimumCents: 150_00 };
    expect(most({ costs: below })).toMatchObject({
      to: expect.stringMatching(/^Earliest delivery to V3G 1A2: /),
      goal: { words: "$34.28 below the minimum of $150.00", share: 115_72 / 150_00 },
    });
    expect(most({ costs }).goal).toBeNull();
    const free = withDay({ freeFrom: 200_00 });
    expect(most({ costs, delivery: free }).goal).toEqual({
      words: "Add $84.28 for free delivery",
      share: 115_72 / 200_00,
    });
    expect(most({ costs, delivery: withDay({ freeFrom: 115_72 }) }).goal).toEqual({
      words: "Delivery is free",
      share: 1,
    });
    expect(most({ costs, postalCode: "" })).toMatchObject({ to: null, goal: null });
  });

  it("includes the tax of a line at its maximum", () => {
    const taxed = costLine({ pricePerLb: "160.00", overCapPct: 25, taxCode: "G" }, "1");
    expect(taxed.mostCents).toBe(200_00);
    const { taxes, mostCents } = costsOf({ costLines: [taxed], cents: taxed.cents }, null, 0);
    expect([taxes, mostCents]).toEqual([[{ label: "GST 5%", cents: 8_00 }], 210_00]);
  });
});

describe("changing a line's amount in the review", () => {
  const [steak, roast] = [
    "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e11",
    "5f3c1a52-0b2e-4c5d-9d43-6a1f0c2b7e12",
  ];
  const form = (button: Record<string, string>, quantity = "2") =>
    new URLSearchParams({
      [`quantity.${steak}`]: quantity,
      [`quantity.${roast}`]: "3",
      [`name.${steak}`]: "Steak",
      [`price.${steak}`]: "20.00",
      name: "Jo Cook",
      ...button,
    });
  const amounts = (sent: ReturnType<typeof readCheckout>) =>
    sent.draft.lines.map(({ productId, quantity }) => [productId, quantity]);

  it("shows the order again with the new amount", () => {
    const sent = readCheckout(form({ amount: setAmount(steak, 5), intent: "place" }));
    expect(sent).toMatchObject({ intent: "review", isAmended: true, dropped: null });
    expect(amounts(sent)).toEqual([
      [steak, "5"],
      [roast, "3"],
    ]);
  });

  it("puts a removed line back in its place", () => {
    const sent = readCheckout(form({ drop: steak }));
    expect(amounts(sent)).toEqual([[roast, "3"]]);
    expect(sent.intent).toBe("review");
    expect(sent.dropped).toMatchObject({ at: 0, line: { name: "Steak", quantity: "2" } });
    const undone = readCheckout(form({ amount: setAmount(steak, "2") }, "0"));
    expect(amounts(undone)).toEqual([
      [steak, "2"],
      [roast, "3"],
    ]);
    expect(undone.draft.lines[0]).toMatchObject({ name: "Steak", seenPricePerLb: "20.00" });
  });

  it("ignores invalid amounts and unknown lines", () => {
    for (const amount of ["", "x", `${steak}`]) {
      expect(amounts(readCheckout(form({ amount })))[0], amount).toEqual([steak, "2"]);
    }
    expect(readCheckout(form({ drop: "x" })).dropped).toBeNull();
  });
});
