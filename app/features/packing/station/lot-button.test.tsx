import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LotButton } from "./current-line.tsx";
import type { ShownLine } from "./station-view.ts";
import type { PackingParts } from "./use-station.ts";

it.each([
  [false, undefined, "No lot"],
  [true, undefined, "Lot Needed: choose"],
  [false, { id: "1", code: "C225-1" }, "Lot C225-1"],
  [false, { id: "1", code: "C2", proposedAs: "first to expire" }, "Lot, first to expire C2"],
  [false, { id: "1", code: "C2", proposedAs: "first with enough" }, "Lot, first with enough C2"],
])("a line (traced: %s) with the lot %j shows “%s”", (isTraced, lot, shown) => {
  const station = { lotFor: () => lot, askLot: () => undefined } as unknown as PackingParts;
  const html = renderToStaticMarkup(
    <LotButton station={station} line={{ isTraced } as ShownLine} />,
  );
  expect(
    html
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(shown);
});
