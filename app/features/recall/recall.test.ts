import { describe, expect, it } from "vitest";
import {
  type Balance,
  backByLot,
  balanceOf,
  differenceOf,
  type LotBalance,
  placeOfOrder,
} from "#app/domain/lots/lot-trace.ts";
import {
  balanceRows,
  differenceInWords,
  differencesInWords,
  lossInWords,
  onHandInWords,
} from "./balance-words.ts";
import { checkAnswer, toBeCalled } from "./recall.ts";

const lot = (over: Partial<LotBalance>): LotBalance => ({
  id: "1",
  code: "L-1",
  supplier: "Sample Packer",
  receivedLb: "100.00",
  packedLb: "0.00",
  intoLb: "0.00",
  outsideLb: "0.00",
  fromOutsideLb: "0.00",
  hasParentsInside: false,
  fromInsideLb: "0.00",
  wastedLb: "0.00",
  countedLb: "0.00",
  onHandLb: null,
  cutLossLb: "0.00",
  backLb: "0.00",
  meat: "",
  uncountedLb: null,
  ...over,
});

const rowsOf = (balance: Balance) =>
  Object.fromEntries(balanceRows(balance).map(({ label, value }) => [label, value]));

describe("the balance", () => {
  it("counts pounds that went from one lot into another once", () => {
    const carcass = lot({
      intoLb: "60.00",
      packedLb: "20.00",
      wastedLb: "15.00",
      onHandLb: "4.50",
    });
    const ground = lot({
      receivedLb: "60.00",
      packedLb: "58.00",
      hasParentsInside: true,
      fromInsideLb: "60.00",
      uncountedLb: "2.00",
    });
    expect(differenceOf(carcass)).toBe("0.50");
    expect(differenceOf(ground)).toBe("0.00");
    const balance = balanceOf([carcass, ground]);
    expect(balance).toEqual({
      receivedLb: "100.00",
      packedLb: "78.00",
      wastedLb: "15.00",
      onHandLb: "4.50",
      fromOthersLb: "0.00",
      cutLossLb: "0.00",
      backLb: "0.00",
      uncountedLb: "2.00",
      outsideLb: "0.00",
      countedLessLb: "0.00",
      countedMoreLb: "0.00",
      missingLb: "0.50",
      surplusLb: "0.00",
      uncounted: 1,
      unknown: 0,
    });
    expect(differencesInWords(balance)).toBe("0.5 lb missing");
  });

  it("adds up missing, surplus and corrected pounds separately", () => {
    const balance = balanceOf([
      lot({ packedLb: "40.00" }),
      lot({ packedLb: "144.00" }),
      lot({ countedLb: "-5.00", onHandLb: "95.00" }),
      lot({ countedLb: "3.00", onHandLb: "103.00" }),
    ]);
    expect(balance).toMatchObject({ missingLb: "60.00", surplusLb: "44.00" });
    expect(differencesInWords(balance)).toBe("5 lb found short, 60 lb missing, 44 lb too much");
    expect(rowsOf(balance)).toMatchObject({ "Found short": "+ 5 lb", "Found over": "− 3 lb" });
  });

  it("accepts a loss in cutting, but counts more output than input as surplus", () => {
    const cut = lot({ intoLb: "90.00", wastedLb: "4.00", cutLossLb: "6.00", onHandLb: "0.00" });
    const grown = lot({ intoLb: "103.00", cutLossLb: "-3.00", onHandLb: "0.00" });
    expect(differenceInWords(cut)).toBe("None");
    expect(lossInWords(cut)).toBe("6 lb");
    expect(differenceInWords(grown)).toBe("3 lb too much");
    expect(lossInWords(grown)).toBe("0 lb");
    expect(balanceOf([cut, grown])).toMatchObject({
      cutLossLb: "6.00",
      missingLb: "0.00",
      surplusLb: "3.00",
    });
  });

  it("states that a lot wasn't counted, rather than that nothing is missing", () => {
    const left = lot({ packedLb: "5.00", uncountedLb: "95.00" });
    expect(differenceInWords(left)).toBe("Not counted");
    const uncounted = balanceOf([left]);
    expect(rowsOf(uncounted)).toMatchObject({ "Should be left": "+ 95 lb", Difference: "None" });
    expect(balanceRows(uncounted).at(-1)?.meaning).toBe(
      "Nobody has counted what should be left of 1 lot. Weigh it, and enter it under Stock. Of a product whose stock is not tracked, write the weight into the note when you close.",
    );
    expect(balanceRows(uncounted, true).at(-1)?.meaning).toBe(
      "Nobody has counted what should be left of 1 lot.",
    );
    const gone = lot({ packedLb: "100.00", uncountedLb: "0.00" });
    expect(differenceInWords(gone)).toBe("None");
    expect(balanceOf([left, gone])).toMatchObject({ uncounted: 1 });
    expect(balanceRows(balanceOf([gone])).at(-1)).toMatchObject({
      value: "None",
      meaning: "Every pound that came in is accounted for.",
    });
  });

  it("has rows that add up, and explains what to do about a difference", () => {
    const rows = balanceRows(
      balanceOf([
        lot({ intoLb: "30.00", outsideLb: "30.00", packedLb: "40.00", wastedLb: "5.00" }),
        lot({ onHandLb: "110.00" }),
      ]),
    );
    expect(rows.map(({ label, value }) => [label, value])).toEqual([
      ["Received or made", "200 lb"],
      ["Packed", "40 lb"],
      ["Thrown away", "+ 5 lb"],
      ["Cut into other lots", "+ 30 lb"],
      ["On hand", "+ 110 lb"],
      ["Difference", "25 lb missing, 10 lb too much"],
    ]);
    const [missing, surplus] = [
      /^Missing: .* count the lot under Stock, if its stock is tracked\./,
      / Too much: /,
    ];
    for (const said of [missing, surplus]) expect(rows.at(-1)?.meaning).toMatch(said);
    // Only a bookkeeper knows what "the books" are.
    expect(rows.map(({ meaning }) => meaning).join()).not.toContain("books");
  });

  it("includes pounds from lots outside the recall, and states which are unknown", () => {
    const ground = lot({ receivedLb: "90.00", packedLb: "91.00" });
    const mixed = lot({ hasParentsInside: true, fromOutsideLb: "40.00", packedLb: "0.00" });
    expect(balanceOf([ground, mixed])).toMatchObject({
      receivedLb: "130.00",
      fromOthersLb: "40.00",
      missingLb: "40.00",
      surplusLb: "1.00",
    });
    const unknown = balanceOf([lot({ receivedLb: null })]);
    expect(unknown).toMatchObject({ receivedLb: null, unknown: 1 });
    expect(differencesInWords(unknown)).toBe("not known of 1 lot");
    expect(differenceOf(lot({ intoLb: null }))).toBeNull();
    expect(onHandInWords(lot({ uncountedLb: "9.00" }))).toBe("9 lb should be left");
  });

  it("states when a lot was counted, even if the count agreed", () => {
    const counted = lot({
      packedLb: "91.00",
      onHandLb: "9.00",
      countedAt: new Date("2026-11-24T20:00:00Z"),
    });
    expect(onHandInWords(counted)).toBe("9 lb, counted Nov 24, 2026");
    expect(differenceInWords(counted)).toBe("None");
  });
});

