import { expect, it } from "vitest";
import { awaitedOf } from "#app/domain/lots/refused-at-door.ts";
import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import {
  agoInWords,
  chosenOutcome,
  creditedLb,
  creditInWords,
  doorReportInWords,
  noteInWords,
  outcomeOf,
  reasonAtDoor,
  returnsSchema,
  sellsWarm,
  willCreditInWords,
} from "./returned.ts";

it.each([
  ["10.00", "0.00", "9.80", "10.00"],
  ["10.00", "0.00", "9.50", "10.00"],
  // Half stayed with the client, or comes back in the next box.
  ["10.00", "0.00", "9.49", "9.49"],
  ["10.00", "6.00", "3.60", "4.00"],
  ["10.00", "6.00", "3.40", "3.40"],
  ["10.00", "0.00", "10.05", "10.05"],
])(
  "of %s lb refused, with %s lb back before and %s lb weighed now, credits %s lb",
  (refusedLb, truckLb, lb, credited) => {
    const line = { refusedLb, truckLb, creditedLb: "0.00" };
    expect(creditedLb(line, { lb, place: "truck" })).toBe(credited);
    expect(creditedLb(line, { lb, place: "client" })).toBe(lb);
  },
);

it.each([
  ["6.00", "6.00", "6.04", "0.00"],
  ["6.00", "6.00", "6.11", "0.11"],
  ["10.00", "4.00", "10.00", "6.00"],
  // A slight loss is credited like the rest.
  ["10.00", "4.00", "9.80", "6.00"],
])(
  "of %s lb refused, with %s lb credited ahead and %s lb weighed, credits another %s lb",
  (refusedLb, ahead, lb, rest) => {
    const line = { refusedLb, truckLb: "0.00", creditedLb: ahead };
    expect(creditedLb(line, { lb, place: "truck" })).toBe(rest);
  },
);

it("counts a loss that was credited as found again only on the truck", () => {
  const line = { refusedLb: "10.00", truckLb: "9.80", creditedLb: "0.20" };
  expect(creditedLb(line, { lb: "0.15", place: "truck" })).toBe("0.00");
  expect(creditedLb(line, { lb: "2.00", place: "client" })).toBe("2.00");
});

it("states the age of a report in calendar days of the shop", () => {
  // 11 p.m. Pacific.
  const at = new Date("2026-11-20T06:00:00Z");
  const ago = (today: string) => agoInWords(at, today);
  expect(["2026-11-19", "2026-11-20", "2027-01-08"].map(ago)).toEqual([
    "today",
    "yesterday",
    "50 days ago",
  ]);
});

it.each([
  ["10.00", "0.00", 10_00],
  ["10.00", "9.80", 0],
  ["10.00", "9.40", 60],
  ["10.00", "10.05", 0],
  ["0.00", "0.00", 0],
])(
  "of %s lb refused with %s lb weighed, %d hundredths of a pound are awaited",
  (refusedLb, truckLb, awaited) => {
    expect(awaitedOf({ refusedLb, truckLb })).toBe(awaited);
  },
);

it.each([
  ["truck", "4.0", 20, "stock"],
  ["truck", "-1.5", 0, "stock"],
  ["truck", "4.1", 20, "waste"],
  ["truck", null, 20, "waste"],
  ["truck", "2.0", null, "waste"],
  ["client", "1.0", 5, "waste"],
] as const)(
  "returns only cold, measured goods from the truck to stock: %s, %s °C, %s minutes out",
  (...row) => {
    const [place, temperatureC, minutesOut, outcome] = row;
    expect(outcomeOf({ place, temperatureC, minutesOut, wasWarm: false })).toBe(outcome);
    expect(outcomeOf({ place, temperatureC, minutesOut, wasWarm: true })).toBe("waste");
  },
);

it("recognizes goods that are cold now but were too warm at the door", () => {
  const cold = { place: "truck", temperatureC: "3.0", minutesOut: 10, becomes: "stock" } as const;
  expect(sellsWarm(cold, { wasWarm: true })).toBe(true);
  expect(sellsWarm(cold, { wasWarm: false })).toBe(false);
  expect(sellsWarm({ ...cold, becomes: "waste" }, { wasWarm: true })).toBe(false);
  expect(sellsWarm({ ...cold, temperatureC: "9.0" }, { wasWarm: true })).toBe(false);
});

it.each([
  [[], undefined],
  [[null], undefined],
  [["short", "late"], "late"],
  [["warm", "late"], "warm"],
] as const)("takes from reports with the reasons %j the reason %s", (reasons, reason) => {
  expect(reasonAtDoor(reasons.map((one) => ({ reason: one })))).toBe(reason);
});

