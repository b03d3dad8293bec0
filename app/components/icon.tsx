import { clsx } from "clsx/lite";
import type { IconNode } from "lucide";
import { createElement } from "react";

interface IconProps {
  /** One of lucide's icons: `import { Menu } from "lucide"`. */
  of: IconNode;
  /** Its size, e.g. `size-5`; the text size by default. */
  className?: string;
}

/**
 * An icon. Hidden from screen readers, so a control around it needs an accessible name. Renders
 * lucide's raw shapes, as lucide-react would add code to every page (docs/decisions/0003).
 */
export function Icon({ of: shapes, className }: IconProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={clsx("icon", className)}>
      {shapes.map(([shape, attributes]) =>
        createElement(shape, { ...attributes, key: JSON.stringify(attributes) }),
      )}
    </svg>
  );
}
