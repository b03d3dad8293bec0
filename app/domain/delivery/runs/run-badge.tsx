import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import type { DeliveryKind, RunState, StopState } from "#db/schema/values/deliveries.ts";

const runs: Record<RunState, { label: string; tone: BadgeTone }> = {
  planned: { label: "Planned", tone: "pending" },
  out: { label: "Out", tone: "fulfilled" },
  done: { label: "Done", tone: "delivered" },
};

/** Shows the state of a run. */
export function RunBadge({ state }: { state: RunState }) {
  return <Badge tone={runs[state].tone}>{runs[state].label}</Badge>;
}

/** Shows what happened at a stop; nothing while it waits. */
export function StopBadge({ state, kind }: { state: StopState; kind: DeliveryKind }) {
  if (state === "waiting") return null;
  if (state === "not_home") {
    return <Badge tone="cancelled">{kind === "pickup" ? "Not picked up" : "No one there"}</Badge>;
  }
  if (state === "kept") return <Badge tone="cancelled">Not delivered: meat on hold</Badge>;
  return <Badge tone="delivered">{kind === "pickup" ? "Picked up" : "Delivered"}</Badge>;
}