it("promises to notify the client only if the shop sends mail", () => {
  const whole = { lb: "4.00", creditedLb: "4.00", isCredited: true, wasCredited: false };
  const lost = { ...whole, lb: "3.96" };
  const mailed = (promise: string) => promise;
  const notMailed = (_: string, otherwise = noMailGoesOut) => otherwise;
  expect(creditInWords(whole)).toBe("It is credited at this weight.");
  expect(creditInWords(lost)).toMatch(/^4 lb are credited, as the driver reported them\./);
  const before = { ...whole, wasCredited: true };
  expect(creditInWords({ ...whole, creditedLb: "1.00" })).toBe(
    "1 lb is credited. The rest was credited already.",
  );
  expect(creditInWords(before)).toBe("It was credited already, so nothing more is credited.");
  expect(noteInWords([whole, before], mailed)).toBe("The client is notified.");
  const one = "All of it is in one credit note.";
  expect(noteInWords([whole, lost], mailed)).toBe(`${one} The client is notified.`);
  expect(noteInWords([whole, lost], notMailed)).toBe(`${one} ${noMailGoesOut}`);
  expect(noteInWords([before], mailed)).toBe("");
  expect(noteInWords([{ ...whole, isCredited: false }], mailed)).toBe("");
});

it("reads the rows that have a weight, and reports errors by row", () => {
  const [item, other, lot, id] = [1, 2, 3, 4].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
  const fields = {
    place: "truck",
    temperatureC: "3,5",
    minutesOut: "20",
    note: "",
    [`requestId:${item}:${lot}`]: id,
    [`lb:${item}:${lot}`]: "1,5",
    [`reason:${item}:${lot}`]: "late",
    [`lb:${other}:`]: " ",
    [`requestId:${other}:`]: id,
  } as Record<string, string>;
  expect(checkForm(returnsSchema, fields).data).toMatchObject([
    { item, lot, lb: "1.50", reason: "late", place: "truck", becomes: null, requestId: id },
  ]);
  const errorsOf = (more: Record<string, string>) =>
    checkForm(returnsSchema, { ...fields, ...more }).refused?.errors;
  expect(errorsOf({ [`lb:${other}:`]: "x", place: "" })).toEqual({
    [`lb:${other}:`]: ["Please enter pounds, such as 2.5"],
    [`reason:${other}:`]: ["Please choose what was wrong"],
    place: ["Please choose where it was"],
  });
  expect(errorsOf({ [`lb:${item}:${lot}`]: "" })).toEqual({
    [`lb:${item}:${lot}`]: ["Please enter pounds, such as 2.5"],
  });
});

it.each([
  ["quality", null, "waste"],
  ["quality", "stock", "stock"],
  ["wrong_item", null, "stock"],
  ["wrong_item", "waste", "waste"],
] as const)("cold meat refused as %s, with %s chosen, becomes %s", (reason, becomes, outcome) => {
  const cold = { place: "truck", temperatureC: "2.0", minutesOut: 5, wasWarm: false } as const;
  expect(chosenOutcome(cold, { becomes, reason })).toBe(outcome);
  const warm = { ...cold, temperatureC: "9.0" };
  expect(chosenOutcome(warm, { becomes, reason })).toBe("waste");
});

it("states what the driver recorded at the door, and whether they measured the temperature", () => {
  const report = { lb: "4.00", note: "Not good: torn bag", temperatureC: "2.5" };
  expect(doorReportInWords(report)).toBe("4 lb, Not good: torn bag, product at 2.5 °C at the stop");
  expect(doorReportInWords({ ...report, note: "", temperatureC: null })).toBe(
    "4 lb, no temperature recorded at the stop",
  );
});

it.each([
  ["2.00", "truck", "It is credited at this weight."],
  [
    "1.95",
    "truck",
    "2 lb are credited, as the driver reported them. What is missing was lost on the way.",
  ],
  ["1.00", "truck", "It is credited at this weight."],
  ["1.95", "client", "It is credited at this weight."],
  ["0.00", "truck", ""],
] as const)(
  "states in advance what is credited of 2 lb refused if %s lb come back from the %s",
  (lb, place, words) => {
    const line = { refusedLb: "2.00", truckLb: "0.00", creditedLb: "0.00" };
    expect(willCreditInWords(line, { lb, place })).toBe(words);
    const before = { ...line, creditedLb: "2.00" };
    expect(willCreditInWords(before, { lb, place })).toContain("nothing more is credited");
  },
);
