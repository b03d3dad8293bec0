import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { nothingOf, type PlannedProduct, planOf } from "#app/domain/cutting/plan/plan.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { Route } from "./+types/plan.ts";
import Plan from "./plan.tsx";

const stock = { onHandLb: 0, heldLb: 0, unusable: [], untilThenLb: 0, comesByDayLb: 0, comesLb: 0 };

/** The text of the page, for the primal Brisket, which is also sold whole. */
function shown(products: PlannedProduct[], isEmpty = false): string {
  const brisket = { id: "b", name: "Brisket", productId: "whole", trimPct: null, cuts: [] };
  const plan = planOf([{ ...brisket, isTrim: false, isSample: false }], products);
  const whole = { plan, isEmpty, primals: [{}], earlier: [], packedOnHold: [], leftOut: [] };
  const days = { day: "2027-11-27", until: "2027-12-03", today: "2027-11-26" };
  const props = { loaderData: { ...days, whole, busy: [], isOwner: true } };
  const Page = createRoutesStub([
    { path: "/", Component: () => <Plan {...(props as unknown as Route.ComponentProps)} /> },
  ]);
  const html = renderToStaticMarkup(<Page />);
  return html.replaceAll(/<!--.*?-->/g, "").replaceAll(/(<[^>]*>)+/g, "|");
}

const whole = (over: Partial<PlannedProduct>) => ({ ...nothingOf("whole", "Whole"), ...over });

it("shows figures of a primal sold whole that add up", () => {
  const none = shown([whole({ orderedLb: 20_00, stock })]);
  expect(none).toContain("|Brisket|20 lb|0 lb|20 lb|");
  expect(none).toContain("|0 lb needed for cuts + 20 lb sold whole: |20 lb to buy|");
  const some = shown([whole({ orderedLb: 20_00, stock: { ...stock, onHandLb: 12_00 } })]);
  expect(some).toContain("|Brisket|20 lb|12 lb|8 lb|");
  expect(some).toContain("sold whole − 12 lb there: |8 lb to buy|");
});

it("counts meat that earlier orders get before its date as there", () => {
  const served = { earlierLb: 10_00, orderedLb: 15_00, stock: { ...stock, untilThenLb: 10_00 } };
  const page = shown([whole(served), { ...nothingOf("tongue", "Tongue"), ...served }]);
  expect(page).toContain("|Brisket|15 lb|10 lb|5 lb|");
  expect(page).toContain(
    "0 lb on hand + 0 lb incoming + 10 lb that earlier orders get before its date = 10 lb.",
  );
  expect(page).toContain("|Tongue|Usual yield unknown: bought as it is|15 lb|10 lb|5 lb|");
});

it("names the last day of a plan for which nothing is ordered", () => {
  expect(shown([], true)).toContain(
    `no standing orders until ${dateInWords("2027-12-03")}, and no sales of the last 4 weeks.`,
  );
});
