import { expect, it } from "vitest";
import {
  isAway,
  isBackWhole,
  type TracedCustomer,
  type TracedLine,
  whereOfLine,
} from "#app/domain/lots/lot-trace.ts";
import type { RecallAnswer } from "./recall.ts";
import {
  answerInWords,
  byProductInWords,
  deliveredInWords,
  deliveredLb,
  givenInWords,
  gotMoreInWords,
  isToTellAgain,
  searchInWords,
  stateInWords,
  whereInWords,
} from "./recall-words.ts";

const line = (place: TracedLine["place"], lb: string) =>
  ({ place, lb, backLb: "0.00", awaitedLb: "0.00", refusedLb: "0.00" }) as TracedLine;

it("states how many pounds are with a client, and how many have not reached them", () => {
  const where = (...lines: TracedLine[]) => whereInWords({ lines } as TracedCustomer);
  expect(where(line("shop", "20.10"))).toBe("20.1 lb packed, not left");
  expect(where(line("client", "5.00"), line("shop", "20.10"), line("truck", "1.00"))).toBe(
    "5 lb with them, 1 lb on the truck, 20.1 lb packed, not left",
  );
  expect(where(line("client", "5.00"))).toBe("5 lb with them");
  expect(where(line("cancelled", "5.00"))).toBe("Nothing with them");
});

it("states what a client has to return by their answer, until it is back", () => {
  const answer = { usedLb: "17.16", heldLb: "10.00", discardedLb: "5.00" } as RecallAnswer;
  const away = line("client", "32.16");
  const where = (lines: TracedLine[]) => whereInWords({ lines }, answer);
  expect(where([away])).toBe("10 lb to get back, 17.16 lb used, 5 lb thrown away");
  expect(where([{ ...away, backLb: "4.00" }])).toMatch(/^6 lb to get back/);
  expect(where([{ ...away, backLb: "10.00" }])).toBe(
    "nothing to get back, 17.16 lb used, 5 lb thrown away, 10 lb came back",
  );
  const more = { usedLb: "10.04", heldLb: "9.50", discardedLb: "50.00" } as RecallAnswer;
  const had = line("client", "21.54");
  expect(whereInWords({ lines: [had] }, more)).toBe(
    "9.5 lb to get back, 10.04 lb used, 50 lb thrown away",
  );
  expect(whereInWords({ lines: [{ ...had, backLb: "9.50" }] }, more)).toMatch(/^nothing to get/);
  expect(where([line("client", "52.16")])).toContain("20 lb not accounted for");
});

it("doesn't count refused meat as with the client", () => {
  const onTruck = { ...line("client", "14.11"), awaitedLb: "14.11", refusedLb: "14.11" };
  const back = { ...onTruck, awaitedLb: "0.00", backLb: "14.11" };
  expect(whereInWords({ lines: [onTruck] })).toBe("14.11 lb on the truck");
  expect(whereInWords({ lines: [back] })).toBe("14.11 lb came back");
  expect(whereOfLine(onTruck)).toBe("14.11 lb refused, on the truck until it is weighed");
  expect(whereOfLine({ ...back, backLb: "5.00" })).toBe("9.11 lb with the client, 5 lb came back");
  expect([onTruck, back].map(isAway)).toEqual([false, false]);
  // Weighed a little less, because scales differ.
  expect([onTruck, back, { ...back, backLb: "13.90" }].map(isBackWhole)).toEqual([
    ...[false, true, true],
  ]);
  const nobodyTook = { ...line("shop", "14.11"), backLb: "14.11" };
  expect([line("shop", "14.11"), nobodyTook].map(isBackWhole)).toEqual([false, true]);
  expect(deliveredLb({ lines: [onTruck, line("client", "3.00")] })).toBe("3.00");
  const notice = { mailedAt: new Date(), toldLb: "0.00" };
  expect(isToTellAgain(notice, { lines: [{ ...back, refusedLb: "0.00" }] })).toBe(false);
});

