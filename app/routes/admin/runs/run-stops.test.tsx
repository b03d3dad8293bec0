import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { Run, RunStop } from "#app/features/runs/run.ts";
import { RunStops } from "./run-stops.tsx";

const stop = (id: string, name: string) =>
  ({
    id,
    name,
    customerId: id,
    address: "1 Sample Street",
    postalCode: "V2S1A2",
    phone: "",
    notes: "",
    from: "08:00",
    to: "12:00",
    state: "waiting",
    visitedAt: null,
    note: "",
    receivedBy: "",
    toCollect: null,
    orders: [],
    earlier: [],
  }) as unknown as RunStop;

function shown(state: Run["state"], more: Partial<RunStop> = {}): string {
  const run = {
    id: "r",
    kind: "delivery",
    state,
    receipts: [],
    held: [],
    boxMoves: [],
    boxStops: [],
    stops: [stop("a", "Aldergrove Bistro"), { ...stop("b", "Barnston Grill"), ...more }],
  } as unknown as Run;
  const Page = createRoutesStub([
    { path: "/", Component: () => <RunStops run={run} formId="f" /> },
  ]);
  return renderToStaticMarkup(<Page />);
}

it("offers arrows for the order of the stops until the run is done", () => {
  for (const state of ["planned", "out"] as const) {
    expect(shown(state)).toContain('aria-label="Move Barnston Grill up"');
    expect(shown(state)).toContain("Drag a number or use the arrows.");
  }
  const done = shown("done");
  expect(done).toContain("Barnston Grill");
  expect(done).toContain("In the order in which they were to be driven.");
  expect(done).not.toMatch(/aria-label="Move|arrows|cursor-grab/);
});

it("names the orders of a visit if its stop has several", () => {
  const order = (number: number) => ({
    id: String(number),
    number,
    status: "delivered",
    notes: "",
    packedLb: "0.00",
    boxes: 0,
    lines: [],
  });
  const visitedAt = new Date("2026-11-26T18:32:00Z");
  const visit = { state: "delivered", visitedAt, receivedBy: "Kim", leftWith: null } as const;
  const facts = { ...visit, note: "Side door", temperatureC: "2.5", undoObstacle: "Counted" };
  const page = (numbers: number[]) =>
    shown("out", { ...facts, orders: numbers.map(order) } as unknown as Partial<RunStop>);
  const said = "Nov 26, 2026, 11:32 a.m., product at 2.5 °C. Received by Kim. “Side door”";
  expect(page([1042])).toContain(`<p class="break-words">Delivered, ${said}</p>`);
  expect(page([1042, 1043])).toContain(`>Order 1042, Order 1043: delivered, ${said}<`);
});
