import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export type BadgeTone = "plain" | "pending" | "fulfilled" | "delivered" | "cancelled";

const tones: Record<BadgeTone, string> = {
  plain: "border-rule-strong text-ink",
  pending: "bg-pending-tint text-pending",
  fulfilled: "bg-fulfilled-tint text-fulfilled",
  delivered: "bg-delivered-tint text-delivered",
  cancelled: "bg-cancelled-tint text-cancelled",
};

/** A status label: yellow if pending, blue if fulfilled, green if delivered, red if cancelled. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={clsx("badge", tones[tone])}>{children}</span>;
}
