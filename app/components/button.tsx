import { clsx } from "clsx/lite";
import type { ComponentProps } from "react";
import { SpinnerRing } from "./page/spinner.tsx";

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg" | "icon";

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

// At least 44 px high on touch screens; the dense back-office size is for mice.
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3.5 text-[0.875rem] pointer-coarse:min-h-11",
  md: "min-h-11 px-5 text-[0.9375rem]",
  lg: "min-h-13 px-7 text-[1rem]",
  icon: "size-11 shrink-0",
};

/** Returns a button's classes, for a link: `<Link className={buttonClass()}>`. */
export function buttonClass({ variant = "primary", size = "md", className }: ButtonStyle = {}) {
  return clsx("button", `button-${variant}`, sizes[size], className);
}

interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** Busy: shows a spinner, keeps its width and focus, ignores presses. */
  pending?: boolean;
}

/**
 * A button whose `type` defaults to `button`, so that forms must name their submit button. While
 * `pending` it stays focusable (`aria-disabled`) and ignores presses.
 */
export function Button({
  variant,
  size,
  className,
  pending = false,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ variant, size, className })}
    >
      <span className={clsx("inline-flex items-center gap-2", pending && "opacity-0")}>
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerRing className="text-[1.15em]" />
        </span>
      )}
    </button>
  );
}

export function SecondaryButton(props: Omit<ButtonProps, "variant">) {
  return <Button variant="secondary" {...props} />;
}
