import { clsx } from "clsx/lite";

/**
 * The graduations of a butcher's scale as a divider. Decoration: hidden from screen readers. A
 * `<span>`, because it also stands within links and lines of text.
 */
export function ScaleRule({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("scale-rule", className)} />;
}
