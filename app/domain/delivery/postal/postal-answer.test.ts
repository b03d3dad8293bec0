import { describe, expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ZoneRules } from "../days.ts";
import { runKey } from "../rules.ts";
import { rulesOf, zoneWith } from "../test-rules.ts";
import { answerPostal } from "./postal-answer.ts";

const { company } = sampleShop();
/** Saturday noon. */
const now = new Date("2026-11-21T19:00:00Z");

const valley = zoneWith({});
const pickup = {
  ...zoneWith({ weekday: 5, minOrder: 0, fee: 0 }),
  id: "counter",
  name: "Abbotsford counter",
  kind: "pickup" as const,
  place: "100 Sample Road, Abbotsford",
  prefixes: [],
  wholesaleOnly: true,
};

describe("the answer to a postal code", () => {
  it("is “unset” until a zone has a day", () => {
    expect(answerPostal(rulesOf([]), "V3G 1A2", now, company).answer.state).toBe("unset");
    expect(answerPostal(rulesOf([zoneWith()]), "V3G 1A2", now, company).answer.state).toBe("unset");
  });

  it("has the next days of its zone, and is valid until the first cut-off", () => {
    const { answer, until } = answerPostal(rulesOf([valley]), "v3g1a2", now, company);
    expect(answer).toEqual({
      state: "served",
      postalCode: "V3G 1A2",
      words: "We deliver to V3G 1A2.",
      days: [
        "Thursday, November 26, order by Wed 2 p.m., minimum $150, delivery $12, free from $400",
        "Thursday, December 3, order by Wed, Dec 2, 2 p.m., minimum $150, delivery $12, free from $400",
        "Thursday, December 10, order by Wed, Dec 9, 2 p.m., minimum $150, delivery $12, free from $400",
      ],
      isOpenToAll: true,
      pickups: [],
    });
    expect(until?.toISOString()).toBe("2026-11-25T21:00:00.000Z");
  });

  it("omits full days", () => {
    const rules = rulesOf([valley], { unavailable: [runKey("valley", "2026-11-26")] });
    expect(answerPostal(rules, "V3G 1A2", now, company).answer.days[0]).toMatch(
      /^Thursday, December 3/,
    );
  });

  it("says that all days are full", () => {
    const dates = Array.from({ length: 9 }, (_, week) =>
      new Date(Date.UTC(2026, 10, 26 + 7 * week)).toISOString().slice(0, 10),
    );
    const unavailable = dates.map((date) => runKey("valley", date));
    const { answer } = answerPostal(rulesOf([valley], { unavailable }), "V3G 1A2", now, company);
    expect(answer.state).toBe("served");
    expect(answer.days).toEqual([]);
    expect(answer.words).toMatch(/every day is taken at the moment/);
  });

  it("doesn't call days full in a zone that has none", () => {
    const rules = rulesOf([{ ...valley, days: [] }, pickup]);
    const { answer } = answerPostal(rules, "V3G 1A2", now, company);
    expect(answer.words).toMatch(
      /^We deliver to V3G 1A2, but there are no delivery days right now/,
    );
  });

  it("says that the zone is for wholesale clients", () => {
    const rules = rulesOf([{ ...valley, wholesaleOnly: true }]);
    expect(answerPostal(rules, "V3G 1A2", now, company).answer.words).toBe(
      "We deliver to V3G 1A2 for wholesale clients.",
    );
  });

  it("outside every zone is a polite refusal with the available pickups", () => {
    const { answer, until } = answerPostal(rulesOf([valley, pickup]), "VOX 1LO", now, company);
    expect(answer.state).toBe("unserved");
    expect(answer.words).toBe("We do not deliver to V0X 1L0 yet.");
    expect(answer.pickups).toEqual([
      {
        name: "Abbotsford counter",
        place: "100 Sample Road, Abbotsford",
        wholesaleOnly: true,
        days: [
          "Friday, November 27, order by Thu 2 p.m., free pickup",
          "Friday, December 4, order by Thu, Dec 3, 2 p.m., free pickup",
          "Friday, December 11, order by Thu, Dec 10, 2 p.m., free pickup",
        ],
      },
    ]);
    expect(until?.toISOString()).toBe("2026-11-26T21:00:00.000Z");
  });

  it.each([
    ["T2P 1J9", "outside", "We ship within British Columbia."],
    ["", "missing", "Enter your postal code, such as V3G 1A2."],
    ["V3D 1A2", "malformed", "The letter D is not used in postal codes. Check yours."],
  ])("for %j is “%s”", (typed, state, words) => {
    const { answer } = answerPostal(rulesOf([valley]), typed, now, company);
    expect(answer).toMatchObject({ state, words, days: [], pickups: [] });
  });

  it("is open to all unless only wholesale clients, or nobody, can order", () => {
    const isOpen = (zones: ZoneRules[], typed: string) =>
      answerPostal(rulesOf(zones), typed, now, company).answer.isOpenToAll;
    const trade = { ...valley, wholesaleOnly: true };
    expect(isOpen([valley, pickup], "V3G 1A2")).toBe(true);
    expect(isOpen([trade, pickup], "V3G 1A2")).toBe(false);
    expect(isOpen([trade, { ...pickup, wholesaleOnly: false }], "V3G 1A2")).toBe(true);
    expect(isOpen([valley, pickup], "V0X 1L0")).toBe(false);
    expect(isOpen([valley, pickup], "T2P 1J9")).toBe(false);
    expect(isOpen([valley, pickup], "")).toBe(true);
  });

  it("in another province names a pickup that is open to everybody", () => {
    const open = { ...pickup, wholesaleOnly: false };
    expect(answerPostal(rulesOf([valley, open]), "M5V 2T6", now, company).answer).toMatchObject({
      state: "outside",
      isOpenToAll: true,
      words: `We ship within British Columbia. You can pick your order up at ${open.place}.`,
    });
  });

  it("is that of the zone with the longest matching prefix", () => {
    const [wide, narrow, single] = [
      { ...valley, id: "wide", prefixes: ["V", "V3"] },
      { ...zoneWith({ fee: 500 }), id: "narrow", prefixes: ["V3G"] },
      { ...zoneWith({ fee: 300 }), id: "single", prefixes: ["V3G1A2"] },
    ];
    const rules = rulesOf([wide, narrow, single]);
    const fee = (typed: string) =>
      /delivery \$\d+/.exec(answerPostal(rules, typed, now, company).answer.days[0] ?? "")?.[0];
    expect(fee("V3G 1A2")).toBe("delivery $3");
    expect(fee("V3G 1A3")).toBe("delivery $5");
    expect(fee("V3H 1A2")).toBe("delivery $12");
    expect(fee("V9A 1A2")).toBe("delivery $12");
  });
});
