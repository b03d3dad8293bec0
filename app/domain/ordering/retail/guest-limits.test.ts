import { expect, it } from "vitest";
import { confirmUntil, confirmWithin, confirmWithinInWords } from "./guest-limits.ts";

/** Wednesday, 10 a.m. in British Columbia. */
const now = new Date("2026-11-25T17:00:00Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const day = (hours: number) => ({ date: "2026-11-27", cutOffAt: at(hours) });

it("sets the time to confirm to the owner's hours, or to the cut-off if that is earlier", () => {
  expect(confirmWithin(24, null, now)).toEqual(at(24));
  expect(confirmWithin(24, at(48), now)).toEqual(at(24));
  expect(confirmWithin(24, at(4), now)).toEqual(at(4));
});

it("leaves half an hour to confirm a last-minute order", () => {
  expect(confirmWithin(24, at(0.1), now)).toEqual(at(0.5));
  expect(confirmUntil(at(0.2), at(0.1), now)).toEqual(at(0.2));
});

it("sets no later time to confirm for a moved order", () => {
  expect(confirmUntil(at(4), at(200), now)).toEqual(at(4));
  expect(confirmUntil(at(24), at(3), now)).toEqual(at(3));
});

it("words the time to confirm for the page before the order is placed", () => {
  expect(confirmWithinInWords(24, null, now)).toBe("within 24 hours");
  expect(confirmWithinInWords(1, day(48), now)).toBe("within an hour");
  expect(confirmWithinInWords(24, day(4), now)).toBe("by Wed 2 p.m.");
  expect(confirmWithinInWords(24, day(0.1), now)).toBe("within 30 minutes");
});
