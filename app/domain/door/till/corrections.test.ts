import { expect, it } from "vitest";
import type { TillMethod } from "#db/schema/values/tills.ts";
import { correctionInWords, correctionsAmong } from "./corrections.ts";
import type { TakenBack } from "./till-receipts.server.ts";

const at = new Date("2026-11-28T18:12:00Z");
const receipt = {
  id: "a",
  orderId: "o",
  method: "cash" as const,
  cents: 50_75,
  takenBack: null,
  bookedAt: new Date("2026-11-28T17:00:00Z"),
};
const takenBack = {
  at,
  by: "kim@example.com",
  why: "Typed wrong",
  isAfterCount: false,
  cash: null,
  givenBackAt: null,
};

it("correctionInWords states what was recorded and corrected to what, with author, time and reason", () => {
  const terminal = { ...receipt, id: "b", method: "terminal" as const, cents: 50_73, bookedAt: at };
  const [correction, ...others] = correctionsAmong([
    { ...receipt, takenBack },
    terminal,
    { ...terminal, id: "c", orderId: "another" },
  ]);
  expect(others).toEqual([]);
  expect(correction && correctionInWords(correction)).toMatch(
    /^Recorded as \$50\.75 in cash, corrected to \$50\.73 by card terminal on Nov 28, 2026.* by kim@example\.com: Typed wrong$/,
  );
});

it("correctionInWords says that a payment was only taken back", () => {
  const [correction] = correctionsAmong([{ ...receipt, takenBack }]);
  expect(correction && correctionInWords(correction)).toContain("in cash, taken back on Nov 28");
});

it("correctionInWords says where the cash is if its payment was taken back after the count", () => {
  const drawer = { number: 2, name: "By the door", openedAt: at };
  const said = (more: Partial<TakenBack>, method: TillMethod = "cash") => {
    const back = { ...takenBack, isAfterCount: true, ...more };
    const [correction] = correctionsAmong([{ ...receipt, method, takenBack: back }]);
    return correction && correctionInWords(correction).replace(/^.*: /, "");
  };
  expect(said({ cash: "given back", givenBackAt: drawer })).toMatch(
    /^Typed wrong\. Its cash was given back out of the drawer of till 2 \(By the door\), opened on Nov 28, 2026.+$/,
  );
  expect(said({ cash: "never received" })).toBe("Typed wrong. Its cash was never received.");
  expect(said({ cash: "still here" })).toContain("stayed here");
  expect(said({})).toBe("Typed wrong. Nobody has said where its cash is.");
  expect(said({}, "cheque")).toBe("Typed wrong");
});

it("correctionsAmong ignores refunds, and payments that weren't taken back", () => {
  expect(correctionsAmong([receipt, { ...receipt, cents: -50_75, takenBack }])).toEqual([]);
});
