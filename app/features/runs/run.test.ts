import { expect, it } from "vitest";
import {
  backLbOf,
  mapLink,
  movedInWords,
  toDoAboutMoved,
  wayLink,
  wholeAddress,
  withMoved,
} from "./run.ts";

it("names the postal code once", () => {
  const address = "100 Sample Street\nAbbotsford, BC";
  expect(wholeAddress({ address, postalCode: "V2S1A2" })).toBe(
    "100 Sample Street Abbotsford, BC, V2S 1A2",
  );
  const whole = "100 Sample Street, Abbotsford, BC v2s 1a2";
  expect(wholeAddress({ address: whole, postalCode: "V2S1A2" })).toBe(whole);
});

it("encodes an address for the map", () => {
  expect(mapLink({ address: "1 A&B Street #2", postalCode: "" })).toBe(
    "https://www.google.com/maps/search/?api=1&query=1+A%26B+Street+%232",
  );
});

it("states where a moved order goes instead, or that it was cancelled", () => {
  const id = "0b8a3b1e-0000-4000-8000-000000000001";
  const one = { id, number: 1042, name: "Sample Kitchen" };
  const facts = { ...one, boxes: 0, packedLb: "0.00", isByDriver: false, isOut: false };
  const words = (to: Parameters<typeof movedInWords>[0]["to"]) =>
    movedInWords({ ...facts, to, wasOnBoard: true, handedOverTo: null });
  expect(words({ day: "2026-11-27", kind: "delivery" })).toMatch(
    /^Sample Kitchen, order 1042: moved to Friday.* 27/,
  );
  expect(words({ day: "2026-11-27", kind: "pickup" })).toContain(": to be picked up on Friday");
  expect(words(null)).toBe("Sample Kitchen, order 1042: cancelled");
});

it("tells the office to call only about moved orders that may be on a truck that is out", () => {
  const loaded = { wasOnBoard: true, isByDriver: false, handedOverTo: null };
  const left = { wasOnBoard: false, isByDriver: false, handedOverTo: null };
  const byDriver = { wasOnBoard: true, isByDriver: true, handedOverTo: null };
  const out = { state: "out" } as const;
  expect(toDoAboutMoved([left, loaded], out)).toMatch(/Call if the boxes may be on the truck\.$/);
  expect(toDoAboutMoved([left], out)).toBe("");
  expect(toDoAboutMoved([loaded], { state: "done" })).not.toMatch(/[Cc]all/);
  // The driver knows their own moves.
  expect(toDoAboutMoved([byDriver], out)).toBe(
    "The driver moved it at the door: the boxes are on the truck and come back with it.",
  );
  expect(toDoAboutMoved([loaded, byDriver], out)).toBe(
    "The driver’s page shows what the office moved too. Call if the boxes may be on the truck. What the driver moved at the door comes back with the truck.",
  );
});

it("doesn't ask for the return of a moved order that was reported as handed over", () => {
  const moved = { wasOnBoard: true, isByDriver: false, handedOverTo: null };
  const handed = { ...moved, handedOverTo: "Gil" };
  expect(withMoved([moved])).toMatch(/^Don’t hand over what is listed here\..* bring them back\.$/);
  expect(withMoved([handed])).toMatch(/moved or cancelled meanwhile.* The office is told/);
  expect(withMoved([handed])).not.toMatch(/bring/);
  expect(withMoved([moved, handed])).toMatch(/Don’t hand over the others\./);
  expect(toDoAboutMoved([handed], { state: "done" })).not.toMatch(/are back with it/);
  expect(toDoAboutMoved([handed, moved], { state: "out" })).toMatch(
    /^What was reported as handed over does not come back.* Call if the boxes may be on the truck/,
  );
});

it("links to a route over the remaining stops, as many as a map accepts", () => {
  const stop = (at: number) => ({ address: `${at} Sample Street`, postalCode: "" });
  const asked = (stops: ReturnType<typeof stop>[]) => new URL(wayLink(stops) ?? "").searchParams;
  expect(wayLink([])).toBeNull();
  expect(wayLink([{ address: " ", postalCode: "" }])).toBeNull();
  expect(asked([stop(1)]).get("destination")).toBe("1 Sample Street");
  expect(asked([stop(1)]).get("waypoints")).toBeNull();
  const many = asked(Array.from({ length: 14 }, (_, at) => stop(at + 1)));
  expect(many.get("waypoints")?.split("|")).toHaveLength(9);
  expect(many.get("destination")).toBe("10 Sample Street");
});

it("adds up a stop's pounds that come back, whether refused or kept back", () => {
  const lines = [
    { refusedLb: "1.21", keptLb: "14.11" },
    { refusedLb: "0.00", keptLb: "0.00" },
  ];
  expect(backLbOf([{ lines }, { lines: [] }])).toBe("15.32");
});
