import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export function Sums({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-y border-ink py-4 lg:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      {children}
    </dl>
  );
}

interface SumProps {
  label: string;
  isBad?: boolean;
  note?: ReactNode;
  children: ReactNode;
}

/** A figure within `Sums`. */
export function Sum({ label, isBad = false, note, children }: SumProps) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd
        className={clsx(
          "mt-1 font-display text-title font-semibold lining-nums sm:whitespace-nowrap",
          isBad && "text-cancelled",
        )}
      >
        {children}
      </dd>
      {note && <dd className="mt-0.5 text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}
