import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { noMailGoesOut, SendsMail } from "#app/domain/mail/sends-mail.ts";
import type { HeldOrder, Run } from "../run.ts";
import { dropDraft, keepDraft } from "./kept/typed-drafts.ts";
import { ReportForm } from "./report-form.tsx";
import type { ShownStop } from "./run-view.ts";

const line = { id: "l", packedLb: "10.00", refusedLb: "0.00", keptLb: "0.00", billed: null };
const held = {
  id: "o",
  number: 1042,
  name: "Sample Bistro",
  lots: ["L-1"],
  products: ["Ribeye Steak"],
  boxes: [2],
  lines: ["l"],
  isWhole: true,
  stays: [{ orderItemId: "l", productName: "Ribeye Steak", lb: "10.00" }],
} as HeldOrder;
const stop = {
  id: "s",
  state: "waiting",
  toCollect: null,
  taken: [],
  orders: [{ id: "o", number: 1042, status: "fulfilled", lines: [line] }],
} as unknown as ShownStop;
const choices: Run["choices"] = {
  days: [],
  secondFee: "never",
  neighbours: false,
  temperature: "asked",
};

function shown(sendsMail: boolean): string {
  keepDraft("r", stop.id, "delivered", { fields: { held: "kept" } });
  return renderToStaticMarkup(
    <SendsMail value={sendsMail}>
      <ReportForm
        mode="delivered"
        stop={stop}
        run={{ id: "r", kind: "delivery", date: "2026-11-26", choices }}
        asOf={0}
        held={[held]}
        onReport={() => {}}
      />
    </SendsMail>,
  );
}

it("promises an email about held meat that stays on the truck only if the shop sends mail", () => {
  const reported = "so this stop is reported as not delivered.";
  expect(shown(true)).toContain(`${reported} The client is emailed why.`);
  expect(shown(false)).not.toContain("emailed why");
  expect(shown(false)).toContain(`${reported} ${noMailGoesOut}`);
});

it("warns of a typed, unrecorded payment even if nothing is due", () => {
  expect(shown(false)).not.toContain("is typed and not recorded");
  keepDraft("r", stop.id, "paid", { fields: { cents: "300" } });
  keepDraft("r", stop.id, "delivered", { fields: { held: "handed over" } });
  const form = renderToStaticMarkup(
    <ReportForm
      mode="delivered"
      stop={stop}
      run={{ id: "r", kind: "delivery", date: "2026-11-26", choices }}
      asOf={0}
      held={[]}
      onReport={() => {}}
    />,
  );
  expect(form).toContain("A payment of $300 is typed and not recorded");
  expect(form).toContain("Nothing was paid");
  dropDraft("r", stop.id, "paid");
});

it("preselects no line or reason, and distinguishes lines of several orders", () => {
  const other = { ...stop.orders[0], id: "p", number: 1043, lines: [{ ...line, id: "m" }] };
  const lines = [stop.orders[0], other].map((order) => ({
    ...order,
    lines: order?.lines?.map((one) => ({ ...one, productName: "Ribeye Steak" })),
  }));
  const page = renderToStaticMarkup(
    <ReportForm
      mode="refused"
      stop={{ ...stop, orders: lines } as ShownStop}
      run={{ id: "r", kind: "delivery", date: "2026-11-26", choices }}
      asOf={0}
      held={[]}
      onReport={() => {}}
    />,
  );
  expect(page).toContain('<option value="" selected="">Choose a product</option>');
  expect(page).toContain('<option value="" selected="">Choose why it was refused</option>');
  for (const number of [1042, 1043]) {
    expect(page).toContain(`Ribeye Steak, 10 lb, order ${number}</option>`);
  }
});

it("shows how much of a line was refused so far, and asks for the total", () => {
  keepDraft("r", stop.id, "refused", { fields: { orderItemId: "l" } });
  const refused = (refusedLb: string) =>
    renderToStaticMarkup(
      <ReportForm
        mode="refused"
        stop={
          { ...stop, orders: [{ ...stop.orders[0], lines: [{ ...line, refusedLb }] }] } as ShownStop
        }
        run={{ id: "r", kind: "delivery", date: "2026-11-26", choices }}
        asOf={0}
        held={[]}
        onReport={() => {}}
      />,
    );
  expect(refused("4.50")).toContain("4.5 lb refused so far. Type the total.");
  expect(refused("4.50")).toContain("Pounds refused in all");
  expect(refused("0.00")).not.toContain("so far");
});

it("marks the note as optional only while the temperature needs no explanation", () => {
  const noteAt = (temperatureC: string, temperature: Run["choices"]["temperature"] = "asked") => {
    keepDraft("r", stop.id, "delivered", { fields: { temperatureC } });
    const page = renderToStaticMarkup(
      <ReportForm
        mode="delivered"
        stop={stop}
        run={{
          id: "r",
          kind: "delivery",
          date: "2026-11-26",
          choices: { ...choices, temperature },
        }}
        asOf={0}
        held={[]}
        onReport={() => {}}
      />,
    );
    return /Note<span[^>]*> \(optional\)/.test(page) ? "optional" : "needed";
  };
  expect(["", "4", "-18", "400"].map((degrees) => noteAt(degrees))).toEqual(
    Array(4).fill("optional"),
  );
  expect(["4,5", "12"].map((degrees) => noteAt(degrees))).toEqual(["needed", "needed"]);
  expect(noteAt("12", "no")).toBe("optional");
});