describe("returned pounds", () => {
  it("are shared once among the lots of their line", () => {
    expect(backByLot("3.00", ["10.00", "5.00"], "0.00")).toEqual(["2.00", "1.00"]);
    expect(backByLot("3.00", ["10.00"], "5.00")).toEqual(["2.00"]);
    expect(backByLot("99.00", ["10.00"], "0.00")).toEqual(["10.00"]);
  });
});

describe("the place of packed meat", () => {
  const today = "2026-11-27";
  it.each([
    ["cancelled", "out", today, "cancelled"],
    ["delivered", "planned", "2026-11-30", "client"],
    ["pending", "planned", "2026-11-20", "shop"],
    ["fulfilled", "planned", "2026-11-28", "shop"],
    ["fulfilled", "planned", today, "shop"],
    ["fulfilled", "out", today, "truck"],
    ["fulfilled", "planned", "2026-11-26", "client"],
    ["fulfilled", "done", today, "client"],
    ["fulfilled", null, null, "client"],
    ["fulfilled", null, today, "client"],
    ["fulfilled", null, "2026-11-28", "shop"],
  ] as const)(
    "for a %s order on a run that is %s for %s is: %s",
    (status, runState, deliveryDay, place) => {
      expect(placeOfOrder({ status, runState, deliveryDay }, today)).toBe(place);
    },
  );

  it.each([
    ["out", today, "shop"],
    ["done", today, "shop"],
    ["out", "2026-11-26", "client"],
  ] as const)(
    "for meat packed after its run left, %s for %s, is: %s",
    (runState, deliveryDay, place) => {
      const order = { status: "fulfilled", runState, deliveryDay, isLeftBehind: true } as const;
      expect(placeOfOrder(order, today)).toBe(place);
    },
  );

  it.each([
    ["kept", "out", "truck"],
    ["kept", "done", "shop"],
    ["not_home", "done", "shop"],
  ] as const)(
    "for a stop that is %s, on a run that is %s, is: %s",
    (stopState, runState, place) => {
      const order = {
        status: "fulfilled",
        runState,
        deliveryDay: "2026-11-26",
        stopState,
      } as const;
      expect(placeOfOrder(order, today)).toBe(place);
    },
  );
});

