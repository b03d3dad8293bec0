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

function shown(state: Run["state"]): string {
  const run = {
    id: "r",
    kind: "delivery",
    state,
    receipts: [],
    boxMoves: [],
    boxStops: [],
    stops: [stop("a", "Aldergrove Bistro"), stop("b", "Barnston Grill")],
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
