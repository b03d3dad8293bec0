import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { noMailGoesOut, SendsMail } from "#app/domain/mail/sends-mail.ts";
import type { DoorChoices } from "../run.ts";
import { ComeAgainForm } from "./come-again-form.tsx";
import type { ShownStop } from "./run-view.ts";

const stop = { id: "s", comesAgain: null, orders: [{ status: "fulfilled" }] };
const day = { zoneId: "z", zone: "Abbotsford", kind: "delivery", date: "2026-12-03" };
const choices = { days: [day], secondFee: "never", neighbours: false, temperature: "asked" };

function shown(sendsMail: boolean): string {
  return renderToStaticMarkup(
    <SendsMail value={sendsMail}>
      <ComeAgainForm
        stop={stop as unknown as ShownStop}
        choices={choices as unknown as DoorChoices}
        onReport={() => {}}
      />
    </SendsMail>,
  );
}

it("promises an email about the new day only if the shop sends mail", () => {
  expect(shown(true)).toContain("The client is emailed what you choose. Leave it open");
  expect(shown(false)).not.toContain("is emailed what");
  expect(shown(false)).toContain(`${noMailGoesOut} Leave it open`);
});

it("offers to charge the fee again only if a day has one", () => {
  const form = (fee: number) =>
    renderToStaticMarkup(
      <ComeAgainForm
        stop={
          {
            ...stop,
            isBilledByOrder: true,
            otherRuns: [],
            orders: [{ status: "fulfilled", goodsCents: 100_00, goodsTaxCode: "Z" }],
          } as unknown as ShownStop
        }
        choices={
          {
            ...choices,
            secondFee: "ask",
            days: [{ ...day, fee, feeTaxCode: null, freeFrom: null, minOrder: 0 }],
          } as unknown as DoorChoices
        }
        onReport={() => {}}
      />,
    );
  expect(form(12_00)).toContain("The client pays the delivery fee again");
  expect(form(0)).toContain("No second fee");
  expect(form(0)).not.toContain("The client pays the delivery fee again");
});