describe("a client's answer", () => {
  const about = (lb: string, saidElsewhere: { number: number; lb: string }[] = []) => ({
    lb,
    saidElsewhere,
  });
  const fields = (over: object) => ({
    requestId: "00000000-0000-4000-8000-000000000001",
    answeredBy: "Sam",
    ...over,
  });

  it("accepts pounds as people type them, and empty fields as zero", () => {
    expect(
      checkAnswer(fields({ usedLb: "2.5", heldLb: "0", discardedLb: "" }), about("2.50")).data,
    ).toEqual(expect.objectContaining({ usedLb: "2.50", heldLb: "0.00", discardedLb: "0.00" }));
    // A decimal comma, and a unit.
    const typed = { usedLb: "2,5", heldLb: "0,0", discardedLb: "1 lb" };
    expect(checkAnswer(fields(typed), about("3.50")).data).toEqual(
      expect.objectContaining({ usedLb: "2.50", heldLb: "0.00", discardedLb: "1.00" }),
    );
  });

  it("must account for all pounds or explain the rest in its note", () => {
    const told = { usedLb: "40", heldLb: "20", discardedLb: "0" };
    expect(checkAnswer(fields(told), about("80.97")).refused?.errors?.usedLb?.[0]).toContain(
      "leaves 20.97 lb of",
    );
    expect(
      checkAnswer(fields({ ...told, note: "Not found yet" }), about("80.97")).data,
    ).toBeTruthy();
  });

  it("names the authorities still to be called", () => {
    const calls = (...names: string[]) => names.map((authority) => ({ authority }));
    expect(toBeCalled([])).toEqual(["CFIA", "Health authority"]);
    expect(toBeCalled(calls("Cfia Burnaby"))).toEqual(["Health authority"]);
    expect(toBeCalled(calls("Fraser Health"))).toEqual(["CFIA"]);
    expect(toBeCalled(calls("CFIA", "Fraser Health"))).toEqual([]);
  });

  it("is refused with negative amounts, without any, or above the delivered pounds without an explanation", () => {
    expect(checkAnswer(fields({ usedLb: "-2" }), about("5.00")).refused?.errors).toHaveProperty(
      "usedLb",
    );
    expect(checkAnswer(fields({}), about("5.00")).refused?.errors?.usedLb?.[0]).toContain(
      "how many pounds",
    );
    expect(
      checkAnswer(fields({ usedLb: "6" }), about("5.00")).refused?.errors?.usedLb?.[0],
    ).toContain("more than");
    // An answer in another recall isn't repeated: what is held would count as used there.
    const rest = about("7.10", [{ number: 5, lb: "8.00" }]);
    const twice = checkAnswer(fields({ usedLb: "12", heldLb: "3.1" }), rest).refused;
    expect(twice?.errors?.usedLb?.[0]).toBe(
      "That is 15.1 lb, which is more than the 7.1 lb that this is about: 8 lb (Recall 5) besides was said before to be used or thrown away. Correct it, or say in the note how it comes and tick that it is meant.",
    );
    expect(checkAnswer(fields({ usedLb: "4", heldLb: "3.1" }), rest).data).toBeTruthy();
    const more = { usedLb: "6", note: "Two deliveries" };
    // A note may be about anything, and a tick alone explains nothing.
    for (const over of [more, { usedLb: "6", isMeant: "yes" }]) {
      expect(checkAnswer(fields(over), about("5.00")).refused?.errors).toHaveProperty("isMeant");
    }
    expect(checkAnswer(fields({ ...more, isMeant: "yes" }), about("5.00")).data).toBeTruthy();
    expect(
      checkAnswer(fields({ usedLb: "5", answeredBy: " " }), about("5.00")).refused,
    ).toBeTruthy();
  });
});
