import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { Station } from "./use-station.ts";

/** What is not stored yet, and why: no network, signed out, or refused by the shop. */
export function Connection({ station }: { station: Station }) {
  const { connection, waiting, refusals } = station;
  const count = waiting.length === 1 ? "1 entry waits" : `${waiting.length} entries wait`;
  return (
    <>
      {connection === "lost" && (
        <Notice
          tone="info"
          title="No network"
          className="mb-4"
          action={
            <button
              type="button"
              onClick={station.retryNow}
              className={buttonClass({ variant: "secondary" })}
            >
              Send now
            </button>
          }
        >
          {count} here and will be sent in order. Go on packing.
        </Notice>
      )}
      {connection === "signed out" && (
        <Notice tone="error" title="You are signed out" className="mb-4">
          {count} here.{" "}
          <Link to={`/login?next=/admin/packing/${station.order.id}`} className="link">
            Sign in
          </Link>{" "}
          and come back to this order.
        </Notice>
      )}
      {refusals.map((refusal, index) => (
        <Notice
          // Refusals have no other identity, and are only ever taken away.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          tone="error"
          title={refusal.message}
          className="mb-4"
          action={
            <button
              type="button"
              onClick={() => station.forget(refusal)}
              className={buttonClass({ variant: "secondary" })}
            >
              Got it
            </button>
          }
        >
          {inWords(refusal.op, station)}
        </Notice>
      ))}
    </>
  );
}

/** What was not done, so that it can be done again. */
function inWords(op: Station["refusals"][number]["op"], { lines }: Station): string {
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.productName ?? "a line";
  if (op.kind === "package") return `Not added: ${op.value} ${op.unit} to ${nameOf(op.itemId)}.`;
  if (op.kind === "finish") return `Not marked as done: ${nameOf(op.itemId)}.`;
  if (op.kind === "void") return "A package was not taken off.";
  if (op.kind === "move") return "The lot of the packages was not changed.";
  return "Nothing was changed.";
}
