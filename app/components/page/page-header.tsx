import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { ScaleRule } from "../scale-rule.tsx";

interface PageHeaderProps {
  title: ReactNode;
  lede?: ReactNode;
  before?: ReactNode;
  actions?: ReactNode;
  /** `page` for public pages; `compact` where content matters more. */
  size?: "page" | "compact";
  className?: string;
}

/** A page header: the only h1, a lede, and the scale below. */
export function PageHeader({
  title,
  lede,
  before,
  actions,
  size = "compact",
  className,
}: PageHeaderProps) {
  return (
    <header className={clsx(size === "page" ? "pt-6 md:pt-16" : "pt-6", className)}>
      {before}
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h1 className={clsx("max-w-4xl", size === "compact" && "text-heading")}>{title}</h1>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {lede && <p className="mt-4 max-w-2xl text-lg text-ink-soft">{lede}</p>}
      <ScaleRule className={size === "page" ? "mt-5 md:mt-8" : "mt-5"} />
    </header>
  );
}
