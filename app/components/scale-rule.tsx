import { clsx } from "clsx/lite";

/** The graduations of a butcher's scale as a divider. Decoration: hidden from screen readers. */
export function ScaleRule({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("scale-rule", className)} />;
}
