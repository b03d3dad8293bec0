import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export type BadgeTone = "plain" | "pending" | "fulfilled" | "delivered" | "cancelled";

const tones: Record<BadgeTone, string> = {
  plain: "border-rule-strong text-ink",
  pending: "border-current bg-pending-tint text-pending",
  fulfilled: "border-current bg-fulfilled-tint text-fulfilled",
  delivered: "border-current bg-delivered-tint text-delivered",
  cancelled: "border-current bg-cancelled-tint text-cancelled",
};

/** A status label: yellow for pending, blue, green, red; anything else plain. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-block border px-2 py-0.5 text-[0.8125rem] leading-snug font-semibold whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
