import { expect, it } from "vitest";
import { getSnapshot } from "#app/components/toast/toast-store.ts";
import { offerUndo, sendOrderTransition } from "./send-order-transition.ts";

/** Sends a delivery, whose answer comes when `answer` is called. */
function delivering(order: string) {
  const body = new URLSearchParams({ change: "deliver", order, confirmed: "yes" });
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = sendOrderTransition({
    request: new Request("http://localhost/admin/orders", { method: "POST", body }),
    serverAction: () => promise.then(() => ({ kind: "done", change: "deliver", isTold: false })),
  });
  return { sent, answer: resolve };
}

it("undoes the order that the toast is about, while another change is on its way", async () => {
  const undone: string[] = [];
  offerUndo("first", () => undone.push("first"));
  const first = delivering("first");
  offerUndo("second", () => undone.push("second"));
  const second = delivering("second");
  first.answer();
  await first.sent;
  getSnapshot()[0]?.action?.run();
  expect(undone).toEqual(["first"]);
  second.answer();
  await second.sent;
  getSnapshot()[0]?.action?.run();
  expect(undone).toEqual(["first", "second"]);
});
