import { clsx } from "clsx/lite";
import type { IconNode } from "lucide";
import { createElement } from "react";

interface IconProps {
  /** One of lucide's icons: `import { Menu } from "lucide"`. */
  of: IconNode;
  /** Its size, for instance `size-5`; without one it is as large as the text around it. */
  className?: string;
  strokeWidth?: number;
}

/**
 * A sign that does something: search, close, more. Hidden from screen readers, so the control around
 * it needs a name of its own. Draws lucide's bare shapes: lucide-react would add its own rendering to
 * every public page (docs/decisions/0003).
 */
export function Icon({ of: shapes, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx("shrink-0", className ?? "size-[1em]")}
    >
      {shapes.map(([shape, attributes]) =>
        createElement(shape, { ...attributes, key: JSON.stringify(attributes) }),
      )}
    </svg>
  );
}
