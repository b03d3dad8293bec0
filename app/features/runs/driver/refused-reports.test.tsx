import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { NotRecorded } from "./refused-reports.tsx";

const report = reportSchema.parse({
  kind: "delivered",
  receivedBy: "Kim",
  requestId: newUuid(),
  stopId: newUuid(),
  at: "2026-11-27T18:00:00Z",
});

const shown = (settled?: "recorded" | "with us") =>
  renderToStaticMarkup(
    <NotRecorded
      refused={{ report, message: "It was moved." }}
      name="Sample Pub"
      stop={undefined}
      settled={settled}
      onSendAgain={() => {}}
      onDiscard={() => {}}
    />,
  );

it("offers to resend a report until the office has settled it, then shows how it did", () => {
  expect(shown()).toMatch(/Not recorded: Sample Pub.*It was moved\..*Send again.*Discard/);
  for (const [how, words] of [
    ["recorded", "The office has recorded it as delivered."],
    ["with us", "The office says it is still with the shop."],
  ] as const) {
    expect(shown(how)).toContain(words);
    expect(shown(how)).toContain("Got it");
    expect(shown(how)).not.toMatch(/Not recorded|Send again|Discard/);
  }
});
