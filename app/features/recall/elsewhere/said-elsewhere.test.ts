import { expect, it } from "vitest";
import type { TracedLine } from "#app/domain/lots/lot-trace.ts";
import { whereInWords } from "../recall-words.ts";
import { answeredElsewhere, certainPart, goneElsewhere, lbUnsaid } from "./said-elsewhere.ts";

const line = (lb: string, backLb = "0.00") =>
  ({ place: "client", lb, backLb, awaitedLb: "0.00", refusedLb: "0.00" }) as TracedLine;
const said = (number: number, goneLb: string, saidLb = goneLb) => ({ number, goneLb, saidLb });
const answered = (usedLb: string, heldLb: string) => ({
  usedLb,
  heldLb,
  discardedLb: "0.00",
  answeredBy: "Ari",
  note: "",
  isByPhone: false,
  answeredAt: new Date(),
});

it("uses only the part of another recall's answer that can't be about its other lots", () => {
  expect(certainPart(answered("6.00", "3.00"), "0.00")).toEqual({ goneLb: "6.00", saidLb: "9.00" });
  expect(certainPart(answered("6.00", "3.00"), "4.00")).toEqual({ goneLb: "2.00", saidLb: "5.00" });
  expect(certainPart(answered("6.00", "3.00"), "20.00")).toMatchObject({ goneLb: "0.00" });
});

it("counts each pound once: first by this recall's answer, then by the newest other one", () => {
  const customer = {
    lines: [line("10.00")],
    saidElsewhere: [said(2, "2.00", "5.00"), said(1, "5.00", "10.00")],
  };
  expect(goneElsewhere(customer)).toEqual([
    { number: 2, lb: "2.00" },
    { number: 1, lb: "5.00" },
  ]);
  expect(lbUnsaid(customer)).toBe("3.00");
  // An answer here for all of it, again, isn't counted twice.
  expect(goneElsewhere(customer, answered("7.00", "3.00"))).toEqual([]);
  // Nobody used more than they had.
  const many = { lines: [line("4.00")], saidElsewhere: [said(1, "9.00")] };
  expect(goneElsewhere(many)).toEqual([{ number: 1, lb: "4.00" }]);
  expect(answeredElsewhere(many)).toBe("Recall 1");
  expect(answeredElsewhere(customer)).toBe("");
});

it("never counts pounds as used that the client says they hold, even if another answer says so", () => {
  // Half of what was delivered came back before they answered anything.
  const customer = {
    lines: [line("32.25", "17.15")],
    saidElsewhere: [said(5, "8.00")],
    backSinceLb: "0.00",
  };
  expect(lbUnsaid(customer)).toBe("7.10");
  const where = (...of: Parameters<typeof answered>) => whereInWords(customer, answered(...of));
  expect(where("12.00", "3.10")).toBe("3.1 lb to get back, 12 lb used, 17.15 lb came back");
  expect(where("4.00", "3.10")).toBe(
    "3.1 lb to get back, 4 lb used, 8 lb used or thrown away, as said in Recall 5, 17.15 lb came back",
  );
  expect(where("10.00", "3.10")).toContain("3.1 lb to get back, 10 lb used, 2 lb used or");
  // Once it came back, nothing of it is held any more.
  const later = { ...customer, lines: [line("32.25", "20.25")], backSinceLb: "3.10" };
  expect(whereInWords(later, answered("4.00", "3.10"))).toMatch(
    /^nothing to get back, 4 lb used, 8 lb used or/,
  );
});

it("states where it was answered, in pounds that add up to those delivered", () => {
  const saidElsewhere = [said(1, "6.00", "10.00")];
  const where = (own: TracedLine, answer?: ReturnType<typeof answered>) =>
    whereInWords({ lines: [own], saidElsewhere }, answer);
  expect(where(line("10.00"))).toBe(
    "4 lb with them, 6 lb used or thrown away, as said in Recall 1",
  );
  expect(where(line("10.00"), answered("1.00", "3.00"))).toBe(
    "3 lb to get back, 1 lb used, 6 lb used or thrown away, as said in Recall 1",
  );
  expect(where(line("10.00", "3.00"), answered("1.00", "3.00"))).toBe(
    "nothing to get back, 1 lb used, 6 lb used or thrown away, as said in Recall 1, 3 lb came back",
  );
  expect(where(line("10.00"), answered("6.00", "4.00"))).toBe("4 lb to get back, 6 lb used");
  expect(where(line("6.00"))).toBe("6 lb used or thrown away, as said in Recall 1");
});
