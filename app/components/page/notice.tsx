import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

interface NoticeProps {
  /** `error` is announced immediately; `info` and `success` politely. */
  tone?: "info" | "success" | "error";
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

const edges = { info: "border-ink", success: "border-delivered", error: "border-cancelled" };

/** An inline message, e.g. for a list that failed to load or a form that was sent. */
export function Notice({ tone = "info", title, children, action, className }: NoticeProps) {
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={clsx("border-y bg-paper-deep/60 px-5 py-4", edges[tone], className)}
    >
      {title && (
        <p className={clsx("font-semibold", tone === "error" && "text-cancelled")}>{title}</p>
      )}
      {children && <div className={clsx(title ? "mt-1" : null)}>{children}</div>}
      {action && <div className="mt-4 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
