import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

/** A native checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex min-h-11 items-center gap-3", className)}>
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-oxblood" />
      <span>{label}</span>
    </label>
  );
}
