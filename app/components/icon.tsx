import { clsx } from "clsx/lite";
import type { IconNode } from "lucide";
import { createElement } from "react";

interface IconProps {
  /** One of lucide's icons: `import { Menu } from "lucide"`. */
  of: IconNode;
  /** Its size, e.g. `size-5`; defaults to the text size. */
  className?: string;
  strokeWidth?: number;
}

/**
 * An icon. Hidden from screen readers, so the control around it needs an accessible name. Renders
 * lucide's raw shapes: lucide-react would add its own code to every public page
 * (docs/decisions/0003).
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
