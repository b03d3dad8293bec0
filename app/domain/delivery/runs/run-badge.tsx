import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { DeliveryKind, RunState, StopState } from "#db/schema/values/deliveries.ts";
import { allRefusedInWords } from "./all-refused.ts";
import { runStateText } from "./run-state.ts";

const runTones: Record<RunState, BadgeTone> = {
  planned: "pending",
  out: "fulfilled",
  done: "delivered",
};

/** Shows the state of a run. */
export function RunBadge({ state }: { state: RunState }) {
  return <Badge tone={runTones[state]}>{runStateText[state]}</Badge>;
}

interface StopBadgeProps {
  state: StopState;
  kind: DeliveryKind;
  /** Pounds that came back. */
  backLb?: string;
  isRefused?: boolean;
  /** True to say also that its orders are still packed. */
  isPacked?: boolean;
}

/** Shows what happened at a stop and what came back; nothing while it waits. */
export function StopBadge({
  state,
  kind,
  backLb = "0.00",
  isRefused = false,
  isPacked = false,
}: StopBadgeProps) {
  if (state === "waiting") return null;
  if (state === "not_home" || state === "kept") {
    const missed = kind === "pickup" ? "Not picked up" : "No one there";
    const why = state === "kept" ? "Not delivered: meat on hold" : missed;
    const words = isPacked ? `Packed; ${why[0]?.toLowerCase()}${why.slice(1)}` : why;
    return <Badge tone="cancelled">{words}</Badge>;
  }
  if (isRefused) return <Badge tone="cancelled">{allRefusedInWords(kind)}</Badge>;
  const done = kind === "pickup" ? "Picked up" : "Delivered";
  const back = Number(backLb) > 0 ? `, ${formatLb(Number(backLb))} back` : "";
  return <Badge tone="delivered">{`${done}${back}`}</Badge>;
}
