import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { SecondaryLink } from "../button-link.tsx";
import { ScaleRule } from "../scale-rule.tsx";

interface EmptyStateProps {
  title: string;
  /** The title's heading level; `p` for none. */
  titleAs?: "h1" | "h2" | "h3" | "p";
  children?: ReactNode;
  /** A link styled with `buttonClass()`, or a button. */
  action?: ReactNode;
  way?: { to: string; label: string };
  /** Directly below a page header, which already shows a scale. */
  underHead?: boolean;
}

/** An empty state that isn't an error, with the next step. */
export function EmptyState({
  title,
  titleAs: Title = "p",
  children,
  action,
  way,
  underHead = false,
}: EmptyStateProps) {
  return (
    <div className={clsx("max-w-md", underHead ? "pb-12" : "py-12")}>
      {!underHead && <ScaleRule className="mb-6 w-40" />}
      <Title className="font-display text-title font-semibold text-balance">{title}</Title>
      {children && <div className="mt-2 text-ink-soft">{children}</div>}
      {(action || way) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {action}
          {way && <SecondaryLink to={way.to}>{way.label}</SecondaryLink>}
        </div>
      )}
    </div>
  );
}
