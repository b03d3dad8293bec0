import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { OpenDrawer } from "#app/domain/door/till/open-drawer.ts";
import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import { MailReceipt, Payments } from "./payments.tsx";

function shown(sendsMail: boolean): string {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <SendsMail value={sendsMail}>
          <MailReceipt answer={undefined} />
        </SendsMail>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

const at = new Date("2026-11-28T20:00:00Z");

const receipt: TillReceipt = {
  id: "1",
  requestId: "1",
  sessionId: "s",
  orderId: "order",
  orderNumber: 1042,
  documentId: "d",
  documentNumber: "R-000008",
  correctsNumber: null,
  method: "cash",
  cents: 25_00,
  tenderedCents: null,
  roundingCents: 1,
  reference: "",
  otherwise: "",
  neverLeft: false,
  takenBy: "kim@example.com",
  takenAt: at,
  recordedAt: at,
  entryId: "e",
  roundingEntryId: null,
  customerId: "c",
  isTakenBack: false,
  isLate: false,
  bookedAt: at,
  takenBack: null,
  countedAt: null,
};

function payments(one: TillReceipt, drawers: OpenDrawer[] | null = null): string {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <Payments
          receipts={[one]}
          onAccountOf={null}
          drawers={drawers}
          requestId="r"
          answer={undefined}
        />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

it("explains why a payment method can't be corrected once its drawer is counted, and who can help", () => {
  expect(payments(receipt)).toContain("It was paid in another way");
  expect(payments(receipt)).not.toContain("counted on");
  const late = { ...receipt, countedAt: new Date("2026-11-29T01:30:00Z") };
  const counted = payments(late);
  const kept = payments(late, [{ sessionId: "s", number: 2, name: "By the door" }]);
  expect(kept).toContain("It was paid in another way");
  expect(kept).not.toContain("tell an owner");
  expect(kept).toMatch(/Where the cash is.*Given back out of till 2: By the door/);
  expect(payments(receipt)).not.toContain("Where the cash is");
  expect(counted).not.toContain("It was paid in another way");
  expect(counted).toMatch(/The drawer was counted on Nov 28, 2026.*tell an owner/);
});

it("offers to email a receipt only if the shop sends mail", () => {
  expect(shown(true)).toContain("Email the receipt to");
  expect(shown(false)).not.toContain("Email the receipt");
  // The sentence of Settings → Email, where the same shop reads where its emails go.
  expect(shown(false)).toMatch(
    /become files that nobody gets, so the receipt can only be\s+printed/,
  );
});
