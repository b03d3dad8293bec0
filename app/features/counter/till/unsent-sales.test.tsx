import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RefusedSaleNotice } from "./unsent-sales.tsx";

it("offers to send a refused sale again, or to settle it", () => {
  const shown = renderToStaticMarkup(
    <RefusedSaleNotice
      slip="T1-0004"
      message="The till is closed."
      onSendAgain={() => {}}
      onSettle={() => {}}
    />,
  );
  expect(shown).toMatch(
    /Slip T1-0004 could not be stored.*The till is closed\. The money was taken\..*Send again.*Settled/,
  );
});
