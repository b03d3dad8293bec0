import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { guideField } from "#app/domain/guides/guide-form.ts";
import { GuideForm } from "./guide-form.tsx";

const guide = {
  siteId: "site",
  siteName: "",
  version: 0,
  items: [],
  others: [
    { id: "chuck", name: "Chuck Roast" },
    { id: "ribeye", name: "Ribeye Steak" },
  ],
};

it("keeps the product to put in after a refusal", () => {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <GuideForm guide={guide} answer={{ values: { [guideField.add]: "ribeye" } }} />
      ),
    },
  ]);
  expect(renderToStaticMarkup(<Page />)).toContain(
    '<option value="ribeye" selected="">Ribeye Steak</option>',
  );
});