it("lists nobody to call for meat sold at the counter", () => {
  const customer = { lines: [line("client", "3.20")], isCounter: true } as TracedCustomer;
  expect(whereInWords(customer)).toBe("3.2 lb sold");
  expect(answerInWords({ isDrill: false }, undefined, customer)).toBe(
    "Sold at the counter, 3.2 lb: nobody to call; put up a notice",
  );
});

it("states what a client got after the email", () => {
  const mailedAt = new Date("2026-11-26T17:00:00Z");
  const at = (deliveredAt: string, lb: string) =>
    ({ ...line("client", lb), deliveredAt: new Date(deliveredAt) }) as TracedLine;
  const before = at("2026-11-26T16:00:00Z", "5.00");
  const after = at("2026-11-26T18:00:00Z", "45.39");
  const lines = [before, after];
  const said = "Got more since they were told, 45.39 lb";
  // If the pounds they were told weren't stored, the day of the email decides.
  expect(gotMoreInWords({ mailedAt, toldLb: null }, { lines })).toBe(said);
  expect(gotMoreInWords({ mailedAt, toldLb: null }, { lines: [before] })).toBe("");
  expect(gotMoreInWords({ mailedAt: null, toldLb: null }, { lines: [after] })).toBe("");
  expect(gotMoreInWords(undefined, { lines: [after] })).toBe("");
  expect(gotMoreInWords({ mailedAt, toldLb: "5.00" }, { lines })).toBe(said);
  expect(gotMoreInWords({ mailedAt, toldLb: "50.39" }, { lines })).toBe("");
  // Meat of a lot that the recall took in later may have been delivered before the email.
  expect(gotMoreInWords({ mailedAt, toldLb: "0.00" }, { lines: [before] })).toContain("5 lb");
});

it("states how much of a drill's time the search took", () => {
  expect(searchInWords(12)).toContain("less than 0.1 seconds of it");
  expect(searchInWords(1340)).toContain("1.3 seconds of it");
});

it("doesn't describe a wholly refused line as delivered", () => {
  const delivered = {
    ...line("client", "14.11"),
    status: "delivered",
    deliveredAt: new Date("2026-03-09T18:00:00Z"),
  } as TracedLine;
  const refused = { ...delivered, refusedLb: "14.11" };
  expect(stateInWords(refused)).toBe("Refused, not handed over");
  // Its client reads the same in the email and on the answer's page.
  expect(deliveredInWords(refused)).toBe("Refused, not handed over");
  // From an order that nobody took, everything came back.
  expect(deliveredInWords({ ...refused, status: "fulfilled", deliveredAt: null })).toBe(
    "Not handed over",
  );
  expect(stateInWords({ ...delivered, refusedLb: "4.11" })).toMatch(/^Delivered/);
});

it("states how much of a delivery a client kept, refused and returned", () => {
  const given = line("client", "14.11");
  expect(givenInWords(given)).toBe("14.11 lb");
  const refused = { ...given, refusedLb: "4.00", awaitedLb: "4.00" };
  expect(givenInWords(refused)).toBe("10.11 lb kept, 4 lb refused");
  // Weighed since, with what dripped.
  expect(givenInWords({ ...refused, awaitedLb: "0.00", backLb: "3.95" })).toBe(
    "10.11 lb kept, 4 lb refused",
  );
  const later = { ...refused, awaitedLb: "0.00", backLb: "9.00" };
  expect(givenInWords(later)).toBe("5.11 lb kept, 4 lb refused, 5 lb came back");
  expect(givenInWords({ ...given, backLb: "14.11" })).toBe("14.11 lb came back");
});

it("states the pounds of each product if there are several", () => {
  const line = (productName: string, leftLb: string) => ({ productName, leftLb });
  const lines = [line("Striploin", "5.00"), line("Brisket", "7.20"), line("Striploin", "1.50")];
  expect(byProductInWords(lines)).toBe("6.5 lb of Striploin and 7.2 lb of Brisket");
  expect(byProductInWords([...lines, line("Ground", "1.00")])).toBe(
    "6.5 lb of Striploin, 7.2 lb of Brisket and 1 lb of Ground",
  );
  expect(byProductInWords(lines.slice(0, 1))).toBe("");
});
