import { clsx } from "clsx/lite";

/**
 * A divider that looks like a scale's graduations. Decoration, hidden from screen readers. A
 * `<span>`, so that it can be used within links and lines of text.
 */
export function ScaleRule({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("scale-rule", className)} />;
}
