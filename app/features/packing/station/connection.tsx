import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import type { Refusal } from "./op-queue.ts";
import { nameOf } from "./station-view.ts";
import type { PackingParts } from "./use-station.ts";

interface ConnectionProps {
  station: PackingParts;
  /** Returns an immediate fix for a refusal, if there is one. */
  wayOut?: (refusal: Refusal) => { label: string; take: () => void } | null;
}

/** What isn't stored yet and why: no network, signed out, or refused by the shop. */
export function Connection({ station, wayOut }: ConnectionProps) {
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
          <TextLink to={`/login?next=${encodeURIComponent(station.path)}`}>Sign in</TextLink> and
          come back here.
        </Notice>
      )}
      {refusals.map((refusal, index) => (
        // Refusals have no other identity, and are only ever removed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Refused key={index} station={station} refusal={refusal} wayOut={wayOut} />
      ))}
    </>
  );
}

/** An operation that the shop refused, until the packer dismisses it. */
function Refused({ station, refusal, wayOut }: ConnectionProps & { refusal: Refusal }) {
  const way = wayOut?.(refusal) ?? null;
  return (
    <Notice
      tone="error"
      title={refusal.message}
      className="mb-4"
      action={
        <span className="flex flex-wrap gap-2">
          {way && (
            <button
              type="button"
              onClick={() => {
                station.forget(refusal);
                way.take();
              }}
              className={buttonClass({ variant: "primary" })}
            >
              {way.label}
            </button>
          )}
          <button
            type="button"
            onClick={() => station.forget(refusal)}
            className={buttonClass({ variant: "secondary" })}
          >
            Got it
          </button>
        </span>
      }
    >
      {inWords(refusal.op, station)}
    </Notice>
  );
}

function inWords(op: PackingParts["refusals"][number]["op"], { lines }: PackingParts): string {
  const named = (id: string) => {
    const line = lines.find((one) => one.id === id);
    return line ? nameOf(line) : "a line";
  };
  if (op.kind === "package") return `Not added: ${op.value} ${op.unit} to ${named(op.itemId)}.`;
  if (op.kind === "finish") return `Not marked as done: ${named(op.itemId)}.`;
  if (op.kind === "void") return "A package was not taken off.";
  if (op.kind === "reweigh") return `The weight was not changed to ${op.value} ${op.unit}.`;
  if (op.kind === "restore") return "Nothing was brought back.";
  if (op.kind === "transfer") return "The package was not moved to another order.";
  if (op.kind === "move") return "The lot of the packages was not changed.";
  return "Nothing was changed.";
}
