import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OpenInvoice } from "../run.ts";
import { PaymentForm } from "./payment-form.tsx";
import type { ShownStop } from "./run-view.ts";

const invoice = (number: string, isHere: boolean): OpenInvoice => ({
  number,
  cents: 100_00,
  isHere,
});
const stop = {
  id: "s",
  toCollect: null,
  taken: [],
  orders: [{ id: "o", number: 1042, status: "fulfilled", lines: [] }],
  olderCents: 0,
  owesOlder: true,
  accountCents: 200_00,
  openInvoices: [invoice("INV-000012", false), invoice("INV-000013", true)],
} as unknown as ShownStop;

/** Returns the payment methods that are offered, and how many invoices may be chosen. */
function offered(more: Partial<ShownStop> = {}) {
  const form = renderToStaticMarkup(
    <PaymentForm
      stop={{ ...stop, ...more }}
      run={{ id: "r", date: "2026-11-26", driver: "Sam" }}
      onReport={() => {}}
    />,
  );
  const ways = ["cash", "cheque", "terminal"].filter((way) => form.includes(`value="${way}"`));
  return [ways, form.match(/name="invoice"/g)?.length ?? 0];
}

it("offers all payment methods and all invoices to a client on terms", () => {
  expect(offered()).toEqual([["cash", "cheque", "terminal"], 2]);
  // A client who pays at the door, where drivers take no other money for older invoices.
  const paid = { cents: 0, refusedCents: 0, isFinal: true };
  expect(offered({ toCollect: paid, accountCents: 0 })).toEqual([["cheque"], 2]);
});
